//! What is told of a transfer besides how it goes: names and values.

use super::Source;
use crate::request::of_user;

impl<R> Source<R> {
    /// What was asked to be kept, and what is kept of every transfer.
    pub(crate) fn metadata(&self) -> Vec<(String, String)> {
        let originator = &self.request.originator;
        let mut metadata = vec![
            (
                "com.ibm.wmqfte.SourceAgent",
                self.request.source_agent.agent.to_uppercase(),
            ),
            (
                "com.ibm.wmqfte.DestinationAgent",
                self.kept.destination.agent.clone(),
            ),
            ("com.ibm.wmqfte.MqmdUser", self.kept.user.clone()),
            ("com.ibm.wmqfte.OriginatingUser", originator.user_id.clone()),
            (
                "com.ibm.wmqfte.OriginatingHost",
                originator.host_name.clone(),
            ),
            ("com.ibm.wmqfte.TransferId", self.id().to_string()),
            ("com.ibm.wmqfte.Priority", self.priority.to_string()),
        ];
        if let Some(job) = &self.request.job {
            metadata.push(("com.ibm.wmqfte.JobName", job.clone()));
        }
        let own = metadata
            .into_iter()
            .map(|(key, value)| (key.to_owned(), value));
        own.chain(of_user(&self.request.set.metadata)).collect()
    }
}
