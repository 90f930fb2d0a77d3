//! Result codes: of commands, of answers, of transfers and calls that are over, and of each item.

use std::fmt;

/// Codes as `Name = number, "sentence"`, in the order of their numbers.
macro_rules! result_codes {
    ($($name:ident = $number:literal, $text:literal;)+) => {
        /// A result code. Numbers are the documented ones.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(i32)]
        pub enum ResultCode {
            $(#[doc = $text] $name = $number,)+
        }

        impl ResultCode {
            /// All there are, by number.
            pub const ALL: &[Self] = &[$(Self::$name),+];

            /// The code of that number, if it is one.
            #[must_use]
            pub const fn from_number(number: i32) -> Option<Self> {
                match number {
                    $($number => Some(Self::$name),)+
                    _ => None,
                }
            }

            /// What it means, as a sentence.
            #[must_use]
            pub const fn text(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)+
                }
            }
        }
    };
}

result_codes! {
    Success = 0, "Everything was done.";
    Failed = 1, "The command failed.";
    NoStatus = 2, "The agent did not say in time how it went; it may still be at work.";
    NoAcknowledgement = 3, "The agent did not say in time that it has the request; it may still get it.";
    WrongAgent = 4, "The request is for another agent.";
    PartlySuccessful = 20, "Some items were transferred and some were not.";
    StoppedByExit = 21, "An exit stopped the transfer.";
    CancelTimedOut = 22, "The transfer could not be cancelled within 30 seconds; it will be.";
    CancelUnknown = 26, "There is no transfer of that identifier to cancel.";
    CancelUnderWay = 27, "The transfer is being cancelled already.";
    NothingTransferred = 40, "The transfer failed; no file was transferred.";
    Cancelled = 41, "The transfer was cancelled.";
    TriggerNotMet = 42, "The condition of the trigger is not met.";
    Malformed = 43, "The request is not understood.";
    SourceCapacity = 44, "The source agent has too many transfers.";
    DestinationCapacity = 45, "The destination agent has too many transfers.";
    SourceFilesMaximum = 46, "The transfer has more files than the source agent takes.";
    DestinationFilesMaximum = 47, "The transfer has more files than the destination agent takes.";
    LogAttributes = 48, "A message for the audit has attributes that are not valid.";
    DestinationUnreachable = 49, "The destination agent cannot be reached.";
    Trial = 50, "A trial version does not do that.";
    SourceTakesNone = 51, "The source agent takes no transfers: its maxSourceTransfers is 0.";
    DestinationTakesNone = 52, "The destination agent takes no transfers: its maxDestinationTransfers is 0.";
    NotAuthorized = 53, "The user may not do that.";
    AuthorityCheckingDiffers = 54, "One agent checks authorities and the other does not.";
    TriggerOnBridge = 55, "An agent that is a bridge has no triggers.";
    NoFileToMessage = 56, "The destination agent does not put files on queues.";
    NoFileSpace = 57, "The destination agent has no file spaces.";
    FileSpaceRejected = 58, "The file space does not take the transfer.";
    NoMessageToFile = 59, "The destination agent does not take messages as files.";
    QueueToQueue = 64, "Source and destination are both queues.";
    DataQueue = 65, "The queue of data failed.";
    DataQueueAuthority = 66, "The agent may not put on the queue of data.";
    DataQueueProtection = 67, "The queue of data is protected in a way the agent cannot serve.";
    RecoveryTimedOut = 69, "The transfer did not recover in time.";
    AgentEnded = 70, "The agent ended abnormally.";
    QueueManagerUnavailable = 75, "The queue manager is not available.";
    StartUp = 78, "The configuration does not allow a start.";
    Database = 85, "The database failed.";
    MonitorSubstitution = 100, "A variable of the task of a monitor cannot be replaced.";
    MonitorResource = 101, "The resource of a monitor is not valid.";
    MonitorTrigger = 102, "The condition of a monitor is not valid.";
    MonitorTask = 103, "A monitor has one task.";
    MonitorUnknown = 104, "There is no monitor of that name.";
    MonitorExists = 105, "There is a monitor of that name already.";
    MonitorExitFailed = 106, "An exit of a monitor failed.";
    MonitorExitCancelled = 107, "An exit of a monitor cancelled the task.";
    MonitorTaskFailed = 108, "The task of a monitor failed.";
    MonitorResourceFailed = 109, "The resource of a monitor cannot be looked at.";
    MonitorVariable = 110, "The task of a monitor has a variable nobody knows.";
    MonitorTaskAgent = 111, "The source agent of a monitor's task is not the monitor's.";
    MonitorTaskQueueManager = 112, "The source queue manager of a monitor's task is not the monitor's.";
    MonitorNotSupported = 113, "The agent has no monitors.";
    MonitorDirectoryDenied = 114, "The agent may not look into the directory of a monitor.";
    MonitorQueueInUse = 115, "The queue of a monitor is open elsewhere.";
    MonitorQueueUnknown = 116, "The queue of a monitor is not there.";
    MonitorXPath = 118, "A path expression of a monitor is not valid.";
    MonitorTaskIncomplete = 119, "The task of a monitor names no source agent or queue manager.";
    MonitorQueueDisabled = 120, "The agent is not allowed to use queues as ends.";
    MonitorQueueFailed = 121, "The queue of a monitor failed unexpectedly.";
    MonitorContext = 122, "The agent may not set the identity of messages on its command queue.";
}

