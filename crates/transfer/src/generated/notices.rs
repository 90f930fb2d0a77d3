//! Numbered messages for operators.
//!
//! Generated from `tables/transfer_notices.csv` by `cargo xtask generate`; do not edit.

#![allow(missing_docs)]

use ferromq_mqi::notice::{Notice, Severity};

pub static BFGAG0179: Notice = Notice { id: "BFGAG0179", label: "BFGAG0179S", severity: Severity::Severe, text: "Agent {agent} ended abnormally with return code {code}.", explanation: "It cannot go on without what its log names. Its transfers rest where they are.", action: "Read the log of the agent and mend what it names; then start the agent again. Its transfers go on from their last checkpoints." };
pub static BFGCL0030: Notice = Notice { id: "BFGCL0030", label: "BFGCL0030I", severity: Severity::Information, text: "The request to start agent {agent} on this machine has been submitted.", explanation: "The agent starts in the background.", action: "None. fteShowAgentDetails tells when it is ready." };
pub static BFGCL0031: Notice = Notice { id: "BFGCL0031", label: "BFGCL0031I", severity: Severity::Information, text: "The log files of the agent are in: {directory}", explanation: "They tell how the start goes on.", action: "None." };
pub static BFGCL0035: Notice = Notice { id: "BFGCL0035", label: "BFGCL0035I", severity: Severity::Information, text: "Transfer request issued. The request ID is: {id}", explanation: "The request is on the command queue of the source agent. The number is that of the transfer.", action: "None." };
pub static BFGCL0092: Notice = Notice { id: "BFGCL0092", label: "BFGCL0092I", severity: Severity::Information, text: "Give these MQSC commands to queue manager {q_mgr} to delete the queues of the agent:", explanation: "The command does not delete them by itself.", action: "Run them with runmqsc on that queue manager." };
pub static BFGCL0137: Notice = Notice { id: "BFGCL0137", label: "BFGCL0137I", severity: Severity::Information, text: "The request to cancel transfer {id} was issued to agent {agent}.", explanation: "The agent answers when the transfer is cancelled.", action: "None." };
pub static BFGCL0182: Notice = Notice { id: "BFGCL0182", label: "BFGCL0182I", severity: Severity::Information, text: "The request is waiting to be processed.", explanation: "It is on the command queue and the agent has not answered yet.", action: "None. If it takes long look whether the agent runs." };
pub static BFGCL0192: Notice = Notice { id: "BFGCL0192", label: "BFGCL0192I", severity: Severity::Information, text: "The request to delete monitor {monitor} was issued to agent {agent}.", explanation: "The agent stops and forgets the monitor.", action: "None." };
pub static BFGCL0196: Notice = Notice { id: "BFGCL0196", label: "BFGCL0196I", severity: Severity::Information, text: "Transfer {id} was cancelled.", explanation: "Files that were complete stay. The one that was under way is removed.", action: "None." };
pub static BFGCL0212: Notice = Notice { id: "BFGCL0212", label: "BFGCL0212I", severity: Severity::Information, text: "Ping of agent {agent} issued.", explanation: "It waits for the answer of the agent.", action: "None." };
pub static BFGCL0213: Notice = Notice { id: "BFGCL0213", label: "BFGCL0213I", severity: Severity::Information, text: "Agent {agent} responded to ping in {seconds} seconds.", explanation: "The agent runs and takes requests.", action: "None." };
pub static BFGCL0214: Notice = Notice { id: "BFGCL0214", label: "BFGCL0214W", severity: Severity::Warning, text: "Agent {agent} did not respond to ping within {seconds} seconds.", explanation: "It does not run or is not connected or has much to do.", action: "Look at fteShowAgentDetails and at its log." };
pub static BFGCL0245: Notice = Notice { id: "BFGCL0245", label: "BFGCL0245I", severity: Severity::Information, text: "The file {file} has been created successfully.", explanation: "It is part of the configuration.", action: "None." };
pub static BFGCL0251: Notice = Notice { id: "BFGCL0251", label: "BFGCL0251I", severity: Severity::Information, text: "The request has completed successfully.", explanation: "None.", action: "None." };
pub static BFGCL0254: Notice = Notice { id: "BFGCL0254", label: "BFGCL0254I", severity: Severity::Information, text: "Agent {agent} was configured and is not registered with its coordination queue manager: {reason}", explanation: "Everything on this machine is done. Nobody sees the agent in lists before it has started once or is registered.", action: "Start the agent when the coordination queue manager can be reached." };
pub static BFGCL0282: Notice = Notice { id: "BFGCL0282", label: "BFGCL0282I", severity: Severity::Information, text: "The agent has been deregistered from coordination queue manager {q_mgr}.", explanation: "Lists of agents no longer have it.", action: "None." };
pub static BFGCL0287: Notice = Notice { id: "BFGCL0287", label: "BFGCL0287I", severity: Severity::Information, text: "The request to start logger {logger} on this machine has been submitted.", explanation: "The logger starts in the background.", action: "None." };
pub static BFGCL0415: Notice = Notice { id: "BFGCL0415", label: "BFGCL0415I", severity: Severity::Information, text: "Logger {logger} is being configured.", explanation: "Its directory and files are made.", action: "None." };
pub static BFGCL0424: Notice = Notice { id: "BFGCL0424", label: "BFGCL0424I", severity: Severity::Information, text: "Logger {logger} has been configured on this machine.", explanation: "It can be started when its queues are there.", action: "Define its queues; then fteStartLogger starts it." };
pub static BFGCL0425: Notice = Notice { id: "BFGCL0425", label: "BFGCL0425I", severity: Severity::Information, text: "Define these objects on queue manager {q_mgr} before the logger is started:", explanation: "The command does not define them by itself.", action: "Run them with runmqsc on that queue manager." };
pub static BFGCL0426: Notice = Notice { id: "BFGCL0426", label: "BFGCL0426I", severity: Severity::Information, text: "The commands are in the file {file}.", explanation: "None.", action: "None." };
pub static BFGCL0468: Notice = Notice { id: "BFGCL0468", label: "BFGCL0468I", severity: Severity::Information, text: "The request to stop agent {agent} has been issued.", explanation: "It waits for the agent to take it.", action: "None." };
pub static BFGCL0526: Notice = Notice { id: "BFGCL0526", label: "BFGCL0526I", severity: Severity::Information, text: "The log files of the logger are in: {directory}", explanation: "They tell how the start goes on.", action: "None." };
pub static BFGCL0528: Notice = Notice { id: "BFGCL0528", label: "BFGCL0528I", severity: Severity::Information, text: "The request to stop logger {logger} has been issued.", explanation: "It waits for the logger to take it.", action: "None." };
pub static BFGCL0529: Notice = Notice { id: "BFGCL0529", label: "BFGCL0529I", severity: Severity::Information, text: "Logger {logger} has stopped.", explanation: "None.", action: "None." };
pub static BFGCL0553: Notice = Notice { id: "BFGCL0553", label: "BFGCL0553I", severity: Severity::Information, text: "Agent {agent} has processed the request to stop.", explanation: "It takes nothing new and ends when its transfers are done or at once if that was asked for.", action: "None." };
pub static BFGCL9001: Notice = Notice { id: "BFGCL9001", label: "BFGCL9001E", severity: Severity::Error, text: "{what} is not a name of an agent: {reason}", explanation: "Names of agents become parts of names of queues.", action: "Choose a name of up to 28 letters and digits and . and _." };
pub static BFGCL9002: Notice = Notice { id: "BFGCL9002", label: "BFGCL9002E", severity: Severity::Error, text: "The configuration has no {what}. Expected is {file}.", explanation: "It was not set up or is that of another coordination queue manager.", action: "Set it up or name the right coordination queue manager with -p." };
pub static BFGCL9003: Notice = Notice { id: "BFGCL9003", label: "BFGCL9003E", severity: Severity::Error, text: "The option {option} is not one of this command.", explanation: "The command line is not understood.", action: "Read what the command prints for -?." };
pub static BFGCL9004: Notice = Notice { id: "BFGCL9004", label: "BFGCL9004E", severity: Severity::Error, text: "Queue manager {q_mgr} refused {what}: {reason}", explanation: "What was asked for was not done.", action: "Mend what the reason names and repeat the command." };
pub static BFGCM0238: Notice = Notice { id: "BFGCM0238", label: "BFGCM0238I", severity: Severity::Information, text: "Give these MQSC commands to queue manager {q_mgr} to define the queues of the agent:", explanation: "The command does not define them by itself.", action: "Run them with runmqsc on that queue manager." };
pub static BFGCM0239: Notice = Notice { id: "BFGCM0239", label: "BFGCM0239I", severity: Severity::Information, text: "The commands are in the file {file}.", explanation: "None.", action: "None." };
pub static BFGCM0241: Notice = Notice { id: "BFGCM0241", label: "BFGCM0241I", severity: Severity::Information, text: "The agent can be started when its queues are defined.", explanation: "None.", action: "Define them; then fteStartAgent starts it." };
pub static BFGCM0242: Notice = Notice { id: "BFGCM0242", label: "BFGCM0242I", severity: Severity::Information, text: "Give these MQSC commands to the coordination queue manager {q_mgr}:", explanation: "The command does not define anything by itself.", action: "Run them with runmqsc on that queue manager." };
pub static BFGCM0243: Notice = Notice { id: "BFGCM0243", label: "BFGCM0243I", severity: Severity::Information, text: "The commands are in the file {file}.", explanation: "None.", action: "None." };
pub static BFGIO0001: Notice = Notice { id: "BFGIO0001", label: "BFGIO0001E", severity: Severity::Error, text: "The file {file} is not there.", explanation: "Nobody made it or it was moved or the agent may not look into its directory.", action: "Correct the name or the rights." };
pub static BFGIO0006: Notice = Notice { id: "BFGIO0006", label: "BFGIO0006E", severity: Severity::Error, text: "The destination {file} is there already.", explanation: "The request says that nothing is to be replaced.", action: "Ask for -de overwrite or remove the file." };
pub static BFGIO0341: Notice = Notice { id: "BFGIO0341", label: "BFGIO0341E", severity: Severity::Error, text: "Renaming {part} to {file} failed: {reason}", explanation: "Everything was written and could not be given its name. Something outside may have moved the part file away.", action: "Keep other programs off files that end in .part." };
pub static BFGIO9001: Notice = Notice { id: "BFGIO9001", label: "BFGIO9001E", severity: Severity::Error, text: "Reading {file} failed: {reason}", explanation: "The item fails.", action: "Mend what the reason names and repeat the transfer." };
pub static BFGIO9002: Notice = Notice { id: "BFGIO9002", label: "BFGIO9002E", severity: Severity::Error, text: "Writing {file} failed: {reason}", explanation: "The item fails.", action: "Mend what the reason names and repeat the transfer." };
pub static BFGIO9003: Notice = Notice { id: "BFGIO9003", label: "BFGIO9003E", severity: Severity::Error, text: "The path {file} lies outside of what the agent may use.", explanation: "A sandbox or the command path denies it.", action: "Use another path or have the sandbox of the agent changed." };
pub static BFGIO9004: Notice = Notice { id: "BFGIO9004", label: "BFGIO9004E", severity: Severity::Error, text: "The checksum of {file} is {found} where {wanted} was sent.", explanation: "What was written is not what was read. It is not kept.", action: "Repeat the transfer; if it happens again look at disks and memory of both machines." };
pub static BFGIO9005: Notice = Notice { id: "BFGIO9005", label: "BFGIO9005E", severity: Severity::Error, text: "The pattern {pattern} fits no file.", explanation: "There is nothing to transfer.", action: "Correct the pattern." };
pub static BFGMQ1041: Notice = Notice { id: "BFGMQ1041", label: "BFGMQ1041E", severity: Severity::Error, text: "Connecting to queue manager {q_mgr} was refused: reason {reason}.", explanation: "The user or the password or the channel does not suit it.", action: "Mend what the reason names; credentials are in the file that the configuration names." };
pub static BFGPR0127: Notice = Notice { id: "BFGPR0127", label: "BFGPR0127W", severity: Severity::Warning, text: "No credentials file was named for connecting to the queue manager. It is taken that it asks for none.", explanation: "The configuration has no key for such a file.", action: "None if connections need no password. Otherwise name the file in the configuration." };
pub static BFGRP0032: Notice = Notice { id: "BFGRP0032", label: "BFGRP0032I", severity: Severity::Information, text: "The file transfer request has completed successfully.", explanation: "Every item arrived.", action: "None." };
pub static BFGRP0033: Notice = Notice { id: "BFGRP0033", label: "BFGRP0033W", severity: Severity::Warning, text: "Some of the files were transferred and some were not.", explanation: "The audit tells of each.", action: "Read the results of the items; repeat the transfer for those that failed." };
pub static BFGRP0034: Notice = Notice { id: "BFGRP0034", label: "BFGRP0034E", severity: Severity::Error, text: "No file was transferred.", explanation: "The audit tells why for each.", action: "Read the results of the items." };
pub static BFGRP9001: Notice = Notice { id: "BFGRP9001", label: "BFGRP9001I", severity: Severity::Information, text: "The transfer was cancelled.", explanation: "Files that were complete stay. The one that was under way is removed.", action: "None." };
pub static BFGRP9002: Notice = Notice { id: "BFGRP9002", label: "BFGRP9002E", severity: Severity::Error, text: "The request is not understood: {reason}", explanation: "Nothing was done.", action: "Correct the request." };
pub static BFGRP9003: Notice = Notice { id: "BFGRP9003", label: "BFGRP9003E", severity: Severity::Error, text: "The request is for agent {wanted} and this is agent {agent}.", explanation: "Nothing was done.", action: "Put the request on the command queue of the agent it names." };
pub static BFGRP9004: Notice = Notice { id: "BFGRP9004", label: "BFGRP9004I", severity: Severity::Information, text: "The condition of the trigger is not met. Nothing was transferred.", explanation: "The request says what has to be so first.", action: "None." };
pub static BFGRP9005: Notice = Notice { id: "BFGRP9005", label: "BFGRP9005E", severity: Severity::Error, text: "User {user} may not do this: {what}", explanation: "The authority queues of the agent decide it.", action: "Have the authority given or ask for something else." };
pub static BFGRP9006: Notice = Notice { id: "BFGRP9006", label: "BFGRP9006E", severity: Severity::Error, text: "The transfer did not recover within {seconds} seconds.", explanation: "What was written of the file under way is removed.", action: "Look at what interrupted it; repeat the transfer." };
pub static BFGRP9007: Notice = Notice { id: "BFGRP9007", label: "BFGRP9007E", severity: Severity::Error, text: "Agent {agent} takes no further transfers; {count} are waiting.", explanation: "Its limit of queued transfers is reached.", action: "Wait until some are done or raise maxQueuedTransfers." };
pub static BFGRP9008: Notice = Notice { id: "BFGRP9008", label: "BFGRP9008E", severity: Severity::Error, text: "Agent {agent} cannot be reached: {reason}", explanation: "Nothing was transferred.", action: "Look whether its queue manager and the channels to it run." };
pub static BFGRP9009: Notice = Notice { id: "BFGRP9009", label: "BFGRP9009E", severity: Severity::Error, text: "An item has {kind} as its destination which this agent has not.", explanation: "Data sets and file spaces are on other platforms.", action: "Ask for a file or a directory or a queue." };
pub static BFGSS0024: Notice = Notice { id: "BFGSS0024", label: "BFGSS0024E", severity: Severity::Error, text: "An operation on queue {queue} of the agent failed with reason {reason}.", explanation: "The agent cannot keep its state there. It takes no new requests.", action: "Mend what the reason names; the attribute it is about is MAXDEPTH or MAXMSGL or PUT or GET mostly." };
pub static BFGSS0029: Notice = Notice { id: "BFGSS0029", label: "BFGSS0029E", severity: Severity::Error, text: "Queue {queue} of the agent cannot be opened: reason {reason}.", explanation: "The agent cannot work without it and ends.", action: "Define the queues with the commands fteCreateAgent has written." };
pub static BFGTR0072: Notice = Notice { id: "BFGTR0072", label: "BFGTR0072E", severity: Severity::Error, text: "The item failed: {reason}", explanation: "Other items of the transfer go on.", action: "Mend what the reason names and repeat the transfer for it." };
pub static BFGTR0075: Notice = Notice { id: "BFGTR0075", label: "BFGTR0075W", severity: Severity::Warning, text: "The source {file} was not deleted because it may have changed since it was read.", explanation: "The transfer was interrupted and the file was not held all the time.", action: "Compare source and destination; delete the source by hand." };
pub static BFGTR9001: Notice = Notice { id: "BFGTR9001", label: "BFGTR9001W", severity: Severity::Warning, text: "The source {file} was not deleted: {reason}", explanation: "The transfer itself is complete.", action: "Delete it by hand." };

