//! Numbered messages for operators.
//!
//! Generated from `tables/transfer_notices.csv` by `cargo xtask generate`; do not edit.

#![allow(missing_docs)]

use ferromq_mqi::notice::{Notice, Severity};

pub static BFGAG0179: Notice = Notice { id: "BFGAG0179", label: "BFGAG0179S", severity: Severity::Severe, text: "Agent {agent} ended abnormally with return code {code}.", explanation: "It cannot go on without what its log names. Its transfers rest where they are.", action: "Read the log of the agent and mend what it names; then start the agent again. Its transfers go on from their last checkpoints." };
pub static BFGAG9500: Notice = Notice { id: "BFGAG9500", label: "BFGAG9500I", severity: Severity::Information, text: "Agent {agent} of version {env} begins.", explanation: "The process of the agent has read its settings and holds its lock. It connects next.", action: "None." };
pub static BFGAG9501: Notice = Notice { id: "BFGAG9501", label: "BFGAG9501I", severity: Severity::Information, text: "The agent has ended.", explanation: "The agent was asked to end. Transfers that ran rest at their last checkpoint and go on when it starts again.", action: "None." };
pub static BFGAG9502: Notice = Notice { id: "BFGAG9502", label: "BFGAG9502I", severity: Severity::Information, text: "Agent {agent} is ready at queue manager {q_mgr}.", explanation: "It has its queues and has taken up what was kept of earlier transfers.", action: "None." };
pub static BFGAG9503: Notice = Notice { id: "BFGAG9503", label: "BFGAG9503E", severity: Severity::Error, text: "Agent {agent} ended at once ({status}). Its log says why: {logs}", explanation: "The new process ended before the agent was ready.", action: "Read the end of the log it names; exit code 78 means that the settings do not allow a start." };
pub static BFGAG9504: Notice = Notice { id: "BFGAG9504", label: "BFGAG9504W", severity: Severity::Warning, text: "{topic} cannot be published at coordination queue manager {to}: {reason}. Files are transferred all the same.", explanation: "Status and audit of the agent do not reach subscribers until that is mended; what was not published of the audit is lost to them.", action: "Look whether the coordination queue manager was set up and is reached by a channel; and whether the user of the agent may put on SYSTEM.FTE there." };
pub static BFGAG9505: Notice = Notice { id: "BFGAG9505", label: "BFGAG9505W", severity: Severity::Warning, text: "A message on the command queue is not taken: {why}", explanation: "The message has the format of agents and is not understood. It is gone.", action: "Look at who may put on the command queue; agents of one version understand one another." };
pub static BFGAG9506: Notice = Notice { id: "BFGAG9506", label: "BFGAG9506W", severity: Severity::Warning, text: "A message on the reply queue is not taken: {why}", explanation: "The message has the format of agents and is not understood. It is gone.", action: "Look at who may put on the reply queue; only other agents need that." };
pub static BFGAG9507: Notice = Notice { id: "BFGAG9507", label: "BFGAG9507E", severity: Severity::Error, text: "This version does not know {what} yet.", explanation: "The request asks for something that is documented and not built here. Nothing was done.", action: "Ask for something else; COMPAT.md says what there is." };
pub static BFGAG9508: Notice = Notice { id: "BFGAG9508", label: "BFGAG9508W", severity: Severity::Warning, text: "The answer to request {id} cannot be put on {queue}: {reason}", explanation: "Whoever has asked waits for the answer in vain. What was asked for goes on.", action: "Look whether the reply queue of the request still exists; a command that was interrupted has taken its queue with it." };
pub static BFGAG9509: Notice = Notice { id: "BFGAG9509", label: "BFGAG9509W", severity: Severity::Warning, text: "What is kept of transfer {id} cannot be read: {why}", explanation: "A message of the state queue is not one of this agent or is damaged. The transfer does not go on.", action: "Repeat the transfer; fteCleanAgent -ims takes such messages away." };
pub static BFGAG9510: Notice = Notice { id: "BFGAG9510", label: "BFGAG9510W", severity: Severity::Warning, text: "The request kept of transfer {id} cannot be read.", explanation: "The transfer cannot go on without it.", action: "Repeat the transfer; fteCleanAgent -trs takes away what is kept of it." };
pub static BFGAG9511: Notice = Notice { id: "BFGAG9511", label: "BFGAG9511W", severity: Severity::Warning, text: "What is kept on the event queue as {id} cannot be read: {why}", explanation: "The agent goes on without it.", action: "Look at who put it; and at the queues of the agent." };
pub static BFGAG9520: Notice = Notice { id: "BFGAG9520", label: "BFGAG9520I", severity: Severity::Information, text: "The sandboxes of users were read again from {file}.", explanation: "The file has changed. Transfers get at what it says from now on and those that run as well.", action: "None." };
pub static BFGAG9521: Notice = Notice { id: "BFGAG9521", label: "BFGAG9521W", severity: Severity::Warning, text: "The sandboxes of users cannot be read again. What was read before stays in force. {problem}", explanation: "The file has changed and cannot be used as it is.", action: "Mend what the message names; the file is looked at again." };
pub static BFGAG9530: Notice = Notice { id: "BFGAG9530", label: "BFGAG9530I", severity: Severity::Information, text: "An instance of the agent at {host} waits to take over.", explanation: "It has told so. It begins to work when this one ends or loses its connection.", action: "None." };
pub static BFGAG9531: Notice = Notice { id: "BFGAG9531", label: "BFGAG9531I", severity: Severity::Information, text: "The instance of the agent at {host} does not wait any more.", explanation: "It was stopped.", action: "Start it again where it is to take over when this one ends." };
pub static BFGAG9532: Notice = Notice { id: "BFGAG9532", label: "BFGAG9532W", severity: Severity::Warning, text: "The instance of the agent at {host} has told nothing for a while.", explanation: "It is not told of any more. standbyStatusDiscardTime says after how long; it may have ended without saying so or be without a connection.", action: "Look whether it runs." };
pub static BFGAG9533: Notice = Notice { id: "BFGAG9533", label: "BFGAG9533I", severity: Severity::Information, text: "Agent {agent} ends {how}. User {user} has asked for that.", explanation: "The request was put on its command queue by fteStopAgent -m.", action: "None." };
pub static BFGAG9534: Notice = Notice { id: "BFGAG9534", label: "BFGAG9534I", severity: Severity::Information, text: "Another instance of agent {agent} works. This one waits to take over.", explanation: "Whoever has the queue SYSTEM.FTE.HA of the agent works. This instance tries to open it every {seconds} seconds.", action: "None." };
pub static BFGAG9535: Notice = Notice { id: "BFGAG9535", label: "BFGAG9535I", severity: Severity::Information, text: "This instance of agent {agent} takes over.", explanation: "No other instance works any more. Transfers go on from their last checkpoints.", action: "None." };
pub static BFGAG9540: Notice = Notice { id: "BFGAG9540", label: "BFGAG9540I", severity: Severity::Information, text: "Levels were changed: {what}.", explanation: "Somebody has asked for it with fteSetAgentLogLevel, fteSetAgentTraceLevel or fteSetLoggerTraceLevel. It counts until the process ends.", action: "None." };
pub static BFGAG9541: Notice = Notice { id: "BFGAG9541", label: "BFGAG9541W", severity: Severity::Warning, text: "Nobody can change the levels of logs and traces of this process while it runs: {error}.", explanation: "The socket beside its log could not be made.", action: "Mend what is wrong with the directory of its logs, and start it again." };
pub static BFGAU9500: Notice = Notice { id: "BFGAU9500", label: "BFGAU9500W", severity: Severity::Warning, text: "What user {user} says as an agent does not count: it may not {right}.", explanation: "With authorityChecking or with sandboxes of users only agents that have the authority are heard.", action: "Give the user of that agent the authority on the authority queue of this one; or ask who it is." };
pub static BFGAU9501: Notice = Notice { id: "BFGAU9501", label: "BFGAU9501E", severity: Severity::Error, text: "User {user} may not {right}.", explanation: "The authority queues of the agent decide it. Nothing was done.", action: "Have the authority given with SET AUTHREC or ask for something else." };
pub static BFGAU9502: Notice = Notice { id: "BFGAU9502", label: "BFGAU9502E", severity: Severity::Error, text: "One of the agents checks authorities and the other does not. The source is agent {agent}.", explanation: "The transfer does not begin: authorityChecking has to be the same at both.", action: "Set authorityChecking alike in agent.properties of both agents and start them again." };
pub static BFGBR9500: Notice = Notice { id: "BFGBR9500", label: "BFGBR9500E", severity: Severity::Error, text: "Agent {agent} is a bridge and looks at no triggers.", explanation: "The transfer does not begin.", action: "Leave the trigger out or ask an agent that has files of its own." };
pub static BFGBR9501: Notice = Notice { id: "BFGBR9501", label: "BFGBR9501E", severity: Severity::Error, text: "Agent {agent} is a bridge and has no monitors.", explanation: "The monitor is not made.", action: "Have an agent that has files of its own watch them." };
pub static BFGBR9502: Notice = Notice { id: "BFGBR9502", label: "BFGBR9502E", severity: Severity::Error, text: "The agent is a bridge. {file}: {problem}.", explanation: "The agent does not start.", action: "Mend what the message says and start the agent." };
pub static BFGBR9503: Notice = Notice { id: "BFGBR9503", label: "BFGBR9503I", severity: Severity::Information, text: "{file} was read again.", explanation: "What begins now is on the servers it names.", action: "None." };
pub static BFGBR9504: Notice = Notice { id: "BFGBR9504", label: "BFGBR9504E", severity: Severity::Error, text: "{file} was not read again: {problem}.", explanation: "The agent goes on with what it read before.", action: "Mend what the message says." };
pub static BFGCH9500: Notice = Notice { id: "BFGCH9500", label: "BFGCH9500E", severity: Severity::Error, text: "The request is for agent {named}@{named_2}; this is {own}@{own_2}.", explanation: "The request lies on the command queue of another agent than it names. Nothing was done.", action: "Put it on the command queue of the agent that it names as its source." };
pub static BFGCH9501: Notice = Notice { id: "BFGCH9501", label: "BFGCH9501E", severity: Severity::Error, text: "The request is longer than {REQUEST_BYTES_MAX} bytes.", explanation: "A request is kept whole until its transfer has ended. Nothing was done.", action: "Split it into several or name directories and patterns instead of files." };
pub static BFGCH9502: Notice = Notice { id: "BFGCH9502", label: "BFGCH9502E", severity: Severity::Error, text: "Both ends of an item are queues.", explanation: "At least one end of an item is a file. Nothing was done.", action: "Let a program move messages between queues." };
pub static BFGCH9503: Notice = Notice { id: "BFGCH9503", label: "BFGCH9503E", severity: Severity::Error, text: "A destination of type {kind} is not for agents of this platform.", explanation: "That kind of destination is of other platforms. Nothing was done.", action: "Ask for a file or a directory." };
pub static BFGCH9504: Notice = Notice { id: "BFGCH9504", label: "BFGCH9504E", severity: Severity::Error, text: "A path is longer than {most} bytes.", explanation: "No file of the system has such a path. Nothing was done.", action: "Correct the request." };
pub static BFGCH9520: Notice = Notice { id: "BFGCH9520", label: "BFGCH9520E", severity: Severity::Error, text: "The messages of {queue} become one file and the destination is a directory: name a file.", explanation: "What was asked for was not done.", action: "Mend what it names and try again." };
pub static BFGCH9521: Notice = Notice { id: "BFGCH9521", label: "BFGCH9521E", severity: Severity::Error, text: "The request cannot be carried out: {why}.", explanation: "What was asked for was not done.", action: "Mend what it names and try again." };
pub static BFGCH9522: Notice = Notice { id: "BFGCH9522", label: "BFGCH9522E", severity: Severity::Error, text: "Messages of {queue} cannot be read: the agent is at queue manager {q_mgr}.", explanation: "What was asked for was not done.", action: "Ask an agent of that queue manager." };
pub static BFGCH9580: Notice = Notice { id: "BFGCH9580", label: "BFGCH9580E", severity: Severity::Error, text: "The name of the destination agent is longer than {agent} bytes or that of its queue manager than {q_mgr}.", explanation: "What was asked for was not done.", action: "Mend what it names and try again." };
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
pub static BFGCL0242: Notice = Notice { id: "BFGCL0242", label: "BFGCL0242W", severity: Severity::Warning, text: "No monitor fits what the command names.", explanation: "Agents publish their monitors at the coordination queue manager.", action: "Name others or look whether the agent has started." };
pub static BFGCL0245: Notice = Notice { id: "BFGCL0245", label: "BFGCL0245I", severity: Severity::Information, text: "The file {file} has been created successfully.", explanation: "It is part of the configuration.", action: "None." };
pub static BFGCL0251: Notice = Notice { id: "BFGCL0251", label: "BFGCL0251I", severity: Severity::Information, text: "The request has completed successfully.", explanation: "None.", action: "None." };
pub static BFGCL0254: Notice = Notice { id: "BFGCL0254", label: "BFGCL0254I", severity: Severity::Information, text: "Agent {agent} was configured and is not registered with its coordination queue manager: {reason}", explanation: "Everything on this machine is done. Nobody sees the agent in lists before it has started once or is registered.", action: "Start the agent when the coordination queue manager can be reached." };
pub static BFGCL0282: Notice = Notice { id: "BFGCL0282", label: "BFGCL0282I", severity: Severity::Information, text: "The agent has been deregistered from coordination queue manager {q_mgr}.", explanation: "Lists of agents no longer have it.", action: "None." };
pub static BFGCL0287: Notice = Notice { id: "BFGCL0287", label: "BFGCL0287I", severity: Severity::Information, text: "The request to start logger {logger} on this machine has been submitted.", explanation: "The logger starts in the background.", action: "None." };
pub static BFGCL0392: Notice = Notice { id: "BFGCL0392", label: "BFGCL0392I", severity: Severity::Information, text: "The servers of the bridge are in {file}.", explanation: "They can be changed there; a running agent reads them again.", action: "None." };
pub static BFGCL0415: Notice = Notice { id: "BFGCL0415", label: "BFGCL0415I", severity: Severity::Information, text: "Logger {logger} is being configured.", explanation: "Its directory and files are made.", action: "None." };
pub static BFGCL0424: Notice = Notice { id: "BFGCL0424", label: "BFGCL0424I", severity: Severity::Information, text: "Logger {logger} has been configured on this machine.", explanation: "It can be started when its queues are there.", action: "Define its queues; then fteStartLogger starts it." };
pub static BFGCL0425: Notice = Notice { id: "BFGCL0425", label: "BFGCL0425I", severity: Severity::Information, text: "Define these objects on queue manager {q_mgr} before the logger is started:", explanation: "The command does not define them by itself.", action: "Run them with runmqsc on that queue manager." };
pub static BFGCL0426: Notice = Notice { id: "BFGCL0426", label: "BFGCL0426I", severity: Severity::Information, text: "The commands are in the file {file}.", explanation: "None.", action: "None." };
pub static BFGCL0468: Notice = Notice { id: "BFGCL0468", label: "BFGCL0468I", severity: Severity::Information, text: "The request to stop agent {agent} has been issued.", explanation: "It waits for the agent to take it.", action: "None." };
pub static BFGCL0526: Notice = Notice { id: "BFGCL0526", label: "BFGCL0526I", severity: Severity::Information, text: "The log files of the logger are in: {directory}", explanation: "They tell how the start goes on.", action: "None." };
pub static BFGCL0528: Notice = Notice { id: "BFGCL0528", label: "BFGCL0528I", severity: Severity::Information, text: "The request to stop logger {logger} has been issued.", explanation: "It waits for the logger to take it.", action: "None." };
pub static BFGCL0529: Notice = Notice { id: "BFGCL0529", label: "BFGCL0529I", severity: Severity::Information, text: "Logger {logger} has stopped.", explanation: "None.", action: "None." };
pub static BFGCL0553: Notice = Notice { id: "BFGCL0553", label: "BFGCL0553I", severity: Severity::Information, text: "Agent {agent} has processed the request to stop.", explanation: "It takes nothing new and ends when its transfers are done or at once if that was asked for.", action: "None." };
pub static BFGCL0604: Notice = Notice { id: "BFGCL0604", label: "BFGCL0604I", severity: Severity::Information, text: "The diagnostics of file transfer are in {path}.", explanation: "It has configuration and logs without passwords and keys and what the audit says. Names of users and files are in it.", action: "Look at it before it is sent." };
pub static BFGCL9001: Notice = Notice { id: "BFGCL9001", label: "BFGCL9001E", severity: Severity::Error, text: "{what} is not a name of an agent: {reason}", explanation: "Names of agents become parts of names of queues.", action: "Choose a name of up to 28 letters and digits and . and _." };
pub static BFGCL9002: Notice = Notice { id: "BFGCL9002", label: "BFGCL9002E", severity: Severity::Error, text: "The configuration has no {what}. Expected is {file}.", explanation: "It was not set up or is that of another coordination queue manager.", action: "Set it up or name the right coordination queue manager with -p." };
pub static BFGCL9003: Notice = Notice { id: "BFGCL9003", label: "BFGCL9003E", severity: Severity::Error, text: "The option {option} is not one of this command.", explanation: "The command line is not understood.", action: "Read what the command prints for -?." };
pub static BFGCL9004: Notice = Notice { id: "BFGCL9004", label: "BFGCL9004E", severity: Severity::Error, text: "Queue manager {q_mgr} refused {what}: {reason}", explanation: "What was asked for was not done.", action: "Mend what the reason names and repeat the command." };
pub static BFGCL9501: Notice = Notice { id: "BFGCL9501", label: "BFGCL9501E", severity: Severity::Error, text: "Nobody knows an agent {agent}: name its queue manager or start it once.", explanation: "Neither this machine nor the coordination queue manager knows the agent so its queue manager cannot be looked up.", action: "Correct the name; or give the queue manager with -sm or -dm or -m." };
pub static BFGCL9502: Notice = Notice { id: "BFGCL9502", label: "BFGCL9502E", severity: Severity::Error, text: "{error}.", explanation: "A call to the queue manager failed while the command worked. What the command has told before that was done.", action: "Mend what the reason names and repeat the command." };
pub static BFGCL9503: Notice = Notice { id: "BFGCL9503", label: "BFGCL9503E", severity: Severity::Error, text: "Agent {agent} is there already. Repeat the command with -f to replace its configuration.", explanation: "Nothing was changed.", action: "Choose another name or give -f; its queues and what is on them stay as they are." };
pub static BFGCL9505: Notice = Notice { id: "BFGCL9505", label: "BFGCL9505I", severity: Severity::Information, text: "Agent {agent} has been configured successfully.", explanation: "Its directory and files are there; its queues are when -define was given or the MQSC was run.", action: "Start it with fteStartAgent." };
pub static BFGCL9506: Notice = Notice { id: "BFGCL9506", label: "BFGCL9506E", severity: Severity::Error, text: "Agent {agent} runs. Stop it first: fteStopAgent {agent_2}.", explanation: "The command needs the agent for itself. Nothing was changed.", action: "Stop it as the message says and repeat the command." };
pub static BFGCL9508: Notice = Notice { id: "BFGCL9508", label: "BFGCL9508E", severity: Severity::Error, text: "Agent {agent} runs already.", explanation: "Its lock is held by a process that works.", action: "None. fteShowAgentDetails shows what it is at." };
pub static BFGCL9509: Notice = Notice { id: "BFGCL9509", label: "BFGCL9509E", severity: Severity::Error, text: "Agent {agent} did not begin within 30 seconds.", explanation: "The process is there and the agent is not ready. It may still become so.", action: "Read its log; the queue manager may be slow or not there." };
pub static BFGCL9510: Notice = Notice { id: "BFGCL9510", label: "BFGCL9510E", severity: Severity::Error, text: "Agent {agent} does not run on this machine.", explanation: "No process holds its lock.", action: "Give the command on the machine where the agent runs." };
pub static BFGCL9511: Notice = Notice { id: "BFGCL9511", label: "BFGCL9511E", severity: Severity::Error, text: "Agent {agent} has not ended within 30 seconds.", explanation: "It was asked to end and may hang in a call of a file system or the queue manager.", action: "Read its log; end its process when it does not go on." };
pub static BFGCL9512: Notice = Notice { id: "BFGCL9512", label: "BFGCL9512E", severity: Severity::Error, text: "Nobody knows an agent {agent}: it has never been started or was deleted.", explanation: "Agents publish their status when they start. There is none of this one.", action: "Correct the name or start the agent." };
pub static BFGCL9513: Notice = Notice { id: "BFGCL9513", label: "BFGCL9513E", severity: Severity::Error, text: "There is no agent {agent} at queue manager {q_mgr}: {error}.", explanation: "The command queue of the agent cannot be opened there. Nothing was asked for.", action: "Correct the names; or define the queues of the agent and the way to its queue manager." };
pub static BFGCL9514: Notice = Notice { id: "BFGCL9514", label: "BFGCL9514E", severity: Severity::Error, text: "The request cannot be put: {error}.", explanation: "The command queue does not take it. Nothing was asked for.", action: "Mend what the reason names; the user needs put on the command queue of the agent." };
pub static BFGCL9515: Notice = Notice { id: "BFGCL9515", label: "BFGCL9515E", severity: Severity::Error, text: "The answer of the agent is not valid: {problem}", explanation: "What came back is no answer of an agent.", action: "Look at what else puts on the queue for answers." };
pub static BFGCL9516: Notice = Notice { id: "BFGCL9516", label: "BFGCL9516E", severity: Severity::Error, text: "No coordination queue manager was set up. Begin with fteSetupCoordination -coordinationQMgr NAME or name one with -p.", explanation: "Commands need to know which configuration is meant.", action: "Do as the message says." };
pub static BFGCL9517: Notice = Notice { id: "BFGCL9517", label: "BFGCL9517E", severity: Severity::Error, text: "The configuration has no {path}.", explanation: "It was not made or belongs to another coordination queue manager.", action: "Correct the name or set it up; -p names another configuration." };
pub static BFGCL9518: Notice = Notice { id: "BFGCL9518", label: "BFGCL9518E", severity: Severity::Error, text: "The way to the queue manager cannot be read: {failure}", explanation: "Host or port or channel of the properties make no connection name.", action: "Correct the properties that the configuration has for it." };
pub static BFGCL9519: Notice = Notice { id: "BFGCL9519", label: "BFGCL9519E", severity: Severity::Error, text: "{key}={text} in agent.properties of agent {agent} is not a number from {low} to {high}.", explanation: "The agent does not start as it is set up.", action: "Correct the value or take the key out." };
pub static BFGCL9520: Notice = Notice { id: "BFGCL9520", label: "BFGCL9520E", severity: Severity::Error, text: "The option {flag} is missing.", explanation: "The command cannot do anything without it.", action: "Give the option; -? explains the command." };
pub static BFGCL9521: Notice = Notice { id: "BFGCL9521", label: "BFGCL9521E", severity: Severity::Error, text: "{path} is there already. Repeat the command with -f to replace it.", explanation: "Nothing was changed.", action: "Give -f when it is to be replaced." };
pub static BFGCL9522: Notice = Notice { id: "BFGCL9522", label: "BFGCL9522E", severity: Severity::Error, text: "The command cannot be carried out: {text}", explanation: "The options do not go together or are not understood. Nothing was asked for.", action: "Correct them; -? explains the command." };
pub static BFGCL9523: Notice = Notice { id: "BFGCL9523", label: "BFGCL9523E", severity: Severity::Error, text: "The agent did not answer: {text}", explanation: "The request was put. It may still be carried out.", action: "Look whether the agent runs; fteShowAgentDetails -v shows its transfers." };
pub static BFGCL9525: Notice = Notice { id: "BFGCL9525", label: "BFGCL9525I", severity: Severity::Information, text: "The agent is there.", explanation: "It takes requests.", action: "None." };
pub static BFGCL9526: Notice = Notice { id: "BFGCL9526", label: "BFGCL9526I", severity: Severity::Information, text: "The transfer is being cancelled.", explanation: "What is half written is removed; files that are whole stay.", action: "None." };
pub static BFGCL9527: Notice = Notice { id: "BFGCL9527", label: "BFGCL9527E", severity: Severity::Error, text: "The transfer is being cancelled already.", explanation: "Somebody has cancelled it before.", action: "Wait until it has ended." };
pub static BFGCL9528: Notice = Notice { id: "BFGCL9528", label: "BFGCL9528E", severity: Severity::Error, text: "This agent does not know that transfer.", explanation: "It has ended or is a transfer of other agents.", action: "Correct the identifier; fteShowAgentDetails -v shows those that run." };
pub static BFGCL9530: Notice = Notice { id: "BFGCL9530", label: "BFGCL9530I", severity: Severity::Information, text: "No transfer is scheduled at agents {pattern}.", explanation: "Agents publish their schedules at the coordination queue manager.", action: "None." };
pub static BFGCL9531: Notice = Notice { id: "BFGCL9531", label: "BFGCL9531E", severity: Severity::Error, text: "What is published of monitor {monitor} of agent {agent} does not have all of it.", explanation: "It cannot be written.", action: "None." };
pub static BFGCL9532: Notice = Notice { id: "BFGCL9532", label: "BFGCL9532E", severity: Severity::Error, text: "There is a template {name} already. Delete it first or choose another name.", explanation: "Nothing was changed.", action: "fteDeleteTemplates deletes it." };
pub static BFGCL9533: Notice = Notice { id: "BFGCL9533", label: "BFGCL9533E", severity: Severity::Error, text: "There is no template {name}.", explanation: "What was asked for was not done.", action: "fteListTemplates tells which there are." };
pub static BFGCL9534: Notice = Notice { id: "BFGCL9534", label: "BFGCL9534I", severity: Severity::Information, text: "There is no template that fits.", explanation: "Templates are kept by the coordination queue manager.", action: "None." };
pub static BFGCL9540: Notice = Notice { id: "BFGCL9540", label: "BFGCL9540E", severity: Severity::Error, text: "Logger {logger} is configured already. Use -f to replace that.", explanation: "What was asked for was not done.", action: "Give -f or another name." };
pub static BFGCL9541: Notice = Notice { id: "BFGCL9541", label: "BFGCL9541E", severity: Severity::Error, text: "Logger {logger} runs. Stop it first: fteStopLogger {logger_2}", explanation: "What was asked for was not done.", action: "Stop it and try again." };
pub static BFGCL9542: Notice = Notice { id: "BFGCL9542", label: "BFGCL9542E", severity: Severity::Error, text: "Logger {logger} is not running.", explanation: "What was asked for was not done.", action: "None." };
pub static BFGCL9543: Notice = Notice { id: "BFGCL9543", label: "BFGCL9543E", severity: Severity::Error, text: "Logger {logger} has not begun within 30 seconds.", explanation: "What was asked for may still happen.", action: "Read its log." };
pub static BFGCL9544: Notice = Notice { id: "BFGCL9544", label: "BFGCL9544E", severity: Severity::Error, text: "Logger {logger} ended at once ({status}). Its log says why: {log}", explanation: "What was asked for was not done.", action: "Mend what it names and try again." };
pub static BFGCL9545: Notice = Notice { id: "BFGCL9545", label: "BFGCL9545E", severity: Severity::Error, text: "Logger {logger} has not ended within 30 seconds.", explanation: "What was asked for may still happen.", action: "Read its log." };
pub static BFGCL9547: Notice = Notice { id: "BFGCL9547", label: "BFGCL9547I", severity: Severity::Information, text: "Give these MQSC commands to queue manager {q_mgr} to delete the objects of the logger:", explanation: "The command does not delete them by itself.", action: "Run them with runmqsc on that queue manager." };
pub static BFGCL9548: Notice = Notice { id: "BFGCL9548", label: "BFGCL9548E", severity: Severity::Error, text: "Loggers are no services of this system: fteModifyLogger is for those of Windows. Have the service manager run fteStartLogger -F.", explanation: "What was asked for was not done.", action: "None." };
pub static BFGCL9549: Notice = Notice { id: "BFGCL9549", label: "BFGCL9549I", severity: Severity::Information, text: "The configuration of logger {logger} is gone. What it wrote stays in {place}.", explanation: "It was deleted.", action: "Remove that when nobody needs it." };
pub static BFGCL9550: Notice = Notice { id: "BFGCL9550", label: "BFGCL9550I", severity: Severity::Information, text: "The transfer rests.", explanation: "Nothing more of it is sent. What has arrived is kept and so is its place in the files.", action: "fteResumeTransfer has it go on; fteCancelTransfer ends it." };
pub static BFGCL9551: Notice = Notice { id: "BFGCL9551", label: "BFGCL9551I", severity: Severity::Information, text: "The transfer goes on.", explanation: "It is taken up again as soon as there is a place for it.", action: "None." };
pub static BFGCL9552: Notice = Notice { id: "BFGCL9552", label: "BFGCL9552E", severity: Severity::Error, text: "The transfer is about to end and cannot rest.", explanation: "Its destination has all of it or somebody has cancelled it.", action: "Wait until it has ended." };
pub static BFGCL9553: Notice = Notice { id: "BFGCL9553", label: "BFGCL9553E", severity: Severity::Error, text: "This agent does not send that transfer.", explanation: "It has ended or another agent is its source: that one is asked.", action: "Name its source agent; fteShowAgentDetails -v shows those that run." };
pub static BFGCL9554: Notice = Notice { id: "BFGCL9554", label: "BFGCL9554I", severity: Severity::Information, text: "To agent {agent}:", explanation: "The command asks for a transfer to each of several agents. What follows is about this one.", action: "None." };
pub static BFGCL9560: Notice = Notice { id: "BFGCL9560", label: "BFGCL9560E", severity: Severity::Error, text: "{file}: {problem}.", explanation: "The file cannot be used as it is. Nothing was changed.", action: "Mend what the message names and repeat the command." };
pub static BFGCL9561: Notice = Notice { id: "BFGCL9561", label: "BFGCL9561E", severity: Severity::Error, text: "The credentials file {file} has permissions {mode}: only its owner may be able to read it and that has to be {user}.", explanation: "Passwords are not taken from a file that others can read or change.", action: "chmod 600 the file or name another one." };
pub static BFGCL9563: Notice = Notice { id: "BFGCL9563", label: "BFGCL9563E", severity: Severity::Error, text: "Queue manager {q_mgr} does not let this user in: {failure}.", explanation: "The user or the password does not suit it.", action: "Name a credentials file in the configuration or give -mquserid and -mqpassword." };
pub static BFGCL9564: Notice = Notice { id: "BFGCL9564", label: "BFGCL9564I", severity: Severity::Information, text: "{count} users and passwords were obfuscated in {file}.", explanation: "What was obfuscated already stays as it is.", action: "None. Keep the file readable for its owner only." };
pub static BFGCL9565: Notice = Notice { id: "BFGCL9565", label: "BFGCL9565E", severity: Severity::Error, text: "Queue manager {q_mgr} cannot be reached: {failure}.", explanation: "The command is a client of it as its configuration says.", action: "Mend what the message names and repeat the command." };
pub static BFGCL9570: Notice = Notice { id: "BFGCL9570", label: "BFGCL9570E", severity: Severity::Error, text: "Say what is to be taken away: -trs -ms -ss -ims or -all.", explanation: "The command does not choose by itself.", action: "Repeat it with one of the options." };
pub static BFGCL9571: Notice = Notice { id: "BFGCL9571", label: "BFGCL9571I", severity: Severity::Information, text: "{count} messages of agent {agent} were taken away.", explanation: "What was kept of it is gone. The other end of a transfer recovers or has to be cancelled there.", action: "None." };
pub static BFGCL9572: Notice = Notice { id: "BFGCL9572", label: "BFGCL9572W", severity: Severity::Warning, text: "Agent {agent} has not begun the transfer within {seconds} seconds; {told}. The command waits on.", explanation: "The request is on the command queue of the agent. An agent that does not run or cannot connect takes it later; one that has enough to do keeps it waiting.", action: "Look at fteListAgents and at the log of the agent. Ending this command does not end the transfer." };
pub static BFGCL9573: Notice = Notice { id: "BFGCL9573", label: "BFGCL9573E", severity: Severity::Error, text: "{name} is not built: {text}.", explanation: "The command is documented and there is none here. Nothing was done.", action: "Use what the message names." };
pub static BFGCL9574: Notice = Notice { id: "BFGCL9574", label: "BFGCL9574E", severity: Severity::Error, text: "Agent {agent} of queue manager {q_mgr} has not answered the request to stop within {seconds} seconds.", explanation: "The request is on its command queue and is done when the agent takes it.", action: "Look whether the agent runs (fteShowAgentDetails) and whether the message waits on a transmission queue." };
pub static BFGCL9580: Notice = Notice { id: "BFGCL9580", label: "BFGCL9580E", severity: Severity::Error, text: "There is no logger of {coordination} on this machine. Make one: fteCreateLogger -loggerType FILE -define FL1; and start it: fteStartLogger FL1", explanation: "Loggers keep what agents tell of transfers. Without one nothing of it is kept.", action: "Make one and start it. It keeps what happens from then on." };
pub static BFGCL9581: Notice = Notice { id: "BFGCL9581", label: "BFGCL9581E", severity: Severity::Error, text: "There are several loggers: {names}. Say which with --logger.", explanation: "The command does not choose by itself.", action: "Repeat it with one of them." };
pub static BFGCL9582: Notice = Notice { id: "BFGCL9582", label: "BFGCL9582W", severity: Severity::Warning, text: "What runs now is not known of agents. What follows is what the logger has.", explanation: "The coordination queue manager could not be asked.", action: "Mend what the message before it names." };
pub static BFGCL9583: Notice = Notice { id: "BFGCL9583", label: "BFGCL9583W", severity: Severity::Warning, text: "Logger {logger} does not run. What happened since it ended is not shown.", explanation: "What agents tell meanwhile is kept for it.", action: "Start it with fteStartLogger." };
pub static BFGCL9584: Notice = Notice { id: "BFGCL9584", label: "BFGCL9584E", severity: Severity::Error, text: "Logger {logger} has nothing of transfer {id} and no agent tells that it runs.", explanation: "The transfer may be older than the files or the logger or belong to another one.", action: "Name another identifier or another logger." };
pub static BFGCL9585: Notice = Notice { id: "BFGCL9585", label: "BFGCL9585E", severity: Severity::Error, text: "The database of logger {logger} cannot be read: {why}", explanation: "What became of transfers is in its tables. Nothing is shown.", action: "Mend what it names; the tables are made when the logger is started first." };
pub static BFGCL9586: Notice = Notice { id: "BFGCL9586", label: "BFGCL9586I", severity: Severity::Information, text: "Commands without -p mean {coordination} from now on.", explanation: "It is the default configuration.", action: "None." };
pub static BFGCL9587: Notice = Notice { id: "BFGCL9587", label: "BFGCL9587W", severity: Severity::Warning, text: "{count} things could not be collected: left_out.txt in the archive names them.", explanation: "The archive has the rest.", action: "Look at the reasons." };
pub static BFGCL9590: Notice = Notice { id: "BFGCL9590", label: "BFGCL9590E", severity: Severity::Error, text: "{key}={text} in agent.properties of agent {agent} is not {words}.", explanation: "What was asked for was not done.", action: "Mend what it names and try again." };
pub static BFGCL9591: Notice = Notice { id: "BFGCL9591", label: "BFGCL9591W", severity: Severity::Warning, text: "Agent {agent} was deleted and is still in lists: {reason}", explanation: "Its files are gone. What it has told of itself and of its monitors and schedules is retained by the coordination queue manager.", action: "Give fteDeleteAgent -f when the coordination queue manager can be reached." };
pub static BFGCL9592: Notice = Notice { id: "BFGCL9592", label: "BFGCL9592E", severity: Severity::Error, text: "The connection to queue manager {q_mgr} ended while this command waited: {reason}", explanation: "The request was put: what it asks for is done whether anybody waits or not and goes on when the queue manager is back.", action: "Look with fteListAgents and ferromq transfers what becomes of it." };
pub static BFGCL9593: Notice = Notice { id: "BFGCL9593", label: "BFGCL9593I", severity: Severity::Information, text: "Agent {agent} may have instances on other machines and stays in lists.", explanation: "What one of several instances has told of itself is that of all of them.", action: "Give fteDeleteAgent -f when the last one is deleted." };
pub static BFGCL9599: Notice = Notice { id: "BFGCL9599", label: "BFGCL9599E", severity: Severity::Error, text: "{option} is {value}; it may be {wanted}.", explanation: "Nothing was made.", action: "Give the command again." };
pub static BFGCL9620: Notice = Notice { id: "BFGCL9620", label: "BFGCL9620I", severity: Severity::Information, text: "The levels of {what} were changed.", explanation: "They count from now on until its process ends. Levels for each start stand in its properties.", action: "None." };
pub static BFGCL9621: Notice = Notice { id: "BFGCL9621", label: "BFGCL9621E", severity: Severity::Error, text: "{what} does not run on this machine, or not as a process whose levels can be changed: {error}.", explanation: "Levels are changed where the process runs, by the user it runs as.", action: "Run the command on the machine of the process, and as its user, or as root; start it if it does not run." };
pub static BFGCL9622: Notice = Notice { id: "BFGCL9622", label: "BFGCL9622E", severity: Severity::Error, text: "'{value}' of {option} cannot be understood: {why}.", explanation: "Nothing was changed.", action: "Give what is documented for it." };
pub static BFGCL9623: Notice = Notice { id: "BFGCL9623", label: "BFGCL9623E", severity: Severity::Error, text: "The levels of {what} were not changed: {why}.", explanation: "The process has refused it.", action: "Do what the text says." };
pub static BFGCM0238: Notice = Notice { id: "BFGCM0238", label: "BFGCM0238I", severity: Severity::Information, text: "Give these MQSC commands to queue manager {q_mgr} to define the queues of the agent:", explanation: "The command does not define them by itself.", action: "Run them with runmqsc on that queue manager." };
pub static BFGCM0239: Notice = Notice { id: "BFGCM0239", label: "BFGCM0239I", severity: Severity::Information, text: "The commands are in the file {file}.", explanation: "None.", action: "None." };
pub static BFGCM0241: Notice = Notice { id: "BFGCM0241", label: "BFGCM0241I", severity: Severity::Information, text: "The agent can be started when its queues are defined.", explanation: "None.", action: "Define them; then fteStartAgent starts it." };
pub static BFGCM0242: Notice = Notice { id: "BFGCM0242", label: "BFGCM0242I", severity: Severity::Information, text: "Give these MQSC commands to the coordination queue manager {q_mgr}:", explanation: "The command does not define anything by itself.", action: "Run them with runmqsc on that queue manager." };
pub static BFGCM0243: Notice = Notice { id: "BFGCM0243", label: "BFGCM0243I", severity: Severity::Information, text: "The commands are in the file {file}.", explanation: "None.", action: "None." };
pub static BFGDB9500: Notice = Notice { id: "BFGDB9500", label: "BFGDB9500W", severity: Severity::Warning, text: "Message {id} of the audit cannot be kept and is on {queue}: {why}", explanation: "The logger goes on without it.", action: "Look at who published it." };
pub static BFGDB9501: Notice = Notice { id: "BFGDB9501", label: "BFGDB9501I", severity: Severity::Information, text: "Logger {logger} of version {env} begins.", explanation: "It is told for the record.", action: "None." };
pub static BFGDB9502: Notice = Notice { id: "BFGDB9502", label: "BFGDB9502I", severity: Severity::Information, text: "The logger has ended.", explanation: "It is told for the record.", action: "None." };
pub static BFGDB9503: Notice = Notice { id: "BFGDB9503", label: "BFGDB9503I", severity: Severity::Information, text: "Logger {logger} is ready at queue manager {q_mgr}.", explanation: "It is told for the record.", action: "None." };
pub static BFGDB9504: Notice = Notice { id: "BFGDB9504", label: "BFGDB9504E", severity: Severity::Error, text: "Queue manager {q_mgr} cannot be reached: {reason}. It is tried again after {seconds} seconds at most.", explanation: "The audit waits on the queue of the subscription.", action: "Start the queue manager or look at what the reason says." };
pub static BFGDB9505: Notice = Notice { id: "BFGDB9505", label: "BFGDB9505E", severity: Severity::Error, text: "What was got cannot be kept: {why}. It is tried again after {seconds} seconds at most.", explanation: "The audit waits on the queue of the subscription.", action: "Mend what it names: the disk or the database." };
pub static BFGDB9506: Notice = Notice { id: "BFGDB9506", label: "BFGDB9506E", severity: Severity::Error, text: "{error} The logger begins again after {seconds} seconds at most.", explanation: "The audit waits on the queue of the subscription.", action: "Look at what the reason says." };
pub static BFGDB9507: Notice = Notice { id: "BFGDB9507", label: "BFGDB9507E", severity: Severity::Error, text: "{error} The logger cannot go on.", explanation: "Its queues or its subscription are not there or not for its user.", action: "Define its queues and give its user the authority; then start it again." };
pub static BFGDB9508: Notice = Notice { id: "BFGDB9508", label: "BFGDB9508E", severity: Severity::Error, text: "The logger rejected {count} messages one after the other. The next is tried again after {seconds} seconds at most; what is wrong with it: {why}", explanation: "So many that cannot be kept mean that something else is wrong: a column that is too narrow or a queue with something else on it. They are not rejected any more until one can be kept.", action: "Mend the table; or look at what is on the reject queue and where the audit comes from. A logger that is stopped and started rejects again." };
pub static BFGDB9509: Notice = Notice { id: "BFGDB9509", label: "BFGDB9509E", severity: Severity::Error, text: "{file} is not a format of lines: {why}", explanation: "The logger does not start.", action: "Mend the file; or remove it and the standard format is used." };
pub static BFGDB9510: Notice = Notice { id: "BFGDB9510", label: "BFGDB9510I", severity: Severity::Information, text: "Logger {logger} writes to {database}.", explanation: "It is told for the record.", action: "None." };
pub static BFGDM9500: Notice = Notice { id: "BFGDM9500", label: "BFGDM9500E", severity: Severity::Error, text: "What is kept of the monitor is no request for one: {problem}", explanation: "It does not go on.", action: "Make the monitor again." };
pub static BFGDM9501: Notice = Notice { id: "BFGDM9501", label: "BFGDM9501W", severity: Severity::Warning, text: "Monitor {id} does not go on: {why}", explanation: "It stays and is tried again when the agent starts.", action: "Mend what it names and start the agent again." };
pub static BFGDM9502: Notice = Notice { id: "BFGDM9502", label: "BFGDM9502E", severity: Severity::Error, text: "A monitor has one task; this one has {count}.", explanation: "The monitor is not made.", action: "Correct the request." };
pub static BFGDM9503: Notice = Notice { id: "BFGDM9503", label: "BFGDM9503E", severity: Severity::Error, text: "The task of a monitor is a transfer without a schedule or a call.", explanation: "The monitor is not made.", action: "Correct the task." };
pub static BFGDM9504: Notice = Notice { id: "BFGDM9504", label: "BFGDM9504E", severity: Severity::Error, text: "The source of the monitor's task is {found}; the monitor is at {own}.", explanation: "A monitor has its own agent transfer what it finds.", action: "Name the agent of the monitor as the source agent of the task." };
pub static BFGDM9505: Notice = Notice { id: "BFGDM9505", label: "BFGDM9505I", severity: Severity::Information, text: "Monitor {name} was made by {user}.", explanation: "The agent looks at once and again after each interval.", action: "None." };
pub static BFGDM9506: Notice = Notice { id: "BFGDM9506", label: "BFGDM9506E", severity: Severity::Error, text: "The name of a monitor has up to {most} characters and none of * ? / # + among them.", explanation: "The monitor is not made.", action: "Choose another name." };
pub static BFGDM9507: Notice = Notice { id: "BFGDM9507", label: "BFGDM9507E", severity: Severity::Error, text: "There is a monitor {name} already. Repeat the command with -f to replace it.", explanation: "Nothing was changed.", action: "Replace it or choose another name." };
pub static BFGDM9508: Notice = Notice { id: "BFGDM9508", label: "BFGDM9508E", severity: Severity::Error, text: "The agent has {count} monitors and takes no more.", explanation: "The monitor is not made.", action: "Delete monitors that are not needed." };
pub static BFGDM9509: Notice = Notice { id: "BFGDM9509", label: "BFGDM9509E", severity: Severity::Error, text: "{path} is no directory at this agent.", explanation: "The monitor is not made.", action: "Make the directory or correct the path." };
pub static BFGDM9510: Notice = Notice { id: "BFGDM9510", label: "BFGDM9510I", severity: Severity::Information, text: "Monitor {name} was deleted by {user}.", explanation: "It looks no more. Transfers it has asked for go on.", action: "None." };
pub static BFGDM9511: Notice = Notice { id: "BFGDM9511", label: "BFGDM9511E", severity: Severity::Error, text: "There is no monitor {name} at this agent.", explanation: "Nothing was done.", action: "fteListMonitors tells which there are." };
pub static BFGDM9512: Notice = Notice { id: "BFGDM9512", label: "BFGDM9512I", severity: Severity::Information, text: "Monitor {name} was {what} by {user}.", explanation: "It is told for the record.", action: "None." };
pub static BFGDM9513: Notice = Notice { id: "BFGDM9513", label: "BFGDM9513E", severity: Severity::Error, text: "The condition of the monitor is not valid: {problem}", explanation: "The monitor is not made.", action: "Correct the condition." };
pub static BFGDM9514: Notice = Notice { id: "BFGDM9514", label: "BFGDM9514E", severity: Severity::Error, text: "The task of the monitor has a variable that is not valid: {problem}", explanation: "The monitor is not made.", action: "Correct the task or give the variable a value with -dv." };
pub static BFGDM9515: Notice = Notice { id: "BFGDM9515", label: "BFGDM9515E", severity: Severity::Error, text: "The monitor is to watch queue {queue} and this agent takes no queues as ends.", explanation: "The monitor is not made.", action: "Set enableQueueInputOutput to true in agent.properties and start the agent again." };
pub static BFGDM9520: Notice = Notice { id: "BFGDM9520", label: "BFGDM9520W", severity: Severity::Warning, text: "Monitor {name}: {resource} cannot be looked at: {reason}", explanation: "It is told once and again when it changes. A monitor that is there looks again after its interval; one that was asked for is not made.", action: "Mend what the reason names." };
pub static BFGDM9522: Notice = Notice { id: "BFGDM9522", label: "BFGDM9522W", severity: Severity::Warning, text: "A task of monitor {name} cannot be asked for: {reason}", explanation: "It is asked for again in a second.", action: "Look at the command queue of the agent; the agent needs the authority to set the identity of messages there." };
pub static BFGDM9523: Notice = Notice { id: "BFGDM9523", label: "BFGDM9523I", severity: Severity::Information, text: "Monitor {name} has found {what}. The transfer is {id}.", explanation: "It is told for the record.", action: "None." };
pub static BFGDM9524: Notice = Notice { id: "BFGDM9524", label: "BFGDM9524W", severity: Severity::Warning, text: "A task of monitor {name} is not asked for: {problem}", explanation: "What was found is not looked at again before it changes.", action: "Correct the task or what was found." };
pub static BFGIO0001: Notice = Notice { id: "BFGIO0001", label: "BFGIO0001E", severity: Severity::Error, text: "The file {file} is not there.", explanation: "Nobody made it or it was moved or the agent may not look into its directory.", action: "Correct the name or the rights." };
pub static BFGIO0006: Notice = Notice { id: "BFGIO0006", label: "BFGIO0006E", severity: Severity::Error, text: "The destination {file} is there already.", explanation: "The request says that nothing is to be replaced.", action: "Ask for -de overwrite or remove the file." };
pub static BFGIO0341: Notice = Notice { id: "BFGIO0341", label: "BFGIO0341E", severity: Severity::Error, text: "Renaming {part} to {file} failed: {reason}", explanation: "Everything was written and could not be given its name. Something outside may have moved the part file away.", action: "Keep other programs off files that end in .part." };
pub static BFGIO9001: Notice = Notice { id: "BFGIO9001", label: "BFGIO9001E", severity: Severity::Error, text: "Reading {file} failed: {reason}", explanation: "The item fails.", action: "Mend what the reason names and repeat the transfer." };
pub static BFGIO9002: Notice = Notice { id: "BFGIO9002", label: "BFGIO9002E", severity: Severity::Error, text: "Writing {file} failed: {reason}", explanation: "The item fails.", action: "Mend what the reason names and repeat the transfer." };
pub static BFGIO9003: Notice = Notice { id: "BFGIO9003", label: "BFGIO9003E", severity: Severity::Error, text: "The path {file} lies outside of what the agent may use.", explanation: "A sandbox or the command path denies it.", action: "Use another path or have the sandbox of the agent changed." };
pub static BFGIO9004: Notice = Notice { id: "BFGIO9004", label: "BFGIO9004E", severity: Severity::Error, text: "The checksum of {file} is {found} where {wanted} was sent.", explanation: "What was written is not what was read. It is not kept.", action: "Repeat the transfer; if it happens again look at disks and memory of both machines." };
pub static BFGIO9005: Notice = Notice { id: "BFGIO9005", label: "BFGIO9005E", severity: Severity::Error, text: "The pattern {pattern} fits no file.", explanation: "There is nothing to transfer.", action: "Correct the pattern." };
pub static BFGIO9500: Notice = Notice { id: "BFGIO9500", label: "BFGIO9500E", severity: Severity::Error, text: "There is no room for {path}: {error}.", explanation: "The file system or a quota is full. The item fails and what was written of it is removed; other items go on.", action: "Make room and repeat the transfer for it." };
pub static BFGIO9501: Notice = Notice { id: "BFGIO9501", label: "BFGIO9501E", severity: Severity::Error, text: "{wanted} is {found} files and they cannot all be {destination}: name a directory.", explanation: "A file cannot be made of several. The item fails.", action: "Name a directory as the destination (-dd)." };
pub static BFGIO9502: Notice = Notice { id: "BFGIO9502", label: "BFGIO9502E", severity: Severity::Error, text: "{path} is more than {most} directories deep.", explanation: "Directories are followed so deep and no deeper. What is below is left out and the item fails.", action: "Transfer the directory below by itself." };
pub static BFGIO9503: Notice = Notice { id: "BFGIO9503", label: "BFGIO9503E", severity: Severity::Error, text: "A path is longer than {most} bytes.", explanation: "No file of the system has such a path. The item fails.", action: "Shorten the names of directories on the way to it." };
pub static BFGIO9504: Notice = Notice { id: "BFGIO9504", label: "BFGIO9504E", severity: Severity::Error, text: "{item} is no file.", explanation: "Pipes and devices and sockets are not transferred. The item fails.", action: "Leave it out." };
pub static BFGIO9505: Notice = Notice { id: "BFGIO9505", label: "BFGIO9505E", severity: Severity::Error, text: "{path} has changed while it was transferred.", explanation: "Size or time of change or the file itself are others than when the transfer began. The item fails.", action: "Repeat the transfer for it when nobody writes the file." };
pub static BFGIO9506: Notice = Notice { id: "BFGIO9506", label: "BFGIO9506E", severity: Severity::Error, text: "Somebody writes {path}.", explanation: "The file is locked by who writes it. The item fails.", action: "Repeat the transfer for it when it is complete." };
pub static BFGIO9520: Notice = Notice { id: "BFGIO9520", label: "BFGIO9520E", severity: Severity::Error, text: "{file} cannot be written as text: {reason}.", explanation: "The item fails; others of the transfer go on.", action: "Name the code pages with -sce and -dce; or set textReplacementCharacterSequence of the destination agent: it stands for what cannot be translated." };
pub static BFGIO9530: Notice = Notice { id: "BFGIO9530", label: "BFGIO9530E", severity: Severity::Error, text: "{file} cannot become messages: {reason}.", explanation: "The item fails; others of the transfer go on.", action: "Mend what it names and repeat the transfer for it." };
pub static BFGIO9531: Notice = Notice { id: "BFGIO9531", label: "BFGIO9531E", severity: Severity::Error, text: "Putting messages on {queue} failed: {reason}.", explanation: "The item fails; others of the transfer go on. Messages that were put stay and one that is empty and the last of their group is put behind them.", action: "Mend what it names and repeat the transfer for it." };
pub static BFGIO9532: Notice = Notice { id: "BFGIO9532", label: "BFGIO9532E", severity: Severity::Error, text: "The messages of {queue} cannot be read: {reason}.", explanation: "The item fails and its messages stay on their queue.", action: "Mend what it names and repeat the transfer for it." };
pub static BFGIO9533: Notice = Notice { id: "BFGIO9533", label: "BFGIO9533W", severity: Severity::Warning, text: "Messages of {queue} that were transferred could not be taken off it: {reason}.", explanation: "The file is whole. Some of its messages or all of them are still on the queue.", action: "Take them off by hand before that queue is transferred again." };
pub static BFGIO9534: Notice = Notice { id: "BFGIO9534", label: "BFGIO9534E", severity: Severity::Error, text: "There is no message on {queue} to be transferred.", explanation: "The item fails: nothing is made of nothing. With groups it means that none is complete.", action: "Wait for messages with -sqwt or ask again when there are some." };
pub static BFGIO9541: Notice = Notice { id: "BFGIO9541", label: "BFGIO9541E", severity: Severity::Error, text: "Nothing of the transfer appears: {why}.", explanation: "Its files are to appear together or not at all and one of them cannot.", action: "Mend what it names and repeat the transfer." };
pub static BFGIO9580: Notice = Notice { id: "BFGIO9580", label: "BFGIO9580E", severity: Severity::Error, text: "Another item of the transfer goes to {file} as well.", explanation: "The item fails; others of the transfer go on.", action: "Give each file another destination." };
pub static BFGIO9581: Notice = Notice { id: "BFGIO9581", label: "BFGIO9581E", severity: Severity::Error, text: "The name of {file} is not UTF-8: it cannot be named in a request or in the audit.", explanation: "The item fails and the others go on. The name is shown with characters in place of what is not UTF-8.", action: "Give the file another name." };
pub static BFGMQ1041: Notice = Notice { id: "BFGMQ1041", label: "BFGMQ1041E", severity: Severity::Error, text: "Connecting to queue manager {q_mgr} was refused: {failure}. It is tried again every {place} seconds.", explanation: "The user or the password or the channel does not suit it.", action: "Mend what the reason names; credentials are in the file that the configuration names." };
pub static BFGMQ9500: Notice = Notice { id: "BFGMQ9500", label: "BFGMQ9500E", severity: Severity::Error, text: "Queue manager {q_mgr} is not to be had: {failure}. It is tried again every {place} seconds.", explanation: "The agent waits; transfers rest meanwhile.", action: "Start the queue manager or mend the way to it. The agent connects by itself." };
pub static BFGPC9500: Notice = Notice { id: "BFGPC9500", label: "BFGPC9500W", severity: Severity::Warning, text: "Agent {agent} ended by itself: {status}.", explanation: "It was killed or has failed. The lines in front of this one may say why.", action: "None. The controller starts it again." };
pub static BFGPC9501: Notice = Notice { id: "BFGPC9501", label: "BFGPC9501I", severity: Severity::Information, text: "Agent {agent} is started again: {count} of {most} times within the interval.", explanation: "Its transfers go on from their last checkpoint.", action: "None." };
pub static BFGPC9502: Notice = Notice { id: "BFGPC9502", label: "BFGPC9502W", severity: Severity::Warning, text: "Agent {agent} has ended too often and is started again after {seconds} seconds.", explanation: "maxRestartDelay says how long.", action: "Look at why it ends; fteStopAgent ends the wait for good." };
pub static BFGPC9503: Notice = Notice { id: "BFGPC9503", label: "BFGPC9503E", severity: Severity::Error, text: "Agent {agent} ended more than {count} times within {seconds} seconds and is not started again.", explanation: "maxRestartCount and maxRestartInterval are the limits.", action: "Mend what its log names and start it with fteStartAgent." };
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
pub static BFGRP9501: Notice = Notice { id: "BFGRP9501", label: "BFGRP9501I", severity: Severity::Information, text: "All files were transferred and {warnings} of them with a warning.", explanation: "Items with a warning arrived; mostly a source was not removed.", action: "Read the results of the items in the audit." };
pub static BFGRP9590: Notice = Notice { id: "BFGRP9590", label: "BFGRP9590E", severity: Severity::Error, text: "The limit of the transfer ferromq.rateLimit={text} is not a size of at least 64K.", explanation: "The transfer does not begin.", action: "Give bytes a second as a size such as 10MB." };
pub static BFGRP9591: Notice = Notice { id: "BFGRP9591", label: "BFGRP9591E", severity: Severity::Error, text: "The compression of the transfer ferromq.compression={text} is neither auto nor zstd nor none.", explanation: "The transfer does not begin.", action: "Give one of these words." };
pub static BFGRP9592: Notice = Notice { id: "BFGRP9592", label: "BFGRP9592E", severity: Severity::Error, text: "Whether the files of the transfer appear together is neither yes nor no: ferromq.atomic={text}.", explanation: "The transfer does not begin.", action: "Give one of these words." };
pub static BFGSC9500: Notice = Notice { id: "BFGSC9500", label: "BFGSC9500W", severity: Severity::Warning, text: "Schedule {number} does not go on: {why}", explanation: "It stays and is tried again when the agent starts.", action: "Mend what it names and start the agent again." };
pub static BFGSC9501: Notice = Notice { id: "BFGSC9501", label: "BFGSC9501E", severity: Severity::Error, text: "What is kept of the schedule is no request for a scheduled transfer.", explanation: "It does not go on.", action: "Make the schedule again." };
pub static BFGSC9502: Notice = Notice { id: "BFGSC9502", label: "BFGSC9502E", severity: Severity::Error, text: "The time zone {name} is not known here: {why}", explanation: "Nobody can say when the schedule is due.", action: "Use -tb UTC or install the files of time zones at the agent." };
pub static BFGSC9503: Notice = Notice { id: "BFGSC9503", label: "BFGSC9503I", severity: Severity::Information, text: "The transfer is scheduled with the number {number}. It happens first at {first}.", explanation: "The agent keeps it over restarts.", action: "None." };
pub static BFGSC9504: Notice = Notice { id: "BFGSC9504", label: "BFGSC9504E", severity: Severity::Error, text: "The agent has {count} schedules and takes no more.", explanation: "The transfer is not scheduled.", action: "Delete schedules that are not needed with fteDeleteScheduledTransfer." };
pub static BFGSC9505: Notice = Notice { id: "BFGSC9505", label: "BFGSC9505E", severity: Severity::Error, text: "All times of the schedule that begins at {start} have gone by.", explanation: "The transfer is not scheduled.", action: "Give a time that is still to come." };
pub static BFGSC9506: Notice = Notice { id: "BFGSC9506", label: "BFGSC9506E", severity: Severity::Error, text: "There is no schedule {number} at this agent.", explanation: "Nothing was deleted.", action: "fteListScheduledTransfers tells which there are." };
pub static BFGSC9507: Notice = Notice { id: "BFGSC9507", label: "BFGSC9507I", severity: Severity::Information, text: "Schedule {number} was deleted by {user}.", explanation: "No transfer of it begins any more. Those that run go on.", action: "None." };
pub static BFGSC9508: Notice = Notice { id: "BFGSC9508", label: "BFGSC9508I", severity: Severity::Information, text: "Schedule {number} is due. Its transfer is {id}.", explanation: "It is told for the record.", action: "None." };
pub static BFGSC9509: Notice = Notice { id: "BFGSC9509", label: "BFGSC9509W", severity: Severity::Warning, text: "The transfer of schedule {number} cannot be asked for: {reason}", explanation: "It is tried again in ten seconds; after a minute it counts as missed.", action: "Look at the command queue of the agent; the agent needs the authority to set the identity of messages there." };
pub static BFGSC9510: Notice = Notice { id: "BFGSC9510", label: "BFGSC9510W", severity: Severity::Warning, text: "{count} times of schedule {number} went by with nothing done.", explanation: "The agent did not run or was not connected or its clock was set forward.", action: "Ask for the transfer by hand if it is needed." };
pub static BFGSS0024: Notice = Notice { id: "BFGSS0024", label: "BFGSS0024E", severity: Severity::Error, text: "An operation on queue {queue} of the agent failed with reason {reason}.", explanation: "The agent cannot keep its state there. It takes no new requests.", action: "Mend what the reason names; the attribute it is about is MAXDEPTH or MAXMSGL or PUT or GET mostly." };
pub static BFGSS0029: Notice = Notice { id: "BFGSS0029", label: "BFGSS0029E", severity: Severity::Error, text: "Queue {queue} of the agent cannot be opened: reason {reason}.", explanation: "The agent cannot work without it and ends.", action: "Define the queues with the commands fteCreateAgent has written." };
pub static BFGSS9500: Notice = Notice { id: "BFGSS9500", label: "BFGSS9500E", severity: Severity::Error, text: "{error}. Define the queues of the agent with the MQSC that fteCreateAgent printed and give its user what it needs.", explanation: "The agent cannot work without its queues and ends.", action: "Do as the message says and start it again." };
pub static BFGSS9501: Notice = Notice { id: "BFGSS9501", label: "BFGSS9501W", severity: Severity::Warning, text: "{error}. Another instance of agent {agent} has its queues.", explanation: "Work goes on.", action: "Look at what it names." };
pub static BFGSS9502: Notice = Notice { id: "BFGSS9502", label: "BFGSS9502E", severity: Severity::Error, text: "{error}. The agent connects again.", explanation: "The connection is lost or a call failed. Transfers rest until there is a connection and go on then.", action: "None unless it is told again and again: mend what the reason names." };
pub static BFGTL0001: Notice = Notice { id: "BFGTL0001", label: "BFGTL0001I", severity: Severity::Information, text: "A request for a transfer was taken.", explanation: "It waits for its turn. The line is in transferlog0.json.", action: "None." };
pub static BFGTL0002: Notice = Notice { id: "BFGTL0002", label: "BFGTL0002I", severity: Severity::Information, text: "It is known which files are to be transferred.", explanation: "They are in the same line of transferlog0.json.", action: "None." };
pub static BFGTL9001: Notice = Notice { id: "BFGTL9001", label: "BFGTL9001I", severity: Severity::Information, text: "The transfer is in state {state} at its source.", explanation: "States are those of fteShowAgentDetails.", action: "None." };
pub static BFGTL9002: Notice = Notice { id: "BFGTL9002", label: "BFGTL9002I", severity: Severity::Information, text: "The destination has told of {count} items.", explanation: "With level verbose the line has each of them.", action: "None." };
pub static BFGTL9003: Notice = Notice { id: "BFGTL9003", label: "BFGTL9003I", severity: Severity::Information, text: "The transfer has ended with code {code}.", explanation: "The line has what was told besides.", action: "None." };
pub static BFGTL9004: Notice = Notice { id: "BFGTL9004", label: "BFGTL9004I", severity: Severity::Information, text: "The transfer is in state {state} at its destination.", explanation: "States are those of fteShowAgentDetails.", action: "None." };
pub static BFGTR0072: Notice = Notice { id: "BFGTR0072", label: "BFGTR0072E", severity: Severity::Error, text: "The item failed: {reason}", explanation: "Other items of the transfer go on.", action: "Mend what the reason names and repeat the transfer for it." };
pub static BFGTR0075: Notice = Notice { id: "BFGTR0075", label: "BFGTR0075W", severity: Severity::Warning, text: "The source {file} was not deleted because it may have changed since it was read.", explanation: "The transfer was interrupted and the file was not held all the time.", action: "Compare source and destination; delete the source by hand." };
pub static BFGTR9001: Notice = Notice { id: "BFGTR9001", label: "BFGTR9001W", severity: Severity::Warning, text: "The source {file} was not deleted: {reason}", explanation: "The transfer itself is complete.", action: "Delete it by hand." };
pub static BFGTR9500: Notice = Notice { id: "BFGTR9500", label: "BFGTR9500I", severity: Severity::Information, text: "Transfer {id} is to end: {text}", explanation: "Somebody has cancelled it or its source has given up.", action: "None." };
pub static BFGTR9501: Notice = Notice { id: "BFGTR9501", label: "BFGTR9501E", severity: Severity::Error, text: "This agent does not know version {version} of transfers.", explanation: "The transfer does not begin.", action: "Wait or have the limit of the agent raised; then ask again." };
pub static BFGTR9502: Notice = Notice { id: "BFGTR9502", label: "BFGTR9502E", severity: Severity::Error, text: "This agent takes no files: maxDestinationTransfers is 0.", explanation: "The transfer does not begin.", action: "Wait or have the limit of the agent raised; then ask again." };
pub static BFGTR9503: Notice = Notice { id: "BFGTR9503", label: "BFGTR9503I", severity: Severity::Information, text: "This agent has no place now.", explanation: "maxDestinationTransfers run. The source asks again every two seconds.", action: "None; or raise maxDestinationTransfers." };
pub static BFGTR9504: Notice = Notice { id: "BFGTR9504", label: "BFGTR9504I", severity: Severity::Information, text: "Transfer {id} of {items} items comes from agent {from}.", explanation: "Another agent sends. What it sends is written here.", action: "None." };
pub static BFGTR9505: Notice = Notice { id: "BFGTR9505", label: "BFGTR9505I", severity: Severity::Information, text: "Transfer {id} of {items} items to agent {to} was asked for by {user}.", explanation: "It begins when there is a place for it.", action: "None." };
pub static BFGTR9506: Notice = Notice { id: "BFGTR9506", label: "BFGTR9506E", severity: Severity::Error, text: "This agent sends no files: maxSourceTransfers is 0.", explanation: "The transfer does not begin.", action: "Wait or have the limit of the agent raised; then ask again." };
pub static BFGTR9507: Notice = Notice { id: "BFGTR9507", label: "BFGTR9507E", severity: Severity::Error, text: "{waiting} transfers wait for this agent already.", explanation: "The transfer does not begin.", action: "Wait or have the limit of the agent raised; then ask again." };
pub static BFGTR9508: Notice = Notice { id: "BFGTR9508", label: "BFGTR9508E", severity: Severity::Error, text: "There are more than {most} files: maxFilesForTransfer.", explanation: "The transfer does not begin.", action: "Wait or have the limit of the agent raised; then ask again." };
pub static BFGTR9509: Notice = Notice { id: "BFGTR9509", label: "BFGTR9509I", severity: Severity::Information, text: "Transfer {transfer} was cancelled by {cancel}.", explanation: "Files that were complete stay; what was half written is removed.", action: "None." };
pub static BFGTR9510: Notice = Notice { id: "BFGTR9510", label: "BFGTR9510I", severity: Severity::Information, text: "Transfer {destination} to this agent goes on.", explanation: "The agent was started anew. The source is asked to send from the last checkpoint on.", action: "None." };
pub static BFGTR9511: Notice = Notice { id: "BFGTR9511", label: "BFGTR9511I", severity: Severity::Information, text: "Transfer {id} from this agent goes on.", explanation: "The agent was started anew. The destination is asked where it stands.", action: "None." };
pub static BFGTR9512: Notice = Notice { id: "BFGTR9512", label: "BFGTR9512I", severity: Severity::Information, text: "Transfer {id} rests: {user} has asked for that.", explanation: "Nothing more of it is sent until somebody has it go on. That outlives the agent.", action: "fteResumeTransfer has it go on; fteCancelTransfer ends it." };
pub static BFGTR9513: Notice = Notice { id: "BFGTR9513", label: "BFGTR9513I", severity: Severity::Information, text: "Transfer {id} goes on: {user} has asked for that.", explanation: "It is taken up again as soon as there is a place for it.", action: "None." };
pub static BFGTR9514: Notice = Notice { id: "BFGTR9514", label: "BFGTR9514I", severity: Severity::Information, text: "Transfer {id} from this agent rests.", explanation: "The agent was started anew. Somebody has had the transfer rest before.", action: "fteResumeTransfer has it go on; fteCancelTransfer ends it." };
pub static BFGTR9515: Notice = Notice { id: "BFGTR9515", label: "BFGTR9515E", severity: Severity::Error, text: "{items} files cannot appear together; {most} can.", explanation: "The transfer does not begin.", action: "Ask for several transfers." };
pub static BFGTR9516: Notice = Notice { id: "BFGTR9516", label: "BFGTR9516E", severity: Severity::Error, text: "Agent {agent} cannot have files appear together.", explanation: "It is of an older version or it is a bridge. Nothing was transferred.", action: "Ask for the transfer without -atomic or start the agent with a version that can." };
pub static BFGTR9520: Notice = Notice { id: "BFGTR9520", label: "BFGTR9520E", severity: Severity::Error, text: "{program} is {kind}: this agent runs executables only.", explanation: "The request is not taken.", action: "Ask for an executable in the command path of the agent." };
pub static BFGTR9521: Notice = Notice { id: "BFGTR9521", label: "BFGTR9521E", severity: Severity::Error, text: "'{codes}' does not say which exit codes of {program} mean success.", explanation: "The request is not taken.", action: "Correct successRC; a valid one is 0 or >2&<7|14." };
pub static BFGTR9522: Notice = Notice { id: "BFGTR9522", label: "BFGTR9522E", severity: Severity::Error, text: "The program {program} of {place} has failed: {how}.", explanation: "The transfer or the call fails; what has arrived stays and so do the sources.", action: "Read what the program wrote in the audit." };
pub static BFGTR9523: Notice = Notice { id: "BFGTR9523", label: "BFGTR9523I", severity: Severity::Information, text: "{id}: the program of {place} was {program} and its exit code {code}.", explanation: "It is told for the record.", action: "None." };
pub static BFGTR9524: Notice = Notice { id: "BFGTR9524", label: "BFGTR9524E", severity: Severity::Error, text: "{count} programs run for calls already.", explanation: "The call is not taken.", action: "Wait until some have ended; then ask again." };
pub static BFGTR9525: Notice = Notice { id: "BFGTR9525", label: "BFGTR9525I", severity: Severity::Information, text: "The program {program} has run.", explanation: "Its exit code is one that means success.", action: "None." };
pub static BFGTR9570: Notice = Notice { id: "BFGTR9570", label: "BFGTR9570E", severity: Severity::Error, text: "Agent {agent} does not put files on queues: its enableQueueInputOutput is false.", explanation: "The transfer does not begin.", action: "Set enableQueueInputOutput=true in its agent.properties and start it again." };
pub static BFGTR9571: Notice = Notice { id: "BFGTR9571", label: "BFGTR9571E", severity: Severity::Error, text: "Agent {agent} does not read queues: its enableQueueInputOutput is false.", explanation: "The transfer does not begin.", action: "Set enableQueueInputOutput=true in its agent.properties and start it again." };
pub static BFGTR9580: Notice = Notice { id: "BFGTR9580", label: "BFGTR9580W", severity: Severity::Warning, text: "Agent {from} speaks of transfer {id} which is not with it. The message is not taken.", explanation: "The agent goes on without it.", action: "Look at who may put on the queues of the agent." };
pub static BFGTR9590: Notice = Notice { id: "BFGTR9590", label: "BFGTR9590I", severity: Severity::Information, text: "Transfer {id} took {seconds} seconds: {bytes} bytes of files arrived; {referred} of them by reference; {held} were there already; {again} bytes were sent again; compression saved {saved} bytes.", explanation: "It is told for the record. What was sent before the agent was started last is not counted.", action: "None." };