impl ResultCode {
    /// Its number.
    #[must_use]
    pub const fn number(self) -> i32 {
        self as i32
    }
}

/// Its sentence.
impl fmt::Display for ResultCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// How it went with one item. Numbers are the documented ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum ItemCode {
    /// It was transferred.
    Success = 0,
    /// It was not.
    Failed = 1,
    /// It was transferred, and something about it is to be said.
    Warning = 2,
}

impl ItemCode {
    /// Its number.
    #[must_use]
    pub const fn number(self) -> i32 {
        self as i32
    }

    /// The code of that number, if it is one.
    #[must_use]
    pub fn from_number(number: i32) -> Option<Self> {
        let all = [Self::Success, Self::Failed, Self::Warning];
        all.into_iter().find(|code| code.number() == number)
    }
}

/// The result of a transfer whose items went like this: 0 when all arrived, 40 when none did, 20 otherwise. One that arrived with a warning has arrived.
#[must_use]
pub fn of_items(results: impl IntoIterator<Item = ItemCode>) -> ResultCode {
    let (mut arrived, mut failed) = (false, false);
    for result in results {
        match result {
            ItemCode::Failed => failed = true,
            ItemCode::Success | ItemCode::Warning => arrived = true,
        }
    }
    match (arrived, failed) {
        (_, false) => ResultCode::Success,
        (true, true) => ResultCode::PartlySuccessful,
        (false, true) => ResultCode::NothingTransferred,
    }
}

#[cfg(test)]
mod tests {
    use super::{ItemCode, ResultCode, of_items};

    #[test]
    fn codes_have_one_number_each_and_their_sentence() {
        for pair in ResultCode::ALL.windows(2) {
            assert!(pair[0].number() < pair[1].number(), "{pair:?}");
        }
        for number in -1..200 {
            if let Some(code) = ResultCode::from_number(number) {
                assert_eq!(code.number(), number);
                assert!(code.to_string().ends_with('.'), "{code:?}");
            }
        }
        assert_eq!(ResultCode::from_number(41), Some(ResultCode::Cancelled));
        assert_eq!(ResultCode::from_number(5), None);
    }

    #[test]
    fn a_transfer_is_what_its_items_are() {
        use ItemCode::{Failed, Success, Warning};
        assert_eq!(of_items([Success, Warning]), ResultCode::Success);
        assert_eq!(of_items([Success, Failed]), ResultCode::PartlySuccessful);
        assert_eq!(of_items([Failed, Warning]), ResultCode::PartlySuccessful);
        assert_eq!(of_items([Failed, Failed]), ResultCode::NothingTransferred);
        assert_eq!(of_items([]), ResultCode::Success);
    }
}
