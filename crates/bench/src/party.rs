//! Where the parts of a run are: in this process, or in processes of their own.

use crate::arguments::Arguments;
use crate::crew::{Crew, Parts, on_threads};
use crate::elsewhere::Elsewhere;
use crate::failure::Failure;
use crate::gathered::crew_of;
use crate::host::{Host, Road};
use crate::processes::{Child, serve_parent};
use crate::remote::{Entrance, Sharing, entrance};
use crate::script::Counted;
use crate::share::Share;
use std::path::Path;

/// Some of the applications of a run, wherever they are.
pub(crate) enum Party {
    /// In this process.
    Here(Crew),
    /// In a process of their own.
    Process(Child),
}

impl Party {
    /// A part of a run that connects over `road`: on threads of this process, or as a process of its own.
    pub(crate) fn of(
        plan: &impl Parts,
        part: &str,
        road: Road,
        arguments: &Arguments,
        host: &mut Host,
    ) -> Result<Self, Failure> {
        let Some(entrance) = entrance(road, host)? else {
            return Ok(Self::Here(on_threads(plan, part, Share::ALL, || {
                host.connect()
            })?));
        };
        Self::at(&entrance, part, Share::ALL, arguments)
    }

    /// A share of a part of a run as a process of its own, which connects there.
    fn at(
        entrance: &Entrance,
        part: &str,
        share: Share,
        arguments: &Arguments,
    ) -> Result<Self, Failure> {
        let words = [part, &entrance.to_string(), &share.to_word()];
        Ok(Self::Process(Child::start(arguments, &words)?))
    }

    /// A part of a run, a process to each of these places; none if there are no such places.
    pub(crate) fn spread(
        (part, road): (&str, Road),
        arguments: &Arguments,
        host: &mut Host,
        elsewhere: &Elsewhere,
    ) -> Result<Vec<Self>, Failure> {
        let entrances = elsewhere.entrances(road, host)?;
        let of = entrances.len();
        let each = entrances.iter().enumerate();
        each.map(|(at, entrance)| Self::at(entrance, part, Share { at, of }, arguments))
            .collect()
    }

    /// Two parts of a run, the first started first: but applications of this process connect before those of others. The first is
    /// elsewhere, if there is such a place.
    pub(crate) fn both(
        plan: &impl Parts,
        [first, second]: [(&str, Road); 2],
        arguments: &Arguments,
        host: &mut Host,
        elsewhere: &Elsewhere,
    ) -> Result<(Vec<Self>, Self), Failure> {
        let spread = Self::spread(first, arguments, host, elsewhere)?;
        let mut of = |(part, road): (&str, Road)| Self::of(plan, part, road, arguments, host);
        if !spread.is_empty() {
            return Ok((spread, of(second)?));
        }
        if second.1 == Road::Embedded && first.1 != Road::Embedded {
            let second = of(second)?;
            return Ok((vec![of(first)?], second));
        }
        Ok((vec![of(first)?], of(second)?))
    }

    pub(crate) fn set_phase(&mut self, phase: u8) -> Result<(), Failure> {
        match self {
            Self::Here(crew) => crew.phase.set(phase),
            Self::Process(child) => child.set_phase(phase)?,
        }
        Ok(())
    }

    pub(crate) fn completed(&self) -> u64 {
        match self {
            Self::Here(crew) => crew.completed(),
            Self::Process(child) => child.completed(),
        }
    }

    pub(crate) fn any_over(&self) -> bool {
        match self {
            Self::Here(crew) => crew.any_over(),
            Self::Process(child) => child.is_over(),
        }
    }

    /// Ends it; what it counted, and the processor time its own process used while measuring.
    pub(crate) fn finish(self) -> Result<(Counted, u64), Failure> {
        match self {
            Self::Here(crew) => Ok((crew.finish()?, 0)),
            Self::Process(child) => child.finish(),
        }
    }
}

/// A part of a run in the process that was started for it.
pub(crate) fn serve(
    plan: &impl Parts,
    part: &str,
    socket: &Path,
    arguments: &Arguments,
) -> Result<(), Failure> {
    let entrance = Entrance::read(socket);
    let sharing = Sharing::read(arguments, plan.workers().is_some())?;
    let share = Share::read(arguments.words.get(3).map(String::as_str))?;
    let crew = crew_of(plan, part, share, || entrance.connect(&sharing))?;
    serve_parent(crew)
}