/// Every notice, by id.
pub static ALL: [&Notice; 278] = [
    &BFGAG0179,
    &BFGAG9500,
    &BFGAG9501,
    &BFGAG9502,
    &BFGAG9503,
    &BFGAG9504,
    &BFGAG9505,
    &BFGAG9506,
    &BFGAG9507,
    &BFGAG9508,
    &BFGAG9509,
    &BFGAG9510,
    &BFGAG9511,
    &BFGAG9520,
    &BFGAG9521,
    &BFGAG9530,
    &BFGAG9531,
    &BFGAG9532,
    &BFGAG9533,
    &BFGAG9534,
    &BFGAG9535,
    &BFGAG9540,
    &BFGAG9541,
    &BFGAU9500,
    &BFGAU9501,
    &BFGAU9502,
    &BFGBR9500,
    &BFGBR9501,
    &BFGBR9502,
    &BFGBR9503,
    &BFGBR9504,
    &BFGCH9500,
    &BFGCH9501,
    &BFGCH9502,
    &BFGCH9503,
    &BFGCH9504,
    &BFGCH9520,
    &BFGCH9521,
    &BFGCH9522,
    &BFGCH9580,
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
    &BFGCL0242,
    &BFGCL0245,
    &BFGCL0251,
    &BFGCL0254,
    &BFGCL0282,
    &BFGCL0287,
    &BFGCL0392,
    &BFGCL0415,
    &BFGCL0424,
    &BFGCL0425,
    &BFGCL0426,
    &BFGCL0468,
    &BFGCL0526,
    &BFGCL0528,
    &BFGCL0529,
    &BFGCL0553,
    &BFGCL0604,
    &BFGCL9001,
    &BFGCL9002,
    &BFGCL9003,
    &BFGCL9004,
    &BFGCL9501,
    &BFGCL9502,
    &BFGCL9503,
    &BFGCL9505,
    &BFGCL9506,
    &BFGCL9508,
    &BFGCL9509,
    &BFGCL9510,
    &BFGCL9511,
    &BFGCL9512,
    &BFGCL9513,
    &BFGCL9514,
    &BFGCL9515,
    &BFGCL9516,
    &BFGCL9517,
    &BFGCL9518,
    &BFGCL9519,
    &BFGCL9520,
    &BFGCL9521,
    &BFGCL9522,
    &BFGCL9523,
    &BFGCL9525,
    &BFGCL9526,
    &BFGCL9527,
    &BFGCL9528,
    &BFGCL9530,
    &BFGCL9531,
    &BFGCL9532,
    &BFGCL9533,
    &BFGCL9534,
    &BFGCL9540,
    &BFGCL9541,
    &BFGCL9542,
    &BFGCL9543,
    &BFGCL9544,
    &BFGCL9545,
    &BFGCL9547,
    &BFGCL9548,
    &BFGCL9549,
    &BFGCL9550,
    &BFGCL9551,
    &BFGCL9552,
    &BFGCL9553,
    &BFGCL9554,
    &BFGCL9560,
    &BFGCL9561,
    &BFGCL9563,
    &BFGCL9564,
    &BFGCL9565,
    &BFGCL9570,
    &BFGCL9571,
    &BFGCL9572,
    &BFGCL9573,
    &BFGCL9574,
    &BFGCL9580,
    &BFGCL9581,
    &BFGCL9582,
    &BFGCL9583,
    &BFGCL9584,
    &BFGCL9585,
    &BFGCL9586,
    &BFGCL9587,
    &BFGCL9590,
    &BFGCL9591,
    &BFGCL9592,
    &BFGCL9593,
    &BFGCL9599,
    &BFGCL9620,
    &BFGCL9621,
    &BFGCL9622,
    &BFGCL9623,
    &BFGCM0238,
    &BFGCM0239,
    &BFGCM0241,
    &BFGCM0242,
    &BFGCM0243,
    &BFGDB9500,
    &BFGDB9501,
    &BFGDB9502,
    &BFGDB9503,
    &BFGDB9504,
    &BFGDB9505,
    &BFGDB9506,
    &BFGDB9507,
    &BFGDB9508,
    &BFGDB9509,
    &BFGDB9510,
    &BFGDM9500,
    &BFGDM9501,
    &BFGDM9502,
    &BFGDM9503,
    &BFGDM9504,
    &BFGDM9505,
    &BFGDM9506,
    &BFGDM9507,
    &BFGDM9508,
    &BFGDM9509,
    &BFGDM9510,
    &BFGDM9511,
    &BFGDM9512,
    &BFGDM9513,
    &BFGDM9514,
    &BFGDM9515,
    &BFGDM9520,
    &BFGDM9522,
    &BFGDM9523,
    &BFGDM9524,
    &BFGIO0001,
    &BFGIO0006,
    &BFGIO0341,
    &BFGIO9001,
    &BFGIO9002,
    &BFGIO9003,
    &BFGIO9004,
    &BFGIO9005,
    &BFGIO9500,
    &BFGIO9501,
    &BFGIO9502,
    &BFGIO9503,
    &BFGIO9504,
    &BFGIO9505,
    &BFGIO9506,
    &BFGIO9520,
    &BFGIO9530,
    &BFGIO9531,
    &BFGIO9532,
    &BFGIO9533,
    &BFGIO9534,
    &BFGIO9541,
    &BFGIO9580,
    &BFGIO9581,
    &BFGMQ1041,
    &BFGMQ9500,
    &BFGPC9500,
    &BFGPC9501,
    &BFGPC9502,
    &BFGPC9503,
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
    &BFGRP9501,
    &BFGRP9590,
    &BFGRP9591,
    &BFGRP9592,
    &BFGSC9500,
    &BFGSC9501,
    &BFGSC9502,
    &BFGSC9503,
    &BFGSC9504,
    &BFGSC9505,
    &BFGSC9506,
    &BFGSC9507,
    &BFGSC9508,
    &BFGSC9509,
    &BFGSC9510,
    &BFGSS0024,
    &BFGSS0029,
    &BFGSS9500,
    &BFGSS9501,
    &BFGSS9502,
    &BFGTL0001,
    &BFGTL0002,
    &BFGTL9001,
    &BFGTL9002,
    &BFGTL9003,
    &BFGTL9004,
    &BFGTR0072,
    &BFGTR0075,
    &BFGTR9001,
    &BFGTR9500,
    &BFGTR9501,
    &BFGTR9502,
    &BFGTR9503,
    &BFGTR9504,
    &BFGTR9505,
    &BFGTR9506,
    &BFGTR9507,
    &BFGTR9508,
    &BFGTR9509,
    &BFGTR9510,
    &BFGTR9511,
    &BFGTR9512,
    &BFGTR9513,
    &BFGTR9514,
    &BFGTR9515,
    &BFGTR9516,
    &BFGTR9520,
    &BFGTR9521,
    &BFGTR9522,
    &BFGTR9523,
    &BFGTR9524,
    &BFGTR9525,
    &BFGTR9570,
    &BFGTR9571,
    &BFGTR9580,
    &BFGTR9590,
];
