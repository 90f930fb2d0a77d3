//! Figures for whoever looks at the control tables, and warnings.

use super::run::{Program, Tell};
use crate::trouble::Trouble;
use ferromq_mqi::generated::notices::FMQ0447;
use ferromq_mqi::session::Connected;

impl<C: Connected> Program<'_, C> {
    /// Writes rows of monitoring, looks at the slot, prunes: each when it is due.
    pub(super) fn monitor(&mut self, now_ms: u64, tell: Tell<'_>) -> Result<(), Trouble> {
        if now_ms.saturating_sub(self.pruned_ms) >= self.parameters.prune_interval_s * 1_000 {
            self.pruned_ms = now_ms;
            self.source.prune(&self.parameters)?;
        }
        if now_ms.saturating_sub(self.monitored_ms) < self.parameters.monitor_interval_ms {
            return Ok(());
        }
        self.monitored_ms = now_ms;
        let figures = *self.capture.figures();
        let restart = self.capture.restart();
        let (commit_lsn, seen_lsn) = (restart.commit_lsn, restart.seen_lsn);
        let maps: Vec<_> = (0..self.send.len())
            .map(|map| self.capture.map_figures(map))
            .collect();
        let (lag, max) = self.source.note_figures(
            &figures,
            commit_lsn,
            seen_lsn,
            &self.parameters.slot,
            self.send.iter().zip(&maps),
        )?;
        self.lag = lag;
        let Some(max) = max else {
            return Ok(());
        };
        let is_much = lag >= max / 2;
        if is_much && !self.warned_lag {
            let line = FMQ0447.line(&[&self.parameters.slot, &lag, &max]);
            tell(&line);
            self.source.trace("WARNING", &line)?;
        }
        self.warned_lag = is_much;
        Ok(())
    }
}