/// Every notice, by id.
pub static ALL: [&Notice; 62] = [
    &BFGAG0179,
    &BFGCL0030,
    &BFGCL0031,
    &BFGCL0035,
    &BFGCL0092,
    &BFGCL0137,
    &BFGCL0182,
    &BFGCL0192,
    &BFGCL0196,
    &BFGCL0212,
    &BFGCL0213,
    &BFGCL0214,
    &BFGCL0245,
    &BFGCL0251,
    &BFGCL0254,
    &BFGCL0282,
    &BFGCL0287,
    &BFGCL0415,
    &BFGCL0424,
    &BFGCL0425,
    &BFGCL0426,
    &BFGCL0468,
    &BFGCL0526,
    &BFGCL0528,
    &BFGCL0529,
    &BFGCL0553,
    &BFGCL9001,
    &BFGCL9002,
    &BFGCL9003,
    &BFGCL9004,
    &BFGCM0238,
    &BFGCM0239,
    &BFGCM0241,
    &BFGCM0242,
    &BFGCM0243,
    &BFGIO0001,
    &BFGIO0006,
    &BFGIO0341,
    &BFGIO9001,
    &BFGIO9002,
    &BFGIO9003,
    &BFGIO9004,
    &BFGIO9005,
    &BFGMQ1041,
    &BFGPR0127,
    &BFGRP0032,
    &BFGRP0033,
    &BFGRP0034,
    &BFGRP9001,
    &BFGRP9002,
    &BFGRP9003,
    &BFGRP9004,
    &BFGRP9005,
    &BFGRP9006,
    &BFGRP9007,
    &BFGRP9008,
    &BFGRP9009,
    &BFGSS0024,
    &BFGSS0029,
    &BFGTR0072,
    &BFGTR0075,
    &BFGTR9001,
];
