//! Numbered messages for operators.
//!
//! Generated from `tables/notices.csv` by `cargo xtask generate`; do not edit.

#![allow(missing_docs)]

use crate::notice::{Notice, Severity};

pub static AMQ5008: Notice = Notice { id: "AMQ5008", label: "AMQ5008E", severity: Severity::Error, text: "Essential process {pid} of the queue manager ended without being asked to.", explanation: "The queue manager cannot go on without it and ends.", action: "Read the error log for the reason, then start the queue manager again." };
pub static AMQ5022: Notice = Notice { id: "AMQ5022", label: "AMQ5022I", severity: Severity::Information, text: "The channel initiator has started.", explanation: "It waits for trigger messages that name channels.", action: "None." };
pub static AMQ5023: Notice = Notice { id: "AMQ5023", label: "AMQ5023I", severity: Severity::Information, text: "The channel initiator has ended.", explanation: "Channels are no longer started by triggers.", action: "None." };
pub static AMQ5024: Notice = Notice { id: "AMQ5024", label: "AMQ5024I", severity: Severity::Information, text: "The command server has started.", explanation: "Commands put on the command queue are now worked on.", action: "None." };
pub static AMQ5025: Notice = Notice { id: "AMQ5025", label: "AMQ5025I", severity: Severity::Information, text: "The command server has ended.", explanation: "Commands put on the command queue wait until it is started again.", action: "None." };
pub static AMQ5026: Notice = Notice { id: "AMQ5026", label: "AMQ5026I", severity: Severity::Information, text: "The listener '{listener}' has started.", explanation: "Clients and channels can connect.", action: "None." };
pub static AMQ5027: Notice = Notice { id: "AMQ5027", label: "AMQ5027I", severity: Severity::Information, text: "The listener '{listener}' has ended.", explanation: "Clients and channels can no longer connect through it.", action: "None." };
pub static AMQ5028: Notice = Notice { id: "AMQ5028", label: "AMQ5028I", severity: Severity::Information, text: "The server '{service}' has started, process {pid}.", explanation: "The program of a service runs.", action: "None." };
pub static AMQ5029: Notice = Notice { id: "AMQ5029", label: "AMQ5029I", severity: Severity::Information, text: "The server '{service}' has ended, process {pid}: {how}.", explanation: "The program of a service runs no more.", action: "If it should run, START SERVICE starts it again." };
pub static AMQ5030: Notice = Notice { id: "AMQ5030", label: "AMQ5030I", severity: Severity::Information, text: "The command '{service}' has started, process {pid}.", explanation: "The program of a service runs.", action: "None." };
pub static AMQ5806: Notice = Notice { id: "AMQ5806", label: "AMQ5806I", severity: Severity::Information, text: "Queued publish and subscribe has started for queue manager '{q_mgr}'.", explanation: "Commands put on its queues are now worked on.", action: "None." };
pub static AMQ5807: Notice = Notice { id: "AMQ5807", label: "AMQ5807I", severity: Severity::Information, text: "Queued publish and subscribe has ended for queue manager '{q_mgr}'.", explanation: "Commands put on its queues wait until PSMODE is ENABLED again.", action: "None." };
pub static AMQ5041: Notice = Notice { id: "AMQ5041", label: "AMQ5041I", severity: Severity::Information, text: "The queue manager task '{task}' has ended.", explanation: "Part of the normal end of a queue manager.", action: "None." };
pub static AMQ5051: Notice = Notice { id: "AMQ5051", label: "AMQ5051I", severity: Severity::Information, text: "The queue manager task '{task}' has started.", explanation: "Part of the normal start of a queue manager.", action: "None." };
pub static AMQ5203: Notice = Notice { id: "AMQ5203", label: "AMQ5203E", severity: Severity::Error, text: "A resource manager answered an XA call with {code}.", explanation: "The transaction cannot be completed by the queue manager alone.", action: "Look at the resource manager and resolve the transaction there." };
pub static AMQ5534: Notice = Notice { id: "AMQ5534", label: "AMQ5534E", severity: Severity::Error, text: "User '{user}' {where} could not be authenticated: user and password do not go together.", explanation: "The queue manager refused the connection. The user may also be unknown or locked. The message that follows says why the password was checked.", action: "Check user and password; setmqusr sets passwords of users the queue manager keeps itself." };
pub static AMQ5540: Notice = Notice { id: "AMQ5540", label: "AMQ5540E", severity: Severity::Error, text: "Application '{application}' {where} gave no user and password.", explanation: "The queue manager asks for them and refused the connection. The message that follows says what asked.", action: "Let the application give a user and a password." };
pub static AMQ5541: Notice = Notice { id: "AMQ5541", label: "AMQ5541I", severity: Severity::Information, text: "The check that failed was asked for by {check} of '{authinfo}', which CONNAUTH of the queue manager names.", explanation: "Those that connect as an administrator need a user and a password; those given by others are checked as well.", action: "None." };
pub static AMQ5542: Notice = Notice { id: "AMQ5542", label: "AMQ5542I", severity: Severity::Information, text: "The check that failed was asked for by {check} of '{authinfo}', which CONNAUTH of the queue manager names.", explanation: "It goes with the message before it.", action: "None." };
pub static AMQ5605: Notice = Notice { id: "AMQ5605", label: "AMQ5605E", severity: Severity::Error, text: "Queue manager '{queue_manager}' is running.", explanation: "The command needs it to be stopped.", action: "End the queue manager with endmqm and repeat the command." };
pub static AMQ6004: Notice = Notice { id: "AMQ6004", label: "AMQ6004E", severity: Severity::Error, text: "An error occurred while queue manager '{queue_manager}' was starting or ending.", explanation: "The start or end did not finish as it should.", action: "Read the error log for the reason, repair it, and repeat the command." };
pub static AMQ6109: Notice = Notice { id: "AMQ6109", label: "AMQ6109S", severity: Severity::Severe, text: "An internal error has occurred.", explanation: "A rule that must always hold was broken.", action: "Keep the error log and report the problem." };
pub static AMQ6118: Notice = Notice { id: "AMQ6118", label: "AMQ6118S", severity: Severity::Severe, text: "An internal error has occurred, code {code}.", explanation: "Something happened that the program does not expect.", action: "Keep the error log and report the problem." };
pub static AMQ6119: Notice = Notice { id: "AMQ6119", label: "AMQ6119S", severity: Severity::Severe, text: "A system call failed unexpectedly: {reason}.", explanation: "The operating system refused something the queue manager needs.", action: "Read the reason, repair its cause, and start the queue manager again." };
pub static AMQ6125: Notice = Notice { id: "AMQ6125", label: "AMQ6125E", severity: Severity::Error, text: "An internal error has occurred in '{task}'.", explanation: "The task ends; the queue manager tries to go on.", action: "Keep the error log and report the problem." };
pub static AMQ6209: Notice = Notice { id: "AMQ6209", label: "AMQ6209W", severity: Severity::Warning, text: "Signal {signal} arrived and is ignored.", explanation: "The process goes on.", action: "None." };
pub static AMQ6287: Notice = Notice { id: "AMQ6287", label: "AMQ6287I", severity: Severity::Information, text: "FerroMQ {version} on {platform}, process {pid}.", explanation: "Written when a program starts, so that a log shows which version wrote it.", action: "None." };
pub static AMQ6708: Notice = Notice { id: "AMQ6708", label: "AMQ6708E", severity: Severity::Error, text: "The disk that holds '{path}' is full.", explanation: "The queue manager needs room there.", action: "Free some room on that disk." };
pub static AMQ6709: Notice = Notice { id: "AMQ6709", label: "AMQ6709E", severity: Severity::Error, text: "The recovery log is full.", explanation: "Nothing persistent can be done until room is free.", action: "Commit or back out long units of work, or add log files." };
pub static AMQ6767: Notice = Notice { id: "AMQ6767", label: "AMQ6767E", severity: Severity::Error, text: "The log file '{path}' could not be opened.", explanation: "The file is missing or may not be read.", action: "Restore the file or its permissions." };
pub static AMQ7001: Notice = Notice { id: "AMQ7001", label: "AMQ7001E", severity: Severity::Error, text: "The location '{path}' for the queue manager is not valid.", explanation: "A directory is missing or may not be used.", action: "Name an existing directory you may write to." };
pub static AMQ7002: Notice = Notice { id: "AMQ7002", label: "AMQ7002E", severity: Severity::Error, text: "The file '{path}' cannot be used: {reason}.", explanation: "A file could not be created, read or written.", action: "Repair the cause and repeat the command." };
pub static AMQ7005: Notice = Notice { id: "AMQ7005", label: "AMQ7005I", severity: Severity::Information, text: "Queue manager '{queue_manager}' is running.", explanation: "The command found it running.", action: "None." };
pub static AMQ7006: Notice = Notice { id: "AMQ7006", label: "AMQ7006E", severity: Severity::Error, text: "Attribute {attribute} is missing from the stanza on line {line} of '{path}'.", explanation: "The stanza needs it.", action: "Add the attribute." };
pub static AMQ7008: Notice = Notice { id: "AMQ7008", label: "AMQ7008E", severity: Severity::Error, text: "The queue manager already exists.", explanation: "A queue manager of that name is there.", action: "Choose another name, or delete the one there." };
pub static AMQ7010: Notice = Notice { id: "AMQ7010", label: "AMQ7010E", severity: Severity::Error, text: "The queue manager does not exist.", explanation: "No queue manager of that name is known here.", action: "Check the name; names are sensitive to case." };
pub static AMQ7017: Notice = Notice { id: "AMQ7017", label: "AMQ7017E", severity: Severity::Error, text: "The log of queue manager '{queue_manager}' is not available: {reason}.", explanation: "The recovery log cannot be read or written, so the queue manager cannot run.", action: "Read the error log; restore missing log files or repair the disk." };
pub static AMQ7018: Notice = Notice { id: "AMQ7018", label: "AMQ7018E", severity: Severity::Error, text: "The operation on queue manager '{queue_manager}' cannot be completed.", explanation: "Another process is using what the operation needs.", action: "Wait for the other process or end it." };
pub static AMQ7019: Notice = Notice { id: "AMQ7019", label: "AMQ7019E", severity: Severity::Error, text: "The directories of the new queue manager could not be created below '{path}': {reason}.", explanation: "Nothing was created.", action: "Repair the cause and repeat the command." };
pub static AMQ7024: Notice = Notice { id: "AMQ7024", label: "AMQ7024E", severity: Severity::Error, text: "Arguments supplied to {command} are not valid: {problem}.", explanation: "The command did nothing.", action: "Run it with -? to see what it takes." };
pub static AMQ7044: Notice = Notice { id: "AMQ7044", label: "AMQ7044E", severity: Severity::Error, text: "Media recovery is not possible for queue manager '{queue_manager}'.", explanation: "It keeps a circular log, which holds no media images.", action: "Use a linear log for queue managers that need media recovery." };
pub static AMQ7047: Notice = Notice { id: "AMQ7047", label: "AMQ7047E", severity: Severity::Error, text: "The command met an unexpected error: {reason}.", explanation: "It did not finish.", action: "Read the error log for more, repair the cause and repeat the command." };
pub static AMQ7048: Notice = Notice { id: "AMQ7048", label: "AMQ7048E", severity: Severity::Error, text: "'{queue_manager}' is not a valid name of a queue manager: {problem}.", explanation: "Nothing was done.", action: "Use at most 48 letters, digits and . / _ %; names are sensitive to case." };
pub static AMQ7053: Notice = Notice { id: "AMQ7053", label: "AMQ7053I", severity: Severity::Information, text: "The transaction has been committed.", explanation: "The in-doubt transaction is finished.", action: "None." };
pub static AMQ7054: Notice = Notice { id: "AMQ7054", label: "AMQ7054I", severity: Severity::Information, text: "The transaction has been backed out.", explanation: "The in-doubt transaction is finished.", action: "None." };
pub static AMQ7055: Notice = Notice { id: "AMQ7055", label: "AMQ7055E", severity: Severity::Error, text: "The transaction number is not known.", explanation: "No in-doubt transaction has that number.", action: "List the in-doubt transactions and use a number from the list." };
pub static AMQ7056: Notice = Notice { id: "AMQ7056", label: "AMQ7056I", severity: Severity::Information, text: "Transaction number {transaction} is {state}.", explanation: "Its name and state are shown.", action: "None." };
pub static AMQ7064: Notice = Notice { id: "AMQ7064", label: "AMQ7064E", severity: Severity::Error, text: "The log path '{path}' is not valid: {reason}.", explanation: "The directory is missing or may not be used.", action: "Name an existing directory you may write to." };
pub static AMQ7065: Notice = Notice { id: "AMQ7065", label: "AMQ7065E", severity: Severity::Error, text: "There is not enough room on the disk.", explanation: "The log files or the data do not fit.", action: "Free some room, or use fewer or smaller log files." };
pub static AMQ7066: Notice = Notice { id: "AMQ7066", label: "AMQ7066I", severity: Severity::Information, text: "There are no prepared transactions.", explanation: "Nothing is in doubt.", action: "None." };
pub static AMQ7077: Notice = Notice { id: "AMQ7077", label: "AMQ7077E", severity: Severity::Error, text: "You are not authorized to perform the requested operation.", explanation: "Your user may not do this.", action: "Use a user that may administer queue managers." };
pub static AMQ7080: Notice = Notice { id: "AMQ7080", label: "AMQ7080I", severity: Severity::Information, text: "No objects were processed.", explanation: "No object has the name and type that was given.", action: "Check name and type." };
pub static AMQ7081: Notice = Notice { id: "AMQ7081", label: "AMQ7081I", severity: Severity::Information, text: "Object {object}, type {type}, was rebuilt.", explanation: "It has the contents of the log again.", action: "None." };
pub static AMQ7082: Notice = Notice { id: "AMQ7082", label: "AMQ7082I", severity: Severity::Information, text: "Object {object}, type {type}, is not damaged.", explanation: "There was nothing to rebuild.", action: "None." };
pub static AMQ7084: Notice = Notice { id: "AMQ7084", label: "AMQ7084E", severity: Severity::Error, text: "Object {object}, type {type}, is damaged.", explanation: "It cannot be used.", action: "Rebuild it from its media image with rcrmqobj, or delete and define it again." };
pub static AMQ7085: Notice = Notice { id: "AMQ7085", label: "AMQ7085E", severity: Severity::Error, text: "Object {object}, type {type}, was not found.", explanation: "No such object exists.", action: "Check name and type." };
pub static AMQ7086: Notice = Notice { id: "AMQ7086", label: "AMQ7086I", severity: Severity::Information, text: "A media image of object {object}, type {type}, was recorded.", explanation: "The object can be rebuilt from the log.", action: "None." };
pub static AMQ7087: Notice = Notice { id: "AMQ7087", label: "AMQ7087E", severity: Severity::Error, text: "Object {object}, type {type}, is temporary.", explanation: "Temporary objects have no media images.", action: "Leave it out." };
pub static AMQ7088: Notice = Notice { id: "AMQ7088", label: "AMQ7088E", severity: Severity::Error, text: "Object {object}, type {type}, is in use.", explanation: "The command needs it for itself.", action: "Repeat the command when nobody uses the object." };
pub static AMQ7229: Notice = Notice { id: "AMQ7229", label: "AMQ7229I", severity: Severity::Information, text: "{count} log records were read on queue manager '{queue_manager}' so far while replaying the log.", explanation: "Shows the progress of a start.", action: "None." };
pub static AMQ7230: Notice = Notice { id: "AMQ7230", label: "AMQ7230I", severity: Severity::Information, text: "The log of queue manager '{queue_manager}' has been replayed.", explanation: "All committed work is back.", action: "None." };
pub static AMQ7231: Notice = Notice { id: "AMQ7231", label: "AMQ7231I", severity: Severity::Information, text: "{count} log records were read on queue manager '{queue_manager}' while recovering.", explanation: "Shows the progress of a start.", action: "None." };
pub static AMQ7232: Notice = Notice { id: "AMQ7232", label: "AMQ7232I", severity: Severity::Information, text: "Units of work are recovered for queue manager '{queue_manager}'.", explanation: "In-doubt work is in doubt again.", action: "None." };
pub static AMQ7233: Notice = Notice { id: "AMQ7233", label: "AMQ7233I", severity: Severity::Information, text: "{done} of {all} units of work in flight were resolved for queue manager '{queue_manager}'.", explanation: "Work that was not committed is backed out.", action: "None." };
pub static AMQ7234: Notice = Notice { id: "AMQ7234", label: "AMQ7234I", severity: Severity::Information, text: "{count} messages of queue '{queue}' were loaded on queue manager '{queue_manager}'.", explanation: "Shows the progress of a start.", action: "None." };
pub static AMQ7463: Notice = Notice { id: "AMQ7463", label: "AMQ7463E", severity: Severity::Error, text: "The log of queue manager '{queue_manager}' is full: with {in_use} of {capacity} bytes in use a record of {length} bytes was refused{why}.", explanation: "Puts are refused with MQRC_RESOURCE_PROBLEM (2102) when no checkpoint can make room for them, and changes of objects with AMQ8144E when the reserve is used up, too. What comes again is counted, and told again after some minutes.", action: "Commit or back out long units of work, and decide transactions in doubt (dspmqtrn, rsvmqtrn). If it is too small for what is put at a time, give LogPrimaryFiles or LogSecondaryFiles in the Log stanza of qm.ini a larger value and start the queue manager again; a record takes the data of a message and some more." };
pub static AMQ7464: Notice = Notice { id: "AMQ7464", label: "AMQ7464I", severity: Severity::Information, text: "The log of queue manager '{queue_manager}' is no longer full; records were refused {count}.", explanation: "Persistent work goes on.", action: "None." };
pub static AMQ7467: Notice = Notice { id: "AMQ7467", label: "AMQ7467I", severity: Severity::Information, text: "The oldest log file needed to start queue manager '{queue_manager}' is {file}.", explanation: "Older files are not needed to start.", action: "None." };
pub static AMQ7468: Notice = Notice { id: "AMQ7468", label: "AMQ7468I", severity: Severity::Information, text: "The oldest log file needed for media recovery of queue manager '{queue_manager}' is {file}.", explanation: "Older files are not needed to rebuild objects.", action: "None." };
pub static AMQ7469: Notice = Notice { id: "AMQ7469", label: "AMQ7469W", severity: Severity::Warning, text: "The unit of work of {whose} was backed out to release log space.", explanation: "They kept old log files from being used again.", action: "Let the applications named in the log commit more often, or add log files." };
pub static AMQ7472: Notice = Notice { id: "AMQ7472", label: "AMQ7472E", severity: Severity::Error, text: "Object {object}, type {type}, is damaged: {reason}.", explanation: "It cannot be used.", action: "With a linear log rebuild it from its media image with rcrmqobj. A circular log holds no images: delete the object and define it again." };
pub static AMQ7486: Notice = Notice { id: "AMQ7486", label: "AMQ7486W", severity: Severity::Warning, text: "Transaction {transaction} is prepared and keeps log space from being freed; resolve it with its transaction manager or with rsvmqtrn.", explanation: "It has been open or in doubt for long. What comes again is counted.", action: "Decide a transaction in doubt with its transaction manager or rsvmqtrn, for which there is always room; let applications commit more often. Larger values of LogPrimaryFiles or LogSecondaryFiles in qm.ini give the others room, from the next start on." };
pub static AMQ7487: Notice = Notice { id: "AMQ7487", label: "AMQ7487I", severity: Severity::Information, text: "Application '{application}' had not ended unit of work {unit}.", explanation: "It was waiting to commit or back out.", action: "Let the application commit more often." };
pub static AMQ7706: Notice = Notice { id: "AMQ7706", label: "AMQ7706E", severity: Severity::Error, text: "The log of queue manager '{queue_manager}' could not be read: {reason}.", explanation: "Name or path is not right, or the queue manager is running.", action: "Check the name, and end the queue manager first." };
pub static AMQ8003: Notice = Notice { id: "AMQ8003", label: "AMQ8003I", severity: Severity::Information, text: "Queue manager '{queue_manager}' started.", explanation: "It accepts work.", action: "None." };
pub static AMQ8004: Notice = Notice { id: "AMQ8004", label: "AMQ8004I", severity: Severity::Information, text: "Queue manager '{queue_manager}' ended.", explanation: "It accepts no work until it is started again.", action: "None." };
pub static AMQ8005: Notice = Notice { id: "AMQ8005", label: "AMQ8005I", severity: Severity::Information, text: "FerroMQ queue manager changed.", explanation: "The attributes have their new values.", action: "None." };
pub static AMQ8006: Notice = Notice { id: "AMQ8006", label: "AMQ8006I", severity: Severity::Information, text: "FerroMQ queue created.", explanation: "It can be used.", action: "None." };
pub static AMQ8007: Notice = Notice { id: "AMQ8007", label: "AMQ8007I", severity: Severity::Information, text: "FerroMQ queue deleted.", explanation: "It is gone.", action: "None." };
pub static AMQ8008: Notice = Notice { id: "AMQ8008", label: "AMQ8008I", severity: Severity::Information, text: "FerroMQ queue changed.", explanation: "The attributes have their new values.", action: "None." };
pub static AMQ8010: Notice = Notice { id: "AMQ8010", label: "AMQ8010I", severity: Severity::Information, text: "FerroMQ process created.", explanation: "It can be named by queues.", action: "None." };
pub static AMQ8011: Notice = Notice { id: "AMQ8011", label: "AMQ8011I", severity: Severity::Information, text: "FerroMQ process deleted.", explanation: "It is gone.", action: "None." };
pub static AMQ8012: Notice = Notice { id: "AMQ8012", label: "AMQ8012I", severity: Severity::Information, text: "FerroMQ process changed.", explanation: "The attributes have their new values.", action: "None." };
pub static AMQ8014: Notice = Notice { id: "AMQ8014", label: "AMQ8014I", severity: Severity::Information, text: "Channel created.", explanation: "It can be started.", action: "None." };
pub static AMQ8015: Notice = Notice { id: "AMQ8015", label: "AMQ8015I", severity: Severity::Information, text: "Channel deleted.", explanation: "It is gone.", action: "None." };
pub static AMQ8016: Notice = Notice { id: "AMQ8016", label: "AMQ8016I", severity: Severity::Information, text: "Channel changed.", explanation: "The attributes have their new values.", action: "None." };
pub static AMQ8018: Notice = Notice { id: "AMQ8018", label: "AMQ8018I", severity: Severity::Information, text: "The request to start the channel was accepted.", explanation: "The channel is being started.", action: "None." };
pub static AMQ8019: Notice = Notice { id: "AMQ8019", label: "AMQ8019I", severity: Severity::Information, text: "The request to stop the channel was accepted.", explanation: "The channel is being stopped.", action: "None." };
pub static AMQ8020: Notice = Notice { id: "AMQ8020", label: "AMQ8020I", severity: Severity::Information, text: "The ping of the channel is complete.", explanation: "Both ends have come to terms, and data went there and back.", action: "None." };
pub static AMQ8021: Notice = Notice { id: "AMQ8021", label: "AMQ8021I", severity: Severity::Information, text: "The request to start the listener was accepted.", explanation: "The listener is being started.", action: "None." };
pub static AMQ8022: Notice = Notice { id: "AMQ8022", label: "AMQ8022I", severity: Severity::Information, text: "FerroMQ queue cleared.", explanation: "It holds no messages.", action: "None." };
pub static AMQ8023: Notice = Notice { id: "AMQ8023", label: "AMQ8023I", severity: Severity::Information, text: "The channel was reset.", explanation: "The next message has the number that was given.", action: "None." };
pub static AMQ8024: Notice = Notice { id: "AMQ8024", label: "AMQ8024I", severity: Severity::Information, text: "The request to start the channel initiator was accepted.", explanation: "Channels are started for which messages come.", action: "None." };
pub static AMQ8025: Notice = Notice { id: "AMQ8025", label: "AMQ8025I", severity: Severity::Information, text: "The channel was resolved.", explanation: "What was in doubt is kept or taken back, as was asked for.", action: "None." };
pub static AMQ8048: Notice = Notice { id: "AMQ8048", label: "AMQ8048I", severity: Severity::Information, text: "Default objects: {created} created, {replaced} replaced, {failed} failed.", explanation: "Written when a queue manager is created.", action: "If objects failed, read the error log." };
pub static AMQ8077: Notice = Notice { id: "AMQ8077", label: "AMQ8077W", severity: Severity::Warning, text: "User '{user}' is not authorized to use {kind} '{object}'. Wanted: {wanted}; not allowed: {missing}; allowed: {held}.", explanation: "A connection or command was refused with reason 2035.", action: "If the user should be allowed, give the user or one of the user's groups what is missing with SET AUTHREC or setmqaut." };
pub static AMQ8094: Notice = Notice { id: "AMQ8094", label: "AMQ8094I", severity: Severity::Information, text: "FerroMQ subscription created.", explanation: "Publications go to its queue from now on.", action: "None." };
pub static AMQ8095: Notice = Notice { id: "AMQ8095", label: "AMQ8095I", severity: Severity::Information, text: "FerroMQ subscription changed.", explanation: "The new attributes count from the next publication on.", action: "None." };
pub static AMQ8096: Notice = Notice { id: "AMQ8096", label: "AMQ8096I", severity: Severity::Information, text: "FerroMQ subscription inquired.", explanation: "The attributes of a subscription follow.", action: "None." };
pub static AMQ8097: Notice = Notice { id: "AMQ8097", label: "AMQ8097I", severity: Severity::Information, text: "FerroMQ subscription deleted.", explanation: "It gets no publications any more.", action: "None." };
pub static AMQ8099: Notice = Notice { id: "AMQ8099", label: "AMQ8099I", severity: Severity::Information, text: "FerroMQ subscription status inquired.", explanation: "The state of a subscription follows.", action: "None." };
pub static AMQ8101: Notice = Notice { id: "AMQ8101", label: "AMQ8101S", severity: Severity::Severe, text: "A queue manager error has occurred, reason {reason}.", explanation: "The command did not finish.", action: "Look up the reason code." };
pub static AMQ8102: Notice = Notice { id: "AMQ8102", label: "AMQ8102E", severity: Severity::Error, text: "The object name '{name}' is not valid: {problem}.", explanation: "Nothing was done.", action: "Use at most 48 letters, digits and . / _ %; names are sensitive to case." };
pub static AMQ8103: Notice = Notice { id: "AMQ8103", label: "AMQ8103E", severity: Severity::Error, text: "Insufficient storage available.", explanation: "Memory ran out.", action: "End other programs or give the machine more memory." };
pub static AMQ8105: Notice = Notice { id: "AMQ8105", label: "AMQ8105E", severity: Severity::Error, text: "Object error.", explanation: "The object cannot be used.", action: "Read the error log for the reason." };
pub static AMQ8106: Notice = Notice { id: "AMQ8106", label: "AMQ8106E", severity: Severity::Error, text: "Queue manager '{queue_manager}' is being created.", explanation: "It is not ready yet.", action: "Wait and repeat the command." };
pub static AMQ8108: Notice = Notice { id: "AMQ8108", label: "AMQ8108E", severity: Severity::Error, text: "Queue manager '{queue_manager}' ending.", explanation: "It accepts no new work.", action: "Wait until it has ended." };
pub static AMQ8109: Notice = Notice { id: "AMQ8109", label: "AMQ8109E", severity: Severity::Error, text: "Queue manager being deleted.", explanation: "It cannot be used any more.", action: "None." };
pub static AMQ8110: Notice = Notice { id: "AMQ8110", label: "AMQ8110E", severity: Severity::Error, text: "Queue manager '{queue_manager}' already exists.", explanation: "A queue manager of that name is there.", action: "Choose another name, or delete the one there with dltmqm." };
pub static AMQ8117: Notice = Notice { id: "AMQ8117", label: "AMQ8117E", severity: Severity::Error, text: "Queue manager '{queue_manager}' was not deleted completely: {reason}.", explanation: "Some of its files are still there.", action: "Repair the cause and remove what is left." };
pub static AMQ8118: Notice = Notice { id: "AMQ8118", label: "AMQ8118E", severity: Severity::Error, text: "Queue manager '{queue_manager}' does not exist.", explanation: "No queue manager of that name is known here.", action: "Check the name (dspmq lists them; names are sensitive to case), or create it with crtmqm." };
pub static AMQ8135: Notice = Notice { id: "AMQ8135", label: "AMQ8135E", severity: Severity::Error, text: "Not authorized.", explanation: "Your user may not do this to the object.", action: "Ask an administrator for the authority." };
pub static AMQ8137: Notice = Notice { id: "AMQ8137", label: "AMQ8137E", severity: Severity::Error, text: "Queue manager already starting.", explanation: "Somebody else started it a moment ago.", action: "Wait until it runs." };
pub static AMQ8138: Notice = Notice { id: "AMQ8138", label: "AMQ8138E", severity: Severity::Error, text: "The queue has an incorrect type.", explanation: "The operation is not possible on this type of queue.", action: "Name a queue of the right type." };
pub static AMQ8139: Notice = Notice { id: "AMQ8139", label: "AMQ8139E", severity: Severity::Error, text: "Already connected.", explanation: "The connection exists.", action: "None." };
pub static AMQ8141: Notice = Notice { id: "AMQ8141", label: "AMQ8141E", severity: Severity::Error, text: "Queue manager '{queue_manager}' is starting.", explanation: "It does not accept work yet.", action: "Wait and repeat the command." };
pub static AMQ8143: Notice = Notice { id: "AMQ8143", label: "AMQ8143E", severity: Severity::Error, text: "FerroMQ queue not empty.", explanation: "A queue with messages is deleted only when you say PURGE.", action: "Empty the queue, or add PURGE." };
pub static AMQ8144: Notice = Notice { id: "AMQ8144", label: "AMQ8144E", severity: Severity::Error, text: "Log not available.", explanation: "The recovery log cannot be used.", action: "Read the error log for the reason." };
pub static AMQ8145: Notice = Notice { id: "AMQ8145", label: "AMQ8145E", severity: Severity::Error, text: "The connection to queue manager '{queue_manager}' is broken.", explanation: "The queue manager ended or the connection to it was lost.", action: "Start the queue manager if it is down, and connect again." };
pub static AMQ8146: Notice = Notice { id: "AMQ8146", label: "AMQ8146E", severity: Severity::Error, text: "Queue manager '{queue_manager}' not available.", explanation: "It is not running.", action: "Start it with strmqm and repeat the command." };
pub static AMQ8147: Notice = Notice { id: "AMQ8147", label: "AMQ8147E", severity: Severity::Error, text: "FerroMQ object {object} not found.", explanation: "No object has that name and type.", action: "Check name and type; names are sensitive to case." };
pub static AMQ8148: Notice = Notice { id: "AMQ8148", label: "AMQ8148E", severity: Severity::Error, text: "FerroMQ object {object} in use.", explanation: "Somebody has it open.", action: "Repeat the command when nobody uses the object." };
pub static AMQ8149: Notice = Notice { id: "AMQ8149", label: "AMQ8149E", severity: Severity::Error, text: "FerroMQ object {object} damaged.", explanation: "It cannot be used.", action: "Rebuild it from its media image, or delete and define it again." };
pub static AMQ8150: Notice = Notice { id: "AMQ8150", label: "AMQ8150E", severity: Severity::Error, text: "FerroMQ object {object} already exists.", explanation: "An object of that name is there.", action: "Choose another name, or say REPLACE." };
pub static AMQ8151: Notice = Notice { id: "AMQ8151", label: "AMQ8151E", severity: Severity::Error, text: "FerroMQ object {object} has a different type.", explanation: "An object of that name and of another type is there.", action: "Choose another name, or delete the object first." };
pub static AMQ8152: Notice = Notice { id: "AMQ8152", label: "AMQ8152E", severity: Severity::Error, text: "FerroMQ source object {object} has a different type.", explanation: "LIKE needs an object of the same type.", action: "Name an object of the same type." };
pub static AMQ8153: Notice = Notice { id: "AMQ8153", label: "AMQ8153E", severity: Severity::Error, text: "There is not enough room on the disk.", explanation: "The object could not be stored.", action: "Free some room and repeat the command." };
pub static AMQ8156: Notice = Notice { id: "AMQ8156", label: "AMQ8156E", severity: Severity::Error, text: "Queue manager quiescing.", explanation: "It ends as soon as running work is finished and takes no new work.", action: "Wait until it has ended." };
pub static AMQ8157: Notice = Notice { id: "AMQ8157", label: "AMQ8157E", severity: Severity::Error, text: "Security error.", explanation: "The check of your authority failed.", action: "Read the error log for the reason." };
pub static AMQ8214: Notice = Notice { id: "AMQ8214", label: "AMQ8214E", severity: Severity::Error, text: "CONNAME is missing.", explanation: "A channel of this type names the network address to connect to.", action: "Give CONNAME, such as CONNAME('host(1414)')." };
pub static AMQ8226: Notice = Notice { id: "AMQ8226", label: "AMQ8226E", severity: Severity::Error, text: "Channel {channel} exists already.", explanation: "Nothing was defined.", action: "Use REPLACE to give it the new definition." };
pub static AMQ8227: Notice = Notice { id: "AMQ8227", label: "AMQ8227E", severity: Severity::Error, text: "Channel {channel} not found.", explanation: "No channel has that name.", action: "Check the name." };
pub static AMQ8242: Notice = Notice { id: "AMQ8242", label: "AMQ8242E", severity: Severity::Error, text: "SSLCIPH definition wrong: {problem}.", explanation: "Nothing was changed: the channel could never start.", action: "Write the name of a CipherSpec." };
pub static AMQ8243: Notice = Notice { id: "AMQ8243", label: "AMQ8243E", severity: Severity::Error, text: "SSLPEER definition wrong: {problem}.", explanation: "Nothing was changed: the channel could never start.", action: "Write SSLPEER as a distinguished name, such as SSLPEER('CN=QM2,O=Example')." };
pub static AMQ8276: Notice = Notice { id: "AMQ8276", label: "AMQ8276I", severity: Severity::Information, text: "Display Connection details.", explanation: "The attributes of a connection follow.", action: "None." };
pub static AMQ8404: Notice = Notice { id: "AMQ8404", label: "AMQ8404E", severity: Severity::Error, text: "Command failed: {reason}.", explanation: "The command was understood and could not be carried out.", action: "Read the reason given with the message." };
pub static AMQ8405: Notice = Notice { id: "AMQ8405", label: "AMQ8405I", severity: Severity::Information, text: "Syntax error detected at or near end of command segment below:-", explanation: "The command was not run.", action: "Correct the command at the place shown." };
pub static AMQ8406: Notice = Notice { id: "AMQ8406", label: "AMQ8406E", severity: Severity::Error, text: "Unexpected 'end of input' in MQSC.", explanation: "The last command goes on after its line, and there is no next line.", action: "Complete the command." };
pub static AMQ8407: Notice = Notice { id: "AMQ8407", label: "AMQ8407I", severity: Severity::Information, text: "Display Process details.", explanation: "The attributes of a process follow.", action: "None." };
pub static AMQ8408: Notice = Notice { id: "AMQ8408", label: "AMQ8408I", severity: Severity::Information, text: "Display Queue Manager details.", explanation: "The attributes of the queue manager follow.", action: "None." };
pub static AMQ8409: Notice = Notice { id: "AMQ8409", label: "AMQ8409I", severity: Severity::Information, text: "Display Queue details.", explanation: "The attributes of a queue follow.", action: "None." };
pub static AMQ8411: Notice = Notice { id: "AMQ8411", label: "AMQ8411E", severity: Severity::Error, text: "Duplicate Keyword Error: {keyword}.", explanation: "A keyword may be given once.", action: "Leave one of them out." };
pub static AMQ8412: Notice = Notice { id: "AMQ8412", label: "AMQ8412E", severity: Severity::Error, text: "Numeric Range Error: {keyword}.", explanation: "The number is outside the range of the attribute.", action: "Give a number inside the range." };
pub static AMQ8413: Notice = Notice { id: "AMQ8413", label: "AMQ8413E", severity: Severity::Error, text: "String Length Error: {keyword}.", explanation: "The text is longer than the attribute holds.", action: "Shorten the text." };
pub static AMQ8414: Notice = Notice { id: "AMQ8414", label: "AMQ8414I", severity: Severity::Information, text: "Display Channel details.", explanation: "The attributes of a channel follow.", action: "None." };
pub static AMQ8415: Notice = Notice { id: "AMQ8415", label: "AMQ8415I", severity: Severity::Information, text: "Ping FerroMQ queue manager command complete.", explanation: "The queue manager answers.", action: "None." };
pub static AMQ8416: Notice = Notice { id: "AMQ8416", label: "AMQ8416E", severity: Severity::Error, text: "MQSC timed out waiting for a response from the command server.", explanation: "The command may or may not have been run.", action: "Check that the command server runs." };
pub static AMQ8417: Notice = Notice { id: "AMQ8417", label: "AMQ8417I", severity: Severity::Information, text: "Display Channel Status details.", explanation: "The state of a channel that runs or is stopped follows.", action: "None." };
pub static AMQ8418: Notice = Notice { id: "AMQ8418", label: "AMQ8418I", severity: Severity::Information, text: "{count} command responses received.", explanation: "All answers to the command are there.", action: "None." };
pub static AMQ8420: Notice = Notice { id: "AMQ8420", label: "AMQ8420I", severity: Severity::Information, text: "Channel Status not found.", explanation: "The channel has not been started.", action: "None." };
pub static AMQ8421: Notice = Notice { id: "AMQ8421", label: "AMQ8421E", severity: Severity::Error, text: "A required keyword was not specified: {keyword}.", explanation: "The command needs it.", action: "Add the keyword." };
pub static AMQ8424: Notice = Notice { id: "AMQ8424", label: "AMQ8424E", severity: Severity::Error, text: "Error detected in a name keyword: {keyword}.", explanation: "The value is no valid name.", action: "Names have at most 48 letters, digits and . / _ %." };
pub static AMQ8425: Notice = Notice { id: "AMQ8425", label: "AMQ8425E", severity: Severity::Error, text: "Error detected in an attribute keyword: {keyword}.", explanation: "The value is not one the attribute takes.", action: "Give one of its values." };
pub static AMQ8426: Notice = Notice { id: "AMQ8426", label: "AMQ8426I", severity: Severity::Information, text: "Valid MQSC commands are:", explanation: "The list of commands follows.", action: "None." };
pub static AMQ8427: Notice = Notice { id: "AMQ8427", label: "AMQ8427I", severity: Severity::Information, text: "Valid syntax for the MQSC command:", explanation: "What the command takes follows.", action: "None." };
pub static AMQ8428: Notice = Notice { id: "AMQ8428", label: "AMQ8428E", severity: Severity::Error, text: "TYPE Keyword has already been specified.", explanation: "It may be given once.", action: "Leave one of them out." };
pub static AMQ8430: Notice = Notice { id: "AMQ8430", label: "AMQ8430E", severity: Severity::Error, text: "Remote queue manager name unknown.", explanation: "There is no way to that queue manager.", action: "Define a transmission queue or an alias for it." };
pub static AMQ8432: Notice = Notice { id: "AMQ8432", label: "AMQ8432E", severity: Severity::Error, text: "REPOS and REPOSNL may not both be set.", explanation: "A queue manager takes its clusters from one of them.", action: "Leave one of them blank." };
pub static AMQ8434: Notice = Notice { id: "AMQ8434", label: "AMQ8434E", severity: Severity::Error, text: "CLUSTER and CLUSNL may not both be set.", explanation: "A queue or channel takes its clusters from one of them.", action: "Leave one of them blank." };
pub static AMQ8441: Notice = Notice { id: "AMQ8441", label: "AMQ8441I", severity: Severity::Information, text: "Display Cluster Queue Manager details.", explanation: "The attributes of a queue manager of a cluster follow.", action: "None." };
pub static AMQ8450: Notice = Notice { id: "AMQ8450", label: "AMQ8450I", severity: Severity::Information, text: "Display queue status details.", explanation: "The state of a queue follows.", action: "None." };
pub static AMQ8457: Notice = Notice { id: "AMQ8457", label: "AMQ8457I", severity: Severity::Information, text: "FerroMQ connection stopped.", explanation: "The application was disconnected and its work backed out.", action: "None." };
pub static AMQ8459: Notice = Notice { id: "AMQ8459", label: "AMQ8459E", severity: Severity::Error, text: "Not found.", explanation: "Nothing is there that fits what the command names.", action: "Check the names; they are sensitive to case." };
pub static AMQ8460: Notice = Notice { id: "AMQ8460", label: "AMQ8460E", severity: Severity::Error, text: "Syntax error in connection identifier.", explanation: "An identifier has sixteen hexadecimal digits.", action: "Copy the identifier from DISPLAY CONN." };
pub static AMQ8461: Notice = Notice { id: "AMQ8461", label: "AMQ8461E", severity: Severity::Error, text: "Connection identifier not found.", explanation: "The application has disconnected meanwhile.", action: "Display the connections again." };
pub static AMQ8469: Notice = Notice { id: "AMQ8469", label: "AMQ8469E", severity: Severity::Error, text: "A proxy subscription cannot be altered.", explanation: "It was made by the queue manager itself for another one.", action: "Leave it as it is. If it is not needed any more, delete it; REFRESH QMGR TYPE(PROXYSUB) at the other queue manager makes it again if it is." };
pub static AMQ8506: Notice = Notice { id: "AMQ8506", label: "AMQ8506W", severity: Severity::Warning, text: "Command server MQGET failed with reason code {reason}.", explanation: "The command server cannot get commands from its queue. It tries again.", action: "Look at the queue SYSTEM.ADMIN.COMMAND.QUEUE." };
pub static AMQ8507: Notice = Notice { id: "AMQ8507", label: "AMQ8507W", severity: Severity::Warning, text: "Command server MQPUT1 request for an undelivered message failed with reason code {reason}.", explanation: "A message could be put neither where it belongs nor on the dead-letter queue, and is lost.", action: "Name a dead-letter queue in DEADQ of the queue manager." };
pub static AMQ8510: Notice = Notice { id: "AMQ8510", label: "AMQ8510I", severity: Severity::Information, text: "The command server runs already.", explanation: "Nothing was done.", action: "None." };
pub static AMQ8511: Notice = Notice { id: "AMQ8511", label: "AMQ8511I", severity: Severity::Information, text: "The command server does not run.", explanation: "Nothing was done.", action: "None." };
pub static AMQ8550: Notice = Notice { id: "AMQ8550", label: "AMQ8550I", severity: Severity::Information, text: "Display namelist details.", explanation: "The attributes of a namelist follow.", action: "None." };
pub static AMQ8551: Notice = Notice { id: "AMQ8551", label: "AMQ8551I", severity: Severity::Information, text: "FerroMQ namelist changed.", explanation: "The attributes have their new values.", action: "None." };
pub static AMQ8552: Notice = Notice { id: "AMQ8552", label: "AMQ8552I", severity: Severity::Information, text: "FerroMQ namelist created.", explanation: "It can be used.", action: "None." };
pub static AMQ8553: Notice = Notice { id: "AMQ8553", label: "AMQ8553I", severity: Severity::Information, text: "FerroMQ namelist deleted.", explanation: "It is gone.", action: "None." };
pub static AMQ8560: Notice = Notice { id: "AMQ8560", label: "AMQ8560I", severity: Severity::Information, text: "FerroMQ security cache refreshed.", explanation: "Changed authorities are in force.", action: "None." };
pub static AMQ8563: Notice = Notice { id: "AMQ8563", label: "AMQ8563I", severity: Severity::Information, text: "FerroMQ authentication information object created.", explanation: "The object can be named in CONNAUTH.", action: "None." };
pub static AMQ8564: Notice = Notice { id: "AMQ8564", label: "AMQ8564I", severity: Severity::Information, text: "FerroMQ authentication information object deleted.", explanation: "The definition is gone.", action: "None." };
pub static AMQ8565: Notice = Notice { id: "AMQ8565", label: "AMQ8565E", severity: Severity::Error, text: "Queue Status not found.", explanation: "No handle of the queue fits what was asked for.", action: "Check name and condition; a queue nobody has open has no handles." };
pub static AMQ8566: Notice = Notice { id: "AMQ8566", label: "AMQ8566I", severity: Severity::Information, text: "Display authentication information details.", explanation: "The attributes of an authentication information object follow.", action: "None." };
pub static AMQ8567: Notice = Notice { id: "AMQ8567", label: "AMQ8567I", severity: Severity::Information, text: "FerroMQ authentication information changed.", explanation: "The new values are in force for connections after REFRESH SECURITY TYPE(CONNAUTH).", action: "None." };
pub static AMQ8569: Notice = Notice { id: "AMQ8569", label: "AMQ8569E", severity: Severity::Error, text: "Error in filter specification.", explanation: "The condition after WHERE is not valid.", action: "Give a keyword, an operator and a value." };
pub static AMQ8622: Notice = Notice { id: "AMQ8622", label: "AMQ8622I", severity: Severity::Information, text: "FerroMQ service changed.", explanation: "The service has the new attributes when it is started next.", action: "None." };
pub static AMQ8623: Notice = Notice { id: "AMQ8623", label: "AMQ8623I", severity: Severity::Information, text: "FerroMQ listener changed.", explanation: "The listener has the new attributes when it is started next.", action: "None." };
pub static AMQ8625: Notice = Notice { id: "AMQ8625", label: "AMQ8625I", severity: Severity::Information, text: "FerroMQ service created.", explanation: "The service can be started.", action: "None." };
pub static AMQ8627: Notice = Notice { id: "AMQ8627", label: "AMQ8627I", severity: Severity::Information, text: "FerroMQ service deleted.", explanation: "The definition is gone. A program that runs goes on.", action: "None." };
pub static AMQ8629: Notice = Notice { id: "AMQ8629", label: "AMQ8629I", severity: Severity::Information, text: "Display service information details.", explanation: "The attributes of a service follow.", action: "None." };
pub static AMQ8626: Notice = Notice { id: "AMQ8626", label: "AMQ8626I", severity: Severity::Information, text: "FerroMQ listener created.", explanation: "The listener can be started.", action: "None." };
pub static AMQ8628: Notice = Notice { id: "AMQ8628", label: "AMQ8628I", severity: Severity::Information, text: "FerroMQ listener deleted.", explanation: "The definition is gone.", action: "None." };
pub static AMQ8630: Notice = Notice { id: "AMQ8630", label: "AMQ8630I", severity: Severity::Information, text: "Display listener information details.", explanation: "The attributes of a listener follow.", action: "None." };
pub static AMQ8631: Notice = Notice { id: "AMQ8631", label: "AMQ8631I", severity: Severity::Information, text: "Display listener status details.", explanation: "The state of a listener that runs follows.", action: "None." };
pub static AMQ8632: Notice = Notice { id: "AMQ8632", label: "AMQ8632I", severity: Severity::Information, text: "Display service status details.", explanation: "The state of a service whose program runs follows.", action: "None." };
pub static AMQ8633: Notice = Notice { id: "AMQ8633", label: "AMQ8633I", severity: Severity::Information, text: "Display topic details.", explanation: "The attributes of a topic object follow.", action: "None." };
pub static AMQ8686: Notice = Notice { id: "AMQ8686", label: "AMQ8686I", severity: Severity::Information, text: "FerroMQ queue manager reset.", explanation: "What was asked for was done.", action: "None." };
pub static AMQ8690: Notice = Notice { id: "AMQ8690", label: "AMQ8690I", severity: Severity::Information, text: "FerroMQ topic created.", explanation: "Its attributes count for its branch of the topic tree.", action: "None." };
pub static AMQ8691: Notice = Notice { id: "AMQ8691", label: "AMQ8691I", severity: Severity::Information, text: "FerroMQ topic changed.", explanation: "The new attributes count from now on.", action: "None." };
pub static AMQ8694: Notice = Notice { id: "AMQ8694", label: "AMQ8694I", severity: Severity::Information, text: "FerroMQ topic deleted.", explanation: "Its branch of the topic tree has the attributes of what is above.", action: "None." };
pub static AMQ8705: Notice = Notice { id: "AMQ8705", label: "AMQ8705I", severity: Severity::Information, text: "Display Queue Manager Status Details.", explanation: "The state of the queue manager follows.", action: "None." };
pub static AMQ8706: Notice = Notice { id: "AMQ8706", label: "AMQ8706I", severity: Severity::Information, text: "The request to stop the listener was accepted.", explanation: "No connection is accepted any more; channels that run go on.", action: "None." };
pub static AMQ8708: Notice = Notice { id: "AMQ8708", label: "AMQ8708I", severity: Severity::Information, text: "Dead-letter queue handler started to process INPUTQ({queue}).", explanation: "It acts on the messages of that queue as its rules say.", action: "None." };
pub static AMQ8709: Notice = Notice { id: "AMQ8709", label: "AMQ8709I", severity: Severity::Information, text: "Dead-letter queue handler ending.", explanation: "It was told to end or there is nothing to do any more.", action: "None." };
pub static AMQ8721: Notice = Notice { id: "AMQ8721", label: "AMQ8721W", severity: Severity::Warning, text: "A message on the dead-letter queue does not begin with a valid MQDLH.", explanation: "Rules are for dead letters. Such a message is left alone. This is said once.", action: "Get the message with another program." };
pub static AMQ8723: Notice = Notice { id: "AMQ8723", label: "AMQ8723I", severity: Severity::Information, text: "Display pub/sub status details.", explanation: "The state of publish and subscribe follows.", action: "None." };
pub static AMQ8730: Notice = Notice { id: "AMQ8730", label: "AMQ8730W", severity: Severity::Warning, text: "The listener is active already.", explanation: "A listener of that name runs.", action: "Stop it first, or give the new one another name." };
pub static AMQ8731: Notice = Notice { id: "AMQ8731", label: "AMQ8731W", severity: Severity::Warning, text: "The listener is not active.", explanation: "No listener of that name runs.", action: "None." };
pub static AMQ8732: Notice = Notice { id: "AMQ8732", label: "AMQ8732I", severity: Severity::Information, text: "Request to stop the service accepted.", explanation: "Its stop program runs; the service ends when its own program does.", action: "None." };
pub static AMQ8733: Notice = Notice { id: "AMQ8733", label: "AMQ8733I", severity: Severity::Information, text: "Request to start the service accepted.", explanation: "Its program runs.", action: "None." };
pub static AMQ8734: Notice = Notice { id: "AMQ8734", label: "AMQ8734E", severity: Severity::Error, text: "The program could not be started: {reason}.", explanation: "STARTCMD or STOPCMD with its replaced parts is no program that can be run or a file of STDOUT or STDERR cannot be written.", action: "Give the whole path of a program, and of files that may be written, and start the service again." };
pub static AMQ8735: Notice = Notice { id: "AMQ8735", label: "AMQ8735E", severity: Severity::Error, text: "Access was denied: {reason}.", explanation: "The user of the queue manager may not run the program or write the file.", action: "Change its permissions or name another one." };
pub static AMQ8737: Notice = Notice { id: "AMQ8737", label: "AMQ8737W", severity: Severity::Warning, text: "The service is active already.", explanation: "A server runs once.", action: "Stop it first." };
pub static AMQ8738: Notice = Notice { id: "AMQ8738", label: "AMQ8738E", severity: Severity::Error, text: "The service is not active.", explanation: "No server of that name runs.", action: "None." };
pub static AMQ8739: Notice = Notice { id: "AMQ8739", label: "AMQ8739E", severity: Severity::Error, text: "A service with a blank STOPCMD cannot be stopped.", explanation: "Nothing is known that stops it.", action: "Give it a STOPCMD; to end a program by its process number use /bin/kill with STOPARG(+MQ_SERVER_PID+)." };
pub static AMQ8740: Notice = Notice { id: "AMQ8740", label: "AMQ8740E", severity: Severity::Error, text: "A service with a blank STARTCMD cannot be started.", explanation: "There is no program to run.", action: "Give it a STARTCMD." };
pub static AMQ8745: Notice = Notice { id: "AMQ8745", label: "AMQ8745E", severity: Severity::Error, text: "The dead-letter queue '{queue}' cannot be opened: {reason}.", explanation: "The dead-letter queue handler ended.", action: "Read the reason." };
pub static AMQ8748: Notice = Notice { id: "AMQ8748", label: "AMQ8748E", severity: Severity::Error, text: "The dead-letter queue handler cannot get from queue '{queue}': {reason}.", explanation: "It ended and what it had not committed is backed out.", action: "Read the reason." };
pub static AMQ8749: Notice = Notice { id: "AMQ8749", label: "AMQ8749E", severity: Severity::Error, text: "The dead-letter queue handler cannot commit or back out on queue '{queue}': {reason}.", explanation: "It ended and what it had not committed is backed out.", action: "Read the reason." };
pub static AMQ8750: Notice = Notice { id: "AMQ8750", label: "AMQ8750E", severity: Severity::Error, text: "No valid input was given to the dead-letter queue handler: there is no rule.", explanation: "A rules table has one rule at least.", action: "Give the rules on standard input." };
pub static AMQ8752: Notice = Notice { id: "AMQ8752", label: "AMQ8752E", severity: Severity::Error, text: "The value of {keyword} is too long (line {line}, column {column}): it may have {most} characters.", explanation: "Asterisks do not count. Nothing was done.", action: "Correct the rules table." };
pub static AMQ8753: Notice = Notice { id: "AMQ8753", label: "AMQ8753E", severity: Severity::Error, text: "{keyword} is given twice (line {line}, column {column}).", explanation: "A keyword may be once in a rule. Nothing was done.", action: "Correct the rules table. A rule begins on a new line, and goes on where a line ends with + or -." };
pub static AMQ8754: Notice = Notice { id: "AMQ8754", label: "AMQ8754I", severity: Severity::Information, text: "Display topic status details.", explanation: "The state of a topic follows.", action: "None." };
pub static AMQ8757: Notice = Notice { id: "AMQ8757", label: "AMQ8757E", severity: Severity::Error, text: "The number of {keyword} is out of range (line {line}, column {column}): it is from {low} to {high}.", explanation: "Nothing was done.", action: "Correct the rules table." };
pub static AMQ8758: Notice = Notice { id: "AMQ8758", label: "AMQ8758E", severity: Severity::Error, text: "Errors in the input to the dead-letter queue handler: {count}.", explanation: "They are told before this and nothing was done.", action: "Correct the rules table." };
pub static AMQ8759: Notice = Notice { id: "AMQ8759", label: "AMQ8759E", severity: Severity::Error, text: "These keywords do not go together (line {line}, column {column}): {rule}.", explanation: "Nothing was done.", action: "Correct the rules table." };
pub static AMQ8862: Notice = Notice { id: "AMQ8862", label: "AMQ8862I", severity: Severity::Information, text: "Authority record set.", explanation: "It counts from the next open on.", action: "None." };
pub static AMQ8863: Notice = Notice { id: "AMQ8863", label: "AMQ8863I", severity: Severity::Information, text: "Authority record deleted.", explanation: "It does not count any more from the next open on.", action: "None." };
pub static AMQ8864: Notice = Notice { id: "AMQ8864", label: "AMQ8864I", severity: Severity::Information, text: "Display authority record details.", explanation: "Heads what is shown of a record.", action: "None." };
pub static AMQ8865: Notice = Notice { id: "AMQ8865", label: "AMQ8865I", severity: Severity::Information, text: "Display authority service details.", explanation: "Heads what is shown.", action: "None." };
pub static AMQ8866: Notice = Notice { id: "AMQ8866", label: "AMQ8866I", severity: Severity::Information, text: "Display entity authority details.", explanation: "Heads what a user or group may do with an object.", action: "None." };
pub static AMQ8871: Notice = Notice { id: "AMQ8871", label: "AMQ8871E", severity: Severity::Error, text: "The user or group is not known.", explanation: "Authority is given to users and to groups the system knows.", action: "Check the name, which is sensitive to case; quote it in MQSC when it is in lower case." };
pub static AMQ8868: Notice = Notice { id: "AMQ8868", label: "AMQ8868E", severity: Severity::Error, text: "The channel authentication record exists already.", explanation: "There is a record for the same channels and the same partner.", action: "Use ACTION(REPLACE) to change it." };
pub static AMQ8877: Notice = Notice { id: "AMQ8877", label: "AMQ8877I", severity: Severity::Information, text: "FerroMQ channel authentication record set.", explanation: "It counts for connections from now on.", action: "None." };
pub static AMQ8878: Notice = Notice { id: "AMQ8878", label: "AMQ8878I", severity: Severity::Information, text: "Display channel authentication record details.", explanation: "The attributes of a channel authentication record follow.", action: "None." };
pub static AMQ8884: Notice = Notice { id: "AMQ8884", label: "AMQ8884E", severity: Severity::Error, text: "Channel authentication record not found.", explanation: "There is no such record.", action: "DISPLAY CHLAUTH(*) ALL shows the records there are." };
pub static AMQ8885: Notice = Notice { id: "AMQ8885", label: "AMQ8885E", severity: Severity::Error, text: "Parameter {keyword} does not go with ACTION({action}).", explanation: "The record was not changed.", action: "Leave the parameter out." };
pub static AMQ8886: Notice = Notice { id: "AMQ8886", label: "AMQ8886E", severity: Severity::Error, text: "Parameter {keyword} does not go with TYPE({type}).", explanation: "The record was not changed.", action: "Leave the parameter out, or choose another type." };
pub static AMQ8887: Notice = Notice { id: "AMQ8887", label: "AMQ8887E", severity: Severity::Error, text: "Parameter {keyword} is missing.", explanation: "The command needs it and did nothing.", action: "Give it a value." };
pub static AMQ8932: Notice = Notice { id: "AMQ8932", label: "AMQ8932I", severity: Severity::Information, text: "Display application status details.", explanation: "How an application is spread follows.", action: "None." };
pub static AMQ9001: Notice = Notice { id: "AMQ9001", label: "AMQ9001I", severity: Severity::Information, text: "Channel '{channel}' ended normally.", explanation: "It was stopped, or had nothing to send for long.", action: "None." };
pub static AMQ9002: Notice = Notice { id: "AMQ9002", label: "AMQ9002I", severity: Severity::Information, text: "Channel '{channel}' runs.", explanation: "Both ends have come to terms.", action: "None." };
pub static AMQ9202: Notice = Notice { id: "AMQ9202", label: "AMQ9202E", severity: Severity::Error, text: "Channel '{channel}' cannot connect to '{address}': {reason}.", explanation: "The other end cannot be reached.", action: "Check CONNAME and that a listener runs there." };
pub static AMQ9209: Notice = Notice { id: "AMQ9209", label: "AMQ9209E", severity: Severity::Error, text: "The connection of channel '{channel}' to host '{host}' was closed.", explanation: "The other end, or the network, closed it in the middle of something. What was not committed is backed out.", action: "Look at the log of the other end." };
pub static AMQ9218: Notice = Notice { id: "AMQ9218", label: "AMQ9218E", severity: Severity::Error, text: "The TCP listener cannot use port {port}: {reason}.", explanation: "The operating system refused the address or the port. Another program may use it.", action: "Choose another PORT or IPADDR, or end the other program." };
pub static AMQ9248: Notice = Notice { id: "AMQ9248", label: "AMQ9248E", severity: Severity::Error, text: "Channel '{channel}' has no place to connect from: {reason}.", explanation: "LOCLADDR names the address and the ports a connection begins at, and none of them can be used.", action: "Correct LOCLADDR, or give it more ports." };
pub static AMQ9259: Notice = Notice { id: "AMQ9259", label: "AMQ9259E", severity: Severity::Error, text: "The connection of channel '{channel}' to host '{host}' timed out.", explanation: "Nothing came from the client for the heartbeat interval, nor an answer to a heartbeat. What it had not committed is backed out.", action: "Look at the network and at the client. A longer HBINT bears longer silence." };
pub static AMQ9401: Notice = Notice { id: "AMQ9401", label: "AMQ9401I", severity: Severity::Information, text: "Channel '{channel}' was defined, for {partner} has called it. It is like {model}.", explanation: "Receivers are defined by themselves here (CHAD(ENABLED)), and stay.", action: "None." };
pub static AMQ9402: Notice = Notice { id: "AMQ9402", label: "AMQ9402E", severity: Severity::Error, text: "Channel '{channel}', which {partner} has called, cannot be defined: {reason}.", explanation: "Receivers are defined by themselves here (CHAD(ENABLED)).", action: "Correct what the reason says, or define the channel." };
pub static AMQ9406: Notice = Notice { id: "AMQ9406", label: "AMQ9406E", severity: Severity::Error, text: "REFRESH CLUSTER REPOS(YES) is not carried out, for this queue manager is a full repository of cluster {cluster}.", explanation: "It would forget what the others rely on.", action: "Use REPOS(NO), or first have it be a full repository no more (ALTER QMGR REPOS)." };
pub static AMQ9410: Notice = Notice { id: "AMQ9410", label: "AMQ9410I", severity: Severity::Information, text: "The repository of clusters has started.", explanation: "What members of clusters tell is taken from SYSTEM.CLUSTER.COMMAND.QUEUE.", action: "None." };
pub static AMQ9411: Notice = Notice { id: "AMQ9411", label: "AMQ9411I", severity: Severity::Information, text: "The repository of clusters has ended.", explanation: "What members of clusters tell waits until the queue manager runs again.", action: "None." };
pub static AMQ9496: Notice = Notice { id: "AMQ9496", label: "AMQ9496E", severity: Severity::Error, text: "Channel '{channel}' was ended by an exit at '{host}'.", explanation: "A channel exit of the other end refused the channel.", action: "Look at the log of the other end." };
pub static AMQ9502: Notice = Notice { id: "AMQ9502", label: "AMQ9502E", severity: Severity::Error, text: "The type of channel {channel} does not suit the request.", explanation: "The request is for channels that send messages to another queue manager.", action: "Check the name of the channel." };
pub static AMQ9503: Notice = Notice { id: "AMQ9503", label: "AMQ9503E", severity: Severity::Error, text: "Channel '{channel}' and '{host}' do not come to terms: {reason}.", explanation: "The two definitions do not fit.", action: "Compare the definitions at both ends." };
pub static AMQ9504: Notice = Notice { id: "AMQ9504", label: "AMQ9504E", severity: Severity::Error, text: "A protocol error was detected for channel '{channel}' from host '{host}': {reason}.", explanation: "What the other end sent is not what the protocol allows here. The connection was closed.", action: "Check that it is a client of IBM MQ or FerroMQ that connects to this port." };
pub static AMQ9505: Notice = Notice { id: "AMQ9505", label: "AMQ9505E", severity: Severity::Error, text: "Channel '{channel}' and '{host}' have different values of SEQWRAP: {one} and {other}. Give both ends the same.", explanation: "Numbers of messages would begin again at different places.", action: "Alter SEQWRAP at one end." };
pub static AMQ9506: Notice = Notice { id: "AMQ9506", label: "AMQ9506E", severity: Severity::Error, text: "A batch of channel '{channel}' was not taken by '{host}': {status}.", explanation: "The batch is backed out, and its messages are on the transmission queue again.", action: "Look at the log of the other end, which names the queue." };
pub static AMQ9507: Notice = Notice { id: "AMQ9507", label: "AMQ9507E", severity: Severity::Error, text: "Channel '{channel}' is in doubt about {batches} of {messages} messages: {reason}.", explanation: "The other end was asked to confirm the batch, and its answer has not come.", action: "Start the channel, so that the other end is asked again, or resolve it by hand: COMMIT if LSTLUWID of the other end's saved status is that batch, or the last of several, else BACKOUT; of several with LUWID(that of the other end)." };
pub static AMQ9509: Notice = Notice { id: "AMQ9509", label: "AMQ9509E", severity: Severity::Error, text: "Channel '{channel}' cannot open queue '{queue}': {reason}.", explanation: "The channel ended.", action: "Read the reason and correct the queue or the definition of the channel." };
pub static AMQ9510: Notice = Notice { id: "AMQ9510", label: "AMQ9510E", severity: Severity::Error, text: "Channel '{channel}' cannot get from queue '{queue}': {reason}.", explanation: "The channel ended.", action: "Read the reason." };
pub static AMQ9511: Notice = Notice { id: "AMQ9511", label: "AMQ9511E", severity: Severity::Error, text: "Channel '{channel}' cannot put to queue '{queue}': {reason}.", explanation: "The channel ended.", action: "Read the reason." };
pub static AMQ9513: Notice = Notice { id: "AMQ9513", label: "AMQ9513E", severity: Severity::Error, text: "Channel '{channel}' was refused to {partner}: {limit} run already, which is the limit {name}.", explanation: "As many instances of the channel run as may.", action: "End some of them or raise the limit." };
pub static AMQ9514: Notice = Notice { id: "AMQ9514", label: "AMQ9514E", severity: Severity::Error, text: "Channel '{channel}' is in use.", explanation: "The channel runs already, with the same queue manager.", action: "None: one that hangs is ended and the other end tries again." };
pub static AMQ9519: Notice = Notice { id: "AMQ9519", label: "AMQ9519E", severity: Severity::Error, text: "Channel '{channel}', which {partner} asked for, is not defined here: {remedy}.", explanation: "There is no such channel of a type the partner could use.", action: "Define it or correct the name at the other end." };
pub static AMQ9520: Notice = Notice { id: "AMQ9520", label: "AMQ9520E", severity: Severity::Error, text: "Channel '{channel}' is not defined at '{host}'.", explanation: "The other end has no channel of that name.", action: "Define it there, with CHLTYPE(RCVR) for a sender, or correct the name at one end." };
pub static AMQ9523: Notice = Notice { id: "AMQ9523", label: "AMQ9523E", severity: Severity::Error, text: "'{host}' found that what channel '{channel}' sent is not what the protocol allows: {status}.", explanation: "The other end ended the channel.", action: "Look at the log of the other end." };
pub static AMQ9524: Notice = Notice { id: "AMQ9524", label: "AMQ9524E", severity: Severity::Error, text: "The queue manager at '{host}' is not there for channel '{channel}': {status}.", explanation: "It is not started, or stands by for another one.", action: "Start it, or wait." };
pub static AMQ9525: Notice = Notice { id: "AMQ9525", label: "AMQ9525W", severity: Severity::Warning, text: "Channel '{channel}' ended because the queue manager at '{host}' ends.", explanation: "It comes back when that one does.", action: "None: a sender tries again." };
pub static AMQ9526: Notice = Notice { id: "AMQ9526", label: "AMQ9526E", severity: Severity::Error, text: "Channel '{channel}' is out of step with '{host}': the message sent has number {sent} (batch {sent_batch}), and number {expected} was expected (last committed batch: {committed}). The sender's command RESET CHANNEL({name}) SEQNUM({number}) makes both ends agree.", explanation: "One end was restored, or made anew: what it keeps of the channel is older than what the other end keeps. The batches are those DISPLAY CHSTATUS SAVED shows as LSTLUWID and CURLUWID.", action: "Find out which messages are there twice, or are missing, if it matters. Then give that command at the sender and start the channel." };
pub static AMQ9527: Notice = Notice { id: "AMQ9527", label: "AMQ9527E", severity: Severity::Error, text: "Channel '{channel}' cannot send a message for queue '{queue}': it has {bytes} bytes, and {most} are the most the channel takes.", explanation: "The two ends have agreed on the lower one of their MAXMSGL.", action: "Raise MAXMSGL of the channel at both ends, or send shorter messages." };
pub static AMQ9528: Notice = Notice { id: "AMQ9528", label: "AMQ9528I", severity: Severity::Information, text: "Channel '{channel}' was stopped at '{host}'.", explanation: "Somebody ended the channel at the other end.", action: "None." };
pub static AMQ9531: Notice = Notice { id: "AMQ9531", label: "AMQ9531E", severity: Severity::Error, text: "Channel '{channel}' cannot use queue '{queue}' as its transmission queue: {reason}.", explanation: "The channel ended. Messages on an ordinary queue are for programs that get from it, and nothing says where they would be sent.", action: "Correct XMITQ of the channel, or ALTER QLOCAL USAGE(XMITQ) if the queue is meant to be one." };
pub static AMQ9533: Notice = Notice { id: "AMQ9533", label: "AMQ9533W", severity: Severity::Warning, text: "Channel {channel} is not active.", explanation: "Nothing of the channel runs that could be stopped.", action: "None." };
pub static AMQ9534: Notice = Notice { id: "AMQ9534", label: "AMQ9534E", severity: Severity::Error, text: "Channel '{channel}' is stopped; {partner} was refused. START CHANNEL({name}) lets it in again.", explanation: "An operator stopped the channel.", action: "Start it when messages may come again." };
pub static AMQ9535: Notice = Notice { id: "AMQ9535", label: "AMQ9535E", severity: Severity::Error, text: "Channel '{channel}' with {partner} cannot run: user exit '{exit}' ({attribute}) is not valid, for exits of channels are not run here.", explanation: "A channel that ran without its exits would let in whom they keep out, or send what they encipher as it is.", action: "Take the exit out of the definition, and have done by other means what it did: SET CHLAUTH, CONNAUTH, SSLCIPH." };
pub static AMQ9540: Notice = Notice { id: "AMQ9540", label: "AMQ9540E", severity: Severity::Error, text: "Channel '{channel}' cannot commit (queue '{queue}'): {reason}.", explanation: "The channel ended.", action: "Read the reason." };
pub static AMQ9541: Notice = Notice { id: "AMQ9541", label: "AMQ9541E", severity: Severity::Error, text: "Channel '{channel}' and '{host}' have no CCSID in common.", explanation: "The other end cannot read the names this one sends.", action: "Compare CCSID of both queue managers." };
pub static AMQ9544: Notice = Notice { id: "AMQ9544", label: "AMQ9544W", severity: Severity::Warning, text: "Channel '{channel}': messages of a batch could not be put where they should and are on the dead-letter queue of '{host}'.", explanation: "The other end has confirmed the batch and said so; its log says which messages, and why.", action: "Look at the log and the dead-letter queue of the other end." };
pub static AMQ9546: Notice = Notice { id: "AMQ9546", label: "AMQ9546E", severity: Severity::Error, text: "Channel '{channel}': '{status}' came from '{host}'.", explanation: "The other end ended the channel.", action: "Read the log of the other end." };
pub static AMQ9547: Notice = Notice { id: "AMQ9547", label: "AMQ9547E", severity: Severity::Error, text: "Channel '{channel}' is of type {kind} here, and of one that does not go with it at '{host}'.", explanation: "Senders go with receivers and requesters, servers with requesters and, where they have CONNAME, with receivers.", action: "Correct the type at one end." };
pub static AMQ9548: Notice = Notice { id: "AMQ9548", label: "AMQ9548W", severity: Severity::Warning, text: "Channel '{channel}' cannot put a message to queue '{queue}': {reason}. It goes to the dead-letter queue.", explanation: "The message stays on the dead-letter queue until somebody sees to it.", action: "Correct what the reason says." };
pub static AMQ9557: Notice = Notice { id: "AMQ9557", label: "AMQ9557E", severity: Severity::Error, text: "User '{user}' {where} cannot connect: {reason}.", explanation: "The queue manager refused the connection.", action: "Let the application give a user, or set one with MCAUSER of the channel or with SET CHLAUTH. A local program: run it as a user of at most 12 characters, or let it give credentials where ADOPTCTX(YES) has it act as their user." };
pub static AMQ9558: Notice = Notice { id: "AMQ9558", label: "AMQ9558E", severity: Severity::Error, text: "Channel '{channel}' with {partner} is not available: {reason}.", explanation: "The channel is stopped, runs already, or may not be used by the partner.", action: "Read the reason; where the other end refuses, its log says which of these it was." };
pub static AMQ9565: Notice = Notice { id: "AMQ9565", label: "AMQ9565E", severity: Severity::Error, text: "Channel '{channel}' cannot put a message to queue '{queue}', and {refused}, so it blocks all behind it: {reason}.", explanation: "The channel ended and its batch was backed out.", action: "Correct what the reason says, or give the queue manager a dead-letter queue (DEADQ)." };
pub static AMQ9572: Notice = Notice { id: "AMQ9572", label: "AMQ9572E", severity: Severity::Error, text: "Channel '{channel}' cannot send a message of transmission queue '{queue}': it does not begin with a transmission header.", explanation: "A program put it there by itself.", action: "Find out which program did: the dead-letter queue has the message, and its descriptor says who put it. Put to a remote queue instead." };
pub static AMQ9611: Notice = Notice { id: "AMQ9611", label: "AMQ9611I", severity: Severity::Information, text: "The client channel definition table of queue manager '{queue_manager}' was written.", explanation: "Client-connection channels are in it as they are defined now.", action: "None." };
pub static AMQ9616: Notice = Notice { id: "AMQ9616", label: "AMQ9616E", severity: Severity::Error, text: "There is no TLS connection with {partner}: {reason}.", explanation: "The two ends have no version of TLS or no CipherSpec in common.", action: "Compare SSLCIPH at both ends." };
pub static AMQ9631: Notice = Notice { id: "AMQ9631", label: "AMQ9631E", severity: Severity::Error, text: "Channel '{channel}' was refused to {partner}. {why}.", explanation: "The two ends have different CipherSpecs.", action: "Give both ends the same." };
pub static AMQ9633: Notice = Notice { id: "AMQ9633", label: "AMQ9633E", severity: Severity::Error, text: "There is no TLS connection with {partner}: {reason}.", explanation: "The handshake failed.", action: "Read the reason and look at the certificates of both ends." };
pub static AMQ9635: Notice = Notice { id: "AMQ9635", label: "AMQ9635E", severity: Severity::Error, text: "Channel '{channel}' was refused to {partner}. {why}.", explanation: "The CipherSpec of the channel does not go with what the partner uses.", action: "Give both ends the same." };
pub static AMQ9636: Notice = Notice { id: "AMQ9636", label: "AMQ9636E", severity: Severity::Error, text: "Channel '{channel}' was refused to {partner}. Its certificate is '{subject}', which does not match SSLPEER({wanted}).", explanation: "The partner is not one that the channel is for.", action: "Correct SSLPEER or the partner's certificate." };
pub static AMQ9637: Notice = Notice { id: "AMQ9637", label: "AMQ9637E", severity: Severity::Error, text: "Channel '{channel}' was refused to {partner}. {why}.", explanation: "The channel asks for a certificate (SSLCAUTH).", action: "Give the partner one." };
pub static AMQ9638: Notice = Notice { id: "AMQ9638", label: "AMQ9638E", severity: Severity::Error, text: "There is no TLS connection with {partner}: {reason}.", explanation: "TLS cannot be had, or what came is none.", action: "Read the reason." };
pub static AMQ9639: Notice = Notice { id: "AMQ9639", label: "AMQ9639E", severity: Severity::Error, text: "Channel '{channel}' was refused to {partner}. It does not use TLS, and the channel has SSLCIPH({cipher}). Give both ends the same.", explanation: "The channel is for TLS.", action: "Give both ends the same CipherSpec." };
pub static AMQ9641: Notice = Notice { id: "AMQ9641", label: "AMQ9641E", severity: Severity::Error, text: "Channel '{channel}' was refused by '{host}' for its CipherSpec. SSLCIPH here is {own}; there it is {other}. Give both ends the same.", explanation: "Both ends have to name one CipherSpec, or none.", action: "Alter SSLCIPH at one end." };
pub static AMQ9642: Notice = Notice { id: "AMQ9642", label: "AMQ9642E", severity: Severity::Error, text: "Channel '{channel}' was refused by '{host}', which wants a certificate (SSLCAUTH) and was shown none.", explanation: "This end has no certificate, or none of the label it looks for.", action: "Add one to the key repository, with the label of CERTLABL." };
pub static AMQ9643: Notice = Notice { id: "AMQ9643", label: "AMQ9643E", severity: Severity::Error, text: "Channel '{channel}' was refused by '{host}', whose SSLPEER the certificate of this end does not match.", explanation: "The certificate is good, and it is of somebody else than the other end expects.", action: "Compare SSLPEER there with the subject of the certificate that CERTLABL names here." };
pub static AMQ9657: Notice = Notice { id: "AMQ9657", label: "AMQ9657E", severity: Severity::Error, text: "The key repository could not be opened for TLS with {partner}: {reason}.", explanation: "Without it there is no TLS.", action: "Read the reason and correct SSLKEYR, KEYRPWD or the file, then REFRESH SECURITY TYPE(SSL)." };
pub static AMQ9665: Notice = Notice { id: "AMQ9665", label: "AMQ9665E", severity: Severity::Error, text: "The TLS connection with {partner} was closed by the other end: {reason}.", explanation: "The other end does not accept what this one showed or asked for, or went away.", action: "Look at the log of the other end." };
pub static AMQ9673: Notice = Notice { id: "AMQ9673", label: "AMQ9673E", severity: Severity::Error, text: "Channel '{channel}' was refused to {partner}. {why}.", explanation: "The certificate of the channel (CERTLABL) was not the one that was used.", action: "Let the partner name the channel in the handshake or give channels the same certificate." };
pub static AMQ9716: Notice = Notice { id: "AMQ9716", label: "AMQ9716E", severity: Severity::Error, text: "There is no TLS connection with {partner}: {reason}.", explanation: "Nobody knows whether certificates were revoked, and it is asked for.", action: "Read the reason." };
pub static AMQ9776: Notice = Notice { id: "AMQ9776", label: "AMQ9776E", severity: Severity::Error, text: "Channel '{channel}' from {address} was blocked because user '{user}' is in a list of users that may not use it.", explanation: "A channel authentication record with TYPE(BLOCKUSER) fits. *MQADMIN in a list means everyone who administers the queue manager.", action: "DISPLAY CHLAUTH(channel) MATCH(RUNCHECK) shows the record. Connect as another user, or set a record for this channel." };
pub static AMQ9777: Notice = Notice { id: "AMQ9777", label: "AMQ9777E", severity: Severity::Error, text: "Channel '{channel}' from {address} was blocked by a record with USERSRC(NOACCESS) that fits {identity}.", explanation: "A channel authentication record refuses the connection.", action: "DISPLAY CHLAUTH(channel) MATCH(RUNCHECK) shows the record. If the partner may connect, set a more specific one." };
pub static AMQ9782: Notice = Notice { id: "AMQ9782", label: "AMQ9782E", severity: Severity::Error, text: "The connection from {address} was blocked by its address.", explanation: "A channel authentication record with TYPE(BLOCKADDR) fits.", action: "If the partner may connect, take its address out with SET CHLAUTH ACTION(REMOVE)." };
pub static AMQ9783: Notice = Notice { id: "AMQ9783", label: "AMQ9783I", severity: Severity::Information, text: "Channel will run using MCAUSER('{user}').", explanation: "No record gives a user, so it is MCAUSER of the channel or the user of the client.", action: "None." };
pub static AMQ9790: Notice = Notice { id: "AMQ9790", label: "AMQ9790I", severity: Severity::Information, text: "The check that failed was asked for by a channel authentication record for '{profile}' with CHCKCLNT(REQUIRED).", explanation: "It goes with the message before it.", action: "None." };
pub static AMQ9791: Notice = Notice { id: "AMQ9791", label: "AMQ9791E", severity: Severity::Error, text: "Application '{application}' {where} gave no user and password.", explanation: "A channel authentication record asks for them and the connection was refused. The message that follows names it.", action: "Let the application give a user and a password." };
pub static AMQ9792: Notice = Notice { id: "AMQ9792", label: "AMQ9792I", severity: Severity::Information, text: "The check that failed was asked for by a channel authentication record for '{profile}' with CHCKCLNT(REQDADM).", explanation: "It goes with the message before it.", action: "None." };
pub static AMQ9999: Notice = Notice { id: "AMQ9999", label: "AMQ9999E", severity: Severity::Error, text: "Channel '{channel}' with '{host}' ended abnormally.", explanation: "What was said before says why.", action: "Look at what was said before." };
pub static FMQ0001: Notice = Notice { id: "FMQ0001", label: "FMQ0001T", severity: Severity::Terminating, text: "Forcing the recovery log failed: {reason}.", explanation: "What was being committed may or may not be on disk, so the queue manager ends at once; a failed force is never tried again.", action: "Repair the disk and start the queue manager: it finds out what is there from the log." };
pub static FMQ0002: Notice = Notice { id: "FMQ0002", label: "FMQ0002E", severity: Severity::Error, text: "The data of queue manager '{queue_manager}' is in use by process {pid}.", explanation: "Two processes must not use the same data.", action: "End that process, or connect to it instead." };
pub static FMQ0003: Notice = Notice { id: "FMQ0003", label: "FMQ0003E", severity: Severity::Error, text: "'{path}', line {line}: {problem}.", explanation: "The setting is not valid, so the queue manager does not start.", action: "Correct the line." };
pub static FMQ0004: Notice = Notice { id: "FMQ0004", label: "FMQ0004S", severity: Severity::Severe, text: "'{path}' is damaged at byte {offset}: {rule}.", explanation: "What is stored there breaks a rule of its format.", action: "Restore the file, or rebuild the object from its media image." };
pub static FMQ0005: Notice = Notice { id: "FMQ0005", label: "FMQ0005W", severity: Severity::Warning, text: "Process {pid} of application '{application}' ended without disconnecting.", explanation: "Its unit of work was backed out and its handles closed.", action: "Find out why the process ended." };
pub static FMQ0006: Notice = Notice { id: "FMQ0006", label: "FMQ0006I", severity: Severity::Information, text: "Checkpoint taken at {lsn}.", explanation: "A start reads the log from here.", action: "None." };
pub static FMQ0007: Notice = Notice { id: "FMQ0007", label: "FMQ0007W", severity: Severity::Warning, text: "Task '{task}' has been waiting for {what} for {seconds} s.", explanation: "The watchdog expects it to be faster.", action: "Look at the load of the disk and of the machine." };
pub static FMQ0008: Notice = Notice { id: "FMQ0008", label: "FMQ0008I", severity: Severity::Information, text: "Queue manager '{queue_manager}' was recovered in {milliseconds} ms.", explanation: "Written when a start has read the log.", action: "None." };
pub static FMQ0009: Notice = Notice { id: "FMQ0009", label: "FMQ0009W", severity: Severity::Warning, text: "The disk that holds '{path}' has {percent} percent left.", explanation: "When it is full, persistent work is refused.", action: "Free some room." };
pub static FMQ0010: Notice = Notice { id: "FMQ0010", label: "FMQ0010I", severity: Severity::Information, text: "Setting {name} is {value}, from {origin}.", explanation: "Written at start, so that a log shows what was in force.", action: "None." };
pub static FMQ0011: Notice = Notice { id: "FMQ0011", label: "FMQ0011W", severity: Severity::Warning, text: "Setting {name} in '{path}' is not used by this version.", explanation: "It was read and has no effect.", action: "Remove it, or leave it for other programs." };
pub static FMQ0012: Notice = Notice { id: "FMQ0012", label: "FMQ0012I", severity: Severity::Information, text: "Log files {first} to {last} can be used again.", explanation: "Nothing needs them any more.", action: "None." };
pub static FMQ0013: Notice = Notice { id: "FMQ0013", label: "FMQ0013E", severity: Severity::Error, text: "Message {message_id} could not be put on queue '{queue}' and went to the dead-letter queue, reason {reason}.", explanation: "The target could not take it.", action: "Look at the target queue." };
pub static FMQ0014: Notice = Notice { id: "FMQ0014", label: "FMQ0014E", severity: Severity::Error, text: "A trigger message for queue '{queue}' could not be put on '{initiation_queue}', reason {reason}.", explanation: "The application that serves the queue is not started by this trigger.", action: "Look at the initiation queue." };
pub static FMQ0015: Notice = Notice { id: "FMQ0015", label: "FMQ0015E", severity: Severity::Error, text: "Option {option} is not supported: {reason}.", explanation: "The command did nothing.", action: "Leave the option out." };
pub static FMQ0016: Notice = Notice { id: "FMQ0016", label: "FMQ0016E", severity: Severity::Error, text: "No queue manager was named and there is no default one.", explanation: "The command did nothing.", action: "Name a queue manager, or make one the default with crtmqm -q or in mqs.ini." };
pub static FMQ0017: Notice = Notice { id: "FMQ0017", label: "FMQ0017E", severity: Severity::Error, text: "Queue manager '{queue_manager}' cannot start: {reason}.", explanation: "Nothing on disk was changed.", action: "Repair the cause, and start it again." };
pub static FMQ0018: Notice = Notice { id: "FMQ0018", label: "FMQ0018E", severity: Severity::Error, text: "Queue manager '{queue_manager}' has not ended after {seconds} s.", explanation: "Applications are still connected or work is still under way.", action: "Wait longer, or end it with endmqm -i." };
pub static FMQ0019: Notice = Notice { id: "FMQ0019", label: "FMQ0019E", severity: Severity::Error, text: "No data path is known.", explanation: "None of MQ_DATA_PATH, XDG_DATA_HOME and HOME is set.", action: "Set MQ_DATA_PATH to a directory you may write to." };
pub static FMQ0020: Notice = Notice { id: "FMQ0020", label: "FMQ0020E", severity: Severity::Error, text: "Queue manager '{queue_manager}' is open in process {pid} ({program}).", explanation: "One process at a time can have it open.", action: "End it there first." };
pub static FMQ0021: Notice = Notice { id: "FMQ0021", label: "FMQ0021W", severity: Severity::Warning, text: "Option {option} is accepted and has no effect: {reason}.", explanation: "The command goes on.", action: "None." };
pub static FMQ0022: Notice = Notice { id: "FMQ0022", label: "FMQ0022I", severity: Severity::Information, text: "There are no queue managers below '{path}'.", explanation: "Nothing to show.", action: "Create one with crtmqm, or set MQ_DATA_PATH to the data path you mean." };
pub static FMQ0023: Notice = Notice { id: "FMQ0023", label: "FMQ0023E", severity: Severity::Error, text: "There is no command '{word}'.", explanation: "Nothing was done.", action: "ferromq help lists the commands." };
pub static FMQ0024: Notice = Notice { id: "FMQ0024", label: "FMQ0024E", severity: Severity::Error, text: "Object {object}, type queue, has no media images.", explanation: "Its definition says IMGRCOVQ(NO).", action: "Alter the queue to IMGRCOVQ(YES) and record an image." };
pub static FMQ0030: Notice = Notice { id: "FMQ0030", label: "FMQ0030W", severity: Severity::Warning, text: "The connection of process {process} was broken off: {rule}.", explanation: "What the application sent breaks a rule of the road; its unit of work was backed out and its handles closed.", action: "Find out what the application is and does; no other application is concerned." };
pub static FMQ0031: Notice = Notice { id: "FMQ0031", label: "FMQ0031T", severity: Severity::Terminating, text: "Queue manager '{queue_manager}' ends because process {pid} broke one of its own rules: {panic}.", explanation: "This is an error in FerroMQ. Going on could harm messages, so the process ends at once; what was committed is in the log.", action: "Start the queue manager again, and report the error together with AMQSTDERR.LOG." };
pub static FMQ0032: Notice = Notice { id: "FMQ0032", label: "FMQ0032W", severity: Severity::Warning, text: "No media image of queue {queue} was recorded: {reason}.", explanation: "The last image stays in force and the log from there is kept.", action: "Repair the cause, or record an image with rcdmqimg." };
pub static FMQ0033: Notice = Notice { id: "FMQ0033", label: "FMQ0033I", severity: Severity::Information, text: "Type '{command} ?' to see what may stand there.", explanation: "The command was not run.", action: "None." };
pub static FMQ0034: Notice = Notice { id: "FMQ0034", label: "FMQ0034E", severity: Severity::Error, text: "A quotation mark or a parenthesis is left open.", explanation: "The command was not run.", action: "Close it; a quotation mark inside a quotation is given twice." };
pub static FMQ0035: Notice = Notice { id: "FMQ0035", label: "FMQ0035W", severity: Severity::Warning, text: "A checkpoint failed: {reason}.", explanation: "Log files that could be used again are kept until one succeeds; it is tried again by itself.", action: "Repair the cause, which is mostly a full disk, or a limit on the size of files (ulimit -f)." };
pub static FMQ0036: Notice = Notice { id: "FMQ0036", label: "FMQ0036E", severity: Severity::Error, text: "A message of queue {queue} could not be read: {reason}.", explanation: "The get was refused and the message is still there.", action: "Repair the disk and get it again." };
pub static FMQ0037: Notice = Notice { id: "FMQ0037", label: "FMQ0037W", severity: Severity::Warning, text: "A checkpoint of queue manager '{queue_manager}' has been due for {seconds} seconds: {state}.", explanation: "Log files that could be used again are kept until one succeeds. When there is no room left in the log, persistent messages are refused. It is told again after some minutes while it lasts, and FMQ0038I tells of its end.", action: "Look at the disk of the queue files, whether it is full or does not answer. Where an attempt failed, remove the reason; the next one comes by itself." };
pub static FMQ0038: Notice = Notice { id: "FMQ0038", label: "FMQ0038I", severity: Severity::Information, text: "A checkpoint of queue manager '{queue_manager}' was taken {seconds} seconds after it was due.", explanation: "It was overdue, and is no longer.", action: "None." };
pub static FMQ0039: Notice = Notice { id: "FMQ0039", label: "FMQ0039W", severity: Severity::Warning, text: "Log space from {position} on is not freed, because queue {queue} is damaged.", explanation: "Its files failed and could not be replaced, which is tried again by itself. What is on it is in the log and in the old files, and nothing committed on it is lost. A circular log fills up meanwhile, and then persistent messages for other queues are refused with MQRC_RESOURCE_PROBLEM (2102), too; a linear log grows.", action: "Repair the disk: FMQ0174I tells when the queue has new files and can be used again. A start of the queue manager reads it from the log as well. If its messages are not wanted, delete the queue with PURGE." };
pub static FMQ0040: Notice = Notice { id: "FMQ0040", label: "FMQ0040W", severity: Severity::Warning, text: "The connection from {address} would have been blocked by its address.", explanation: "A channel authentication record with TYPE(BLOCKADDR) and WARN(YES) fits. The connection goes on.", action: "None." };
pub static FMQ0041: Notice = Notice { id: "FMQ0041", label: "FMQ0041W", severity: Severity::Warning, text: "Channel '{channel}' from {address} would have been blocked by a record with USERSRC(NOACCESS) and WARN(YES) that fits {identity}.", explanation: "The connection goes on as if the record were not there.", action: "None." };
pub static FMQ0042: Notice = Notice { id: "FMQ0042", label: "FMQ0042W", severity: Severity::Warning, text: "Channel '{channel}' from {address} would have been blocked because of user '{user}'.", explanation: "A channel authentication record with TYPE(BLOCKUSER) and WARN(YES) fits. The connection goes on.", action: "None." };
pub static FMQ0043: Notice = Notice { id: "FMQ0043", label: "FMQ0043E", severity: Severity::Error, text: "The password of user '{user}' on channel '{channel}' from {address} cannot be read.", explanation: "The client protected it in a way that is not published, as clients do without TLS.", action: "Use TLS on the channel (SSLCIPH). For development only, let the queue manager ask for passwords in clear; the manual page on security says how." };
pub static FMQ0044: Notice = Notice { id: "FMQ0044", label: "FMQ0044E", severity: Severity::Error, text: "Users cannot be checked with '{authinfo}': {reason}.", explanation: "CONNAUTH of the queue manager names it, so the connection was refused.", action: "Name an object with AUTHTYPE(IDPWOS) in CONNAUTH and REFRESH SECURITY TYPE(CONNAUTH)." };
pub static FMQ0045: Notice = Notice { id: "FMQ0045", label: "FMQ0045E", severity: Severity::Error, text: "Channel '{channel}' from {address} needs a user and a password that nothing checks.", explanation: "A channel authentication record asks for them with CHCKCLNT; CONNAUTH of the queue manager is blank or its CHCKCLNT is NONE.", action: "Set CONNAUTH, or CHCKCLNT(ASQMGR) in the record." };
pub static FMQ0050: Notice = Notice { id: "FMQ0050", label: "FMQ0050I", severity: Severity::Information, text: "What was decided about the transaction is forgotten.", explanation: "Its transaction manager will be told that no such transaction is known.", action: "None." };
pub static FMQ0051: Notice = Notice { id: "FMQ0051", label: "FMQ0051E", severity: Severity::Error, text: "There is no resource manager {rmid}.", explanation: "The queue manager coordinates no other resource managers.", action: "Leave option -r out." };
pub static FMQ0046: Notice = Notice { id: "FMQ0046", label: "FMQ0046E", severity: Severity::Error, text: "The file of users '{path}' cannot be read: {reason}.", explanation: "Nobody can connect with a password until it is repaired.", action: "Repair the file, or remove it and set the passwords again with setmqusr." };
pub static FMQ0047: Notice = Notice { id: "FMQ0047", label: "FMQ0047I", severity: Severity::Information, text: "Channel authentication records are disabled and none is looked at.", explanation: "CHLAUTH of the queue manager is DISABLED.", action: "ALTER QMGR CHLAUTH(ENABLED) puts them in force." };
pub static FMQ0052: Notice = Notice { id: "FMQ0052", label: "FMQ0052I", severity: Severity::Information, text: "The password of user '{user}' of queue manager '{queue_manager}' is set.", explanation: "It counts from now on.", action: "None." };
pub static FMQ0053: Notice = Notice { id: "FMQ0053", label: "FMQ0053I", severity: Severity::Information, text: "User '{user}' of queue manager '{queue_manager}' is deleted.", explanation: "The user's password opens nothing any more; connections there are stay.", action: "None." };
pub static FMQ0054: Notice = Notice { id: "FMQ0054", label: "FMQ0054E", severity: Severity::Error, text: "There is no user '{user}' that queue manager '{queue_manager}' keeps.", explanation: "Nothing was changed.", action: "setmqusr -l lists the users." };
pub static FMQ0055: Notice = Notice { id: "FMQ0055", label: "FMQ0055W", severity: Severity::Warning, text: "Passwords of users of the system cannot be checked: {reason}.", explanation: "The queue manager asks PAM about users it does not keep itself; it refuses them now.", action: "Install libpam, or set SystemUsers=NO in stanza Security of qm.ini; setmqusr makes users the queue manager keeps." };
pub static FMQ0056: Notice = Notice { id: "FMQ0056", label: "FMQ0056W", severity: Severity::Warning, text: "The system did not accept user '{user}': {reason}.", explanation: "PAM was asked with service ibmmq and the connection is refused; it is not said that the password was wrong.", action: "Check the account and the rules of the service in /etc/pam.d." };
pub static FMQ0057: Notice = Notice { id: "FMQ0057", label: "FMQ0057I", severity: Severity::Information, text: "The password of user '{user}' could be checked by programs of root only, and the queue manager runs as '{me}'.", explanation: "Where the rules of PAM service ibmmq use pam_unix, a program that is not of root can check its own user's password and no other.", action: "Use another module, such as pam_sss, or make the user one the queue manager keeps, with setmqusr." };
pub static FMQ0058: Notice = Notice { id: "FMQ0058", label: "FMQ0058W", severity: Severity::Warning, text: "{count} wrong passwords came from {place} within {seconds} seconds.", explanation: "For as long again passwords from there are refused without a look, right ones too.", action: "Find out who guesses. WrongPasswordsMax in stanza Security of qm.ini is the limit." };
pub static FMQ0070: Notice = Notice { id: "FMQ0070", label: "FMQ0070W", severity: Severity::Warning, text: "The command server has not started: {reason}.", explanation: "Commands put on the command queue wait.", action: "Start it with strmqcsv once the reason is gone." };
pub static FMQ0060: Notice = Notice { id: "FMQ0060", label: "FMQ0060E", severity: Severity::Error, text: "Channel '{channel}' has no certificate to show: {reason}.", explanation: "Its clients are refused; other channels are not concerned. This is told once for each time the certificates are read.", action: "Give it another CERTLABL, or put the certificate into the key repository and enter REFRESH SECURITY TYPE(SSL)." };
pub static FMQ0059: Notice = Notice { id: "FMQ0059", label: "FMQ0059W", severity: Severity::Warning, text: "{who} asks that servers be asked whether certificates were revoked, and none is asked.", explanation: "OCSPAuthentication of stanza SSL in qm.ini is WARN, so clients are let in. This is told once for each time the key repository is read.", action: "Put revocation lists in a file beside the key repository, as docs/manual/tls.md says." };
pub static FMQ0071: Notice = Notice { id: "FMQ0071", label: "FMQ0071W", severity: Severity::Warning, text: "The queued publish and subscribe interface cannot get commands: {reason}.", explanation: "Commands on its queues wait. It tries again every second.", action: "Look at SYSTEM.BROKER.CONTROL.QUEUE and the queues of the streams; a persistent message that fails needs a dead-letter queue." };
pub static FMQ0072: Notice = Notice { id: "FMQ0072", label: "FMQ0072W", severity: Severity::Warning, text: "The queued publish and subscribe interface lost a message: {reason}.", explanation: "A command that failed, or an answer, could be put neither where it belongs nor on the dead-letter queue.", action: "Name a dead-letter queue in DEADQ of the queue manager." };
pub static FMQ0073: Notice = Notice { id: "FMQ0073", label: "FMQ0073W", severity: Severity::Warning, text: "The queued publish and subscribe interface has not started: {reason}.", explanation: "Commands put on its queues wait.", action: "Set PSMODE to COMPAT and back to ENABLED once the reason is gone." };
pub static FMQ0110: Notice = Notice { id: "FMQ0110", label: "FMQ0110E", severity: Severity::Error, text: "Queue manager '{queue_manager}' does not answer: its process {pid} is stopped.", explanation: "A signal (SIGSTOP) or a debugger stopped it, and it does nothing until it is told to go on.", action: "Let it go on with kill -CONT and that number, or end it with kill -KILL: what is committed is in its log." };
pub static FMQ0111: Notice = Notice { id: "FMQ0111", label: "FMQ0111I", severity: Severity::Information, text: "{count} files and directories of queue manager '{queue_manager}' were open to every user of this machine and are no longer.", explanation: "They were made by a release that left them to the user's mask, or somebody changed their rights.", action: "None." };
pub static FMQ0112: Notice = Notice { id: "FMQ0112", label: "FMQ0112W", severity: Severity::Warning, text: "Other users of this machine may use '{path}', and its rights could not be changed: {reason}.", explanation: "The queue manager goes on.", action: "Take the rights of others away with chmod o-rwx as the owner of the file." };
pub static FMQ0113: Notice = Notice { id: "FMQ0113", label: "FMQ0113E", severity: Severity::Error, text: "Queue manager '{queue_manager}' does not start: files may have {limit} bytes at most (ulimit -f), and those of its log have {wanted}.", explanation: "Its log could not be written.", action: "Raise the limit of the user or of the service (ulimit -f, LimitFSIZE) and start it again." };
pub static FMQ0160: Notice = Notice { id: "FMQ0160", label: "FMQ0160W", severity: Severity::Warning, text: "Another connection from {address} was refused: on {most} from there nobody has logged on yet.", explanation: "A socket counts here until a program on it has connected, or for the time it may take for that. Other addresses have a number of their own.", action: "Find out what connects from there and says nothing. Where that many programs start at once, let them start one after the other, or raise the hard limit of open files (ulimit -n, LimitNOFILE), which the number is made of." };
pub static FMQ0161: Notice = Notice { id: "FMQ0161", label: "FMQ0161W", severity: Severity::Warning, text: "{count} more refusals since {since} are not written here: too many different ones came.", explanation: "So that refusals do not fill this log, equal ones are counted, and of different ones only so many from one place, and so many in all, are written.", action: "Look at a firewall or at the network for who it is that keeps trying." };
pub static FMQ0162: Notice = Notice { id: "FMQ0162", label: "FMQ0162W", severity: Severity::Warning, text: "{most} programs of user '{user}' have connected to the socket of the queue manager and said nothing; more are hung up on.", explanation: "A program counts here from when it connects until it has said who it is, for which it has a few seconds. Other users have a number of their own, and whoever owns the queue manager is let in all the same.", action: "Find out what connects to the socket of the queue manager and says nothing." };
pub static FMQ0163: Notice = Notice { id: "FMQ0163", label: "FMQ0163W", severity: Severity::Warning, text: "User '{user}' cannot begin another transaction branch: there are {most} it has begun that are not ended.", explanation: "xa_start answers XAER_RMERR. Branches count from xa_start until they are committed, backed out or forgotten, over restarts too. Other users have a number of their own.", action: "Find out which program begins branches and does not end them (DISPLAY CONN TYPE(ALL) EXTURID), and dspmqtrn -e what is in doubt." };
pub static FMQ0164: Notice = Notice { id: "FMQ0164", label: "FMQ0164W", severity: Severity::Warning, text: "User '{user}' cannot begin another transaction branch: there are {most}, which is as many as a queue manager keeps.", explanation: "xa_start answers XAER_RMERR until some have ended.", action: "Find out which programs begin branches and do not end them (DISPLAY CONN TYPE(ALL) EXTURID), and dspmqtrn -e what is in doubt." };
pub static FMQ0165: Notice = Notice { id: "FMQ0165", label: "FMQ0165W", severity: Severity::Warning, text: "{count} notices are missing here: they came faster than the disk took them.", explanation: "Notices wait for the disk, so that nobody waits for it who tells something. Some thousands may wait.", action: "Look at the disk the error log is on." };
pub static FMQ0166: Notice = Notice { id: "FMQ0166", label: "FMQ0166W", severity: Severity::Warning, text: "The disk of queue manager '{queue_manager}' is full: its reserve was given to gets and nothing new is put.", explanation: "Persistent messages and what else needs new room in the log are refused with reason 2102 until the reserve can be made again.", action: "Free space on the file system of the data directory, or let programs get messages." };
pub static FMQ0167: Notice = Notice { id: "FMQ0167", label: "FMQ0167I", severity: Severity::Information, text: "The disk of queue manager '{queue_manager}' has room again.", explanation: "The reserve is made and messages are taken again.", action: "None." };
pub static FMQ0168: Notice = Notice { id: "FMQ0168", label: "FMQ0168W", severity: Severity::Warning, text: "Service '{service}' was not started: {reason}.", explanation: "It was to start with the queue manager, which runs without it.", action: "Mend the definition and start it with START SERVICE." };
pub static FMQ0169: Notice = Notice { id: "FMQ0169", label: "FMQ0169I", severity: Severity::Information, text: "FerroMQ communication information created.", explanation: "Topics may name it; multicast is not carried at this level.", action: "None." };
pub static FMQ0170: Notice = Notice { id: "FMQ0170", label: "FMQ0170I", severity: Severity::Information, text: "FerroMQ communication information changed.", explanation: "Its attributes are stored.", action: "None." };
pub static FMQ0171: Notice = Notice { id: "FMQ0171", label: "FMQ0171I", severity: Severity::Information, text: "FerroMQ communication information deleted.", explanation: "The definition is gone.", action: "None." };
pub static FMQ0172: Notice = Notice { id: "FMQ0172", label: "FMQ0172I", severity: Severity::Information, text: "Display communication information details.", explanation: "Heads what is shown of an object.", action: "None." };
pub static FMQ0173: Notice = Notice { id: "FMQ0173", label: "FMQ0173W", severity: Severity::Warning, text: "Default object {object} could not be made: {reason}.", explanation: "It was to be added at the start of a queue manager made before there were any of its kind.", action: "Mend the reason and start the queue manager again, or define the object." };
pub static FMQ0174: Notice = Notice { id: "FMQ0174", label: "FMQ0174I", severity: Severity::Information, text: "Queue {queue} has new files with the {messages} messages of those that failed ({reason}); {lost} others were not persistent and could not be read.", explanation: "Nothing committed and persistent is lost. The old files are not used any more.", action: "Look at the disk. Nothing else needs to be done." };
pub static FMQ0175: Notice = Notice { id: "FMQ0175", label: "FMQ0175W", severity: Severity::Warning, text: "Nothing can be written to the error log {path}: {reason}.", explanation: "Notices go to standard error until it can be again.", action: "Give the disk room, or repair what is wrong with it." };
pub static FMQ0177: Notice = Notice { id: "FMQ0177", label: "FMQ0177W", severity: Severity::Warning, text: "Listener '{listener}' cannot take another connection for now: {reason}. It tries again every second.", explanation: "Too many programs are connecting at once or the process has no descriptors left.", action: "Wait, or raise the limits." };
pub static FMQ0178: Notice = Notice { id: "FMQ0178", label: "FMQ0178W", severity: Severity::Warning, text: "The system has not said within {seconds} seconds who user '{user}' is.", explanation: "Whoever waited for that longer has failed with 2063 (MQRC_SECURITY_ERROR). Programs of users who are known go on.", action: "Find out why users and groups cannot be looked up: try 'id' with the name, and look at the directory server, if there is one." };
pub static FMQ0179: Notice = Notice { id: "FMQ0179", label: "FMQ0179W", severity: Severity::Warning, text: "Whether a program from {place} may connect was not decided within {seconds} seconds.", explanation: "Its connect call has failed with 2063 (MQRC_SECURITY_ERROR): the system does not say who a user is, or whether a password is right. Whoever is connected goes on.", action: "Find out why users cannot be looked up or passwords not be checked: look at the directory server, and at what PAM asks." };
pub static FMQ0180: Notice = Notice { id: "FMQ0180", label: "FMQ0180W", severity: Severity::Warning, text: "The system answers none of the {threads} threads that decide who may connect, so nobody is let in for now.", explanation: "Each of them has asked for a user, or whether a password is right, and has waited longer than it may. A connect call fails at once with 2063 (MQRC_SECURITY_ERROR) until one is answered. Whoever is connected goes on.", action: "Find out why users cannot be looked up or passwords not be checked: look at the directory server, and at what PAM asks. Threads that are answered are used again; if none ever is, start the queue manager again." };
pub static FMQ0181: Notice = Notice { id: "FMQ0181", label: "FMQ0181W", severity: Severity::Warning, text: "The system answers none of the {threads} threads that ask for users, so nobody is asked for who is not known.", explanation: "Each of them has waited longer than it may. What needs another user fails at once with 2063 (MQRC_SECURITY_ERROR) until one is answered. Programs of users who are known go on.", action: "Find out why users and groups cannot be looked up: try 'id' with a name, and look at the directory server, if there is one. If none is ever answered, start the queue manager again." };
pub static FMQ0183: Notice = Notice { id: "FMQ0183", label: "FMQ0183W", severity: Severity::Warning, text: "User '{user}' may not end a transaction branch that another user began.", explanation: "The transaction manager was told XAER_NOTA, as of a branch that is not there; the branch stays as it is. xa_recover tells it of none of other users either.", action: "Have the transaction manager connect as the user who began the branch, or give its user altusr of the queue manager: SET AUTHREC OBJTYPE(QMGR) PRINCIPAL AUTHADD(ALTUSR)." };
pub static FMQ0190: Notice = Notice { id: "FMQ0190", label: "FMQ0190W", severity: Severity::Warning, text: "Channel '{channel}' cannot put a message to queue '{queue}': {reason}. {what}.", explanation: "It is on no queue of this queue manager, nor on the dead-letter queue.", action: "Correct what the reason says. MQRO_DISCARD_MSG in a message has it thrown away; USEDLQ and DEADQ decide about the dead-letter queue." };
pub static FMQ0191: Notice = Notice { id: "FMQ0191", label: "FMQ0191E", severity: Severity::Error, text: "The rules cannot be read (line {line}, column {column}): {problem}.", explanation: "Nothing was done.", action: "Correct the rules table." };
pub static FMQ0192: Notice = Notice { id: "FMQ0192", label: "FMQ0192E", severity: Severity::Error, text: "There is no such keyword (line {line}, column {column}): {word}.", explanation: "Nothing was done.", action: "Correct the rules table." };
pub static FMQ0193: Notice = Notice { id: "FMQ0193", label: "FMQ0193E", severity: Severity::Error, text: "{keyword} does not take this value (line {line}, column {column}): {value}. It takes {wanted}.", explanation: "Nothing was done.", action: "Correct the rules table." };
pub static FMQ0194: Notice = Notice { id: "FMQ0194", label: "FMQ0194W", severity: Severity::Warning, text: "Message {message} for queue '{queue}' stays: rule of line {line} with ACTION({action}) has failed {attempts} times, at last with {reason}.", explanation: "The next rule that is for the message is taken. Without one it stays until the handler is started again.", action: "Correct what the reason says." };
pub static FMQ0195: Notice = Notice { id: "FMQ0195", label: "FMQ0195I", severity: Severity::Information, text: "Dead letters: {discarded} discarded, {retried} put where they were for, {forwarded} forwarded, {failures} attempts failed, {left} left on the queue.", explanation: "What the dead-letter queue handler has done.", action: "None." };
pub static FMQ0196: Notice = Notice { id: "FMQ0196", label: "FMQ0196E", severity: Severity::Error, text: "Queue manager '{queue_manager}' has no dead-letter queue, and none was named.", explanation: "The dead-letter queue handler has nothing to work on.", action: "Name a queue, or give the queue manager one: ALTER QMGR DEADQ." };
pub static FMQ0197: Notice = Notice { id: "FMQ0197", label: "FMQ0197W", severity: Severity::Warning, text: "{count} more in {seconds} seconds: {notice}: {text}.", explanation: "Equal notices of a channel are counted for a minute.", action: "Look at what is told there." };
pub static FMQ0200: Notice = Notice { id: "FMQ0200", label: "FMQ0200W", severity: Severity::Warning, text: "Channel '{channel}' is not in doubt, so there is nothing to resolve.", explanation: "Each batch the other end was asked to confirm is confirmed or backed out.", action: "None." };
pub static FMQ0201: Notice = Notice { id: "FMQ0201", label: "FMQ0201E", severity: Severity::Error, text: "Channel '{channel}' has received nothing from anybody yet, so there is no number to reset. RESET CHANNEL({name}) at the sending end tells this end the number.", explanation: "A receiving end keeps a number for each partner that has sent to it.", action: "Reset the channel at the sending end." };
pub static FMQ0202: Notice = Notice { id: "FMQ0202", label: "FMQ0202E", severity: Severity::Error, text: "What is kept of channels cannot be read or changed ({queue}): {reason}.", explanation: "The channel was left as it is.", action: "Read the reason, and look at the queue." };
pub static FMQ0203: Notice = Notice { id: "FMQ0203", label: "FMQ0203E", severity: Severity::Error, text: "Channel '{channel}' was not heard of for {seconds} seconds after the ping.", explanation: "The other end may hang.", action: "Look at the network and at the log of the other end." };
pub static FMQ0204: Notice = Notice { id: "FMQ0204", label: "FMQ0204E", severity: Severity::Error, text: "Channel '{channel}' has failed as often as it is tried again (SHORTRTY, LONGRTY), and is stopped. When the other end can be reached, START CHANNEL({name}).", explanation: "Its transmission queue is GET(DISABLED) until it is started, so what waits there stays.", action: "Look at what was said before about the channel and start it again." };
pub static FMQ0205: Notice = Notice { id: "FMQ0205", label: "FMQ0205E", severity: Severity::Error, text: "Messages wait on transmission queue '{queue}', and there is no channel to start for it. Name one with TRIGDATA, or define a sender with XMITQ({name}).", explanation: "A trigger message came whose TRIGDATA names no channel that is there.", action: "Correct TRIGDATA of the queue, or define the channel." };
pub static FMQ0206: Notice = Notice { id: "FMQ0206", label: "FMQ0206W", severity: Severity::Warning, text: "The channel initiator cannot use queue '{queue}': {reason}.", explanation: "It is tried again every few seconds. Until then no channel is started by messages of its queues, or the transmission queue stays as it is.", action: "Correct what the reason says." };
pub static FMQ0207: Notice = Notice { id: "FMQ0207", label: "FMQ0207W", severity: Severity::Warning, text: "A message of {bytes} bytes on an initiation queue is no trigger message.", explanation: "It was thrown away.", action: "Find out who put it there." };
pub static FMQ0210: Notice = Notice { id: "FMQ0210", label: "FMQ0210E", severity: Severity::Error, text: "Queue manager {name} cannot be joined with itself.", explanation: "Two different names are wanted.", action: "Name the queue manager it is to exchange messages with." };
pub static FMQ0211: Notice = Notice { id: "FMQ0211", label: "FMQ0211E", severity: Severity::Error, text: "No listener of queue manager {name} runs, so the other one cannot reach it.", explanation: "Channels between queue managers come in by a listener.", action: "Start one, for example with DEFINE LISTENER(L1) TRPTYPE(TCP) PORT(1414) CONTROL(QMGR) and START LISTENER(L1) in runmqsc; or say the address with -c or -d." };
pub static FMQ0212: Notice = Notice { id: "FMQ0212", label: "FMQ0212E", severity: Severity::Error, text: "Queue manager {q_mgr} has a {kind} {name} already.", explanation: "Nothing was changed: what is there may be in use, or lead elsewhere.", action: "If both are joined already, DISPLAY CHSTATUS(*) says how the channels are. Otherwise delete it, or join the queue managers by hand: docs/manual/distributed.md." };
pub static FMQ0213: Notice = Notice { id: "FMQ0213", label: "FMQ0213E", severity: Severity::Error, text: "Channel {channel} of queue manager {q_mgr} does not run: its status is {status}.", explanation: "What was defined stays.", action: "Read the last messages in the error logs of both queue managers; 'my channel does not start' in docs/manual/distributed.md goes through the causes. It is tried again by itself while its status is RETRYING." };
pub static FMQ0215: Notice = Notice { id: "FMQ0215", label: "FMQ0215W", severity: Severity::Warning, text: "Channel '{channel}' cannot convert the data of a message for queue '{queue}' (CCSID {ccsid}, encoding {encoding}): {reason}.", explanation: "The channel has CONVERT(YES), and the other end works in another CCSID or encoding. The message is treated as one that cannot be delivered.", action: "Correct format, CCSID and encoding where the message is made, or set CONVERT(NO) and let the program that gets it convert it." };
pub static FMQ0216: Notice = Notice { id: "FMQ0216", label: "FMQ0216I", severity: Severity::Information, text: "Channel '{channel}' is called again by {partner}: its last connection is ended.", explanation: "The other end has lost its connection, of which this end knew nothing. What was not committed is backed out.", action: "None." };
pub static FMQ0217: Notice = Notice { id: "FMQ0217", label: "FMQ0217W", severity: Severity::Warning, text: "An event message for queue {queue} is lost: {event} happened, and the message cannot be put ({reason}).", explanation: "What it is about goes on: events delay and fail nothing. Further ones that are lost are counted.", action: "Have somebody read the queue, or raise its MAXDEPTH; or turn the events off with ALTER QMGR." };
pub static FMQ0330: Notice = Notice { id: "FMQ0330", label: "FMQ0330E", severity: Severity::Error, text: "Configuration events are not enabled on this queue manager.", explanation: "Nothing is told of objects while CONFIGEV of the queue manager is DISABLED.", action: "Enter ALTER QMGR CONFIGEV(ENABLED), then the command again." };
pub static FMQ0331: Notice = Notice { id: "FMQ0331", label: "FMQ0331I", severity: Severity::Information, text: "FerroMQ configuration events created.", explanation: "There is one for each object that was asked for, on SYSTEM.ADMIN.CONFIG.EVENT.", action: "None." };
pub static FMQ0218: Notice = Notice { id: "FMQ0218", label: "FMQ0218W", severity: Severity::Warning, text: "Channel '{channel}' is stopped: it failed, and no channel initiator runs that would try it again.", explanation: "The queue manager has SCHINIT(MANUAL), or nothing can be got from the initiation queue.", action: "Start an initiator with START CHINIT, or allow gets from SYSTEM.CHANNEL.INITQ; then START CHANNEL." };
pub static FMQ0220: Notice = Notice { id: "FMQ0220", label: "FMQ0220W", severity: Severity::Warning, text: "Channel '{channel}' is in doubt about {batches}, whose last message has number {number}; confirmed before that is batch {before}, up to number {confirmed}. Its numbers begin again with {next} at both ends, but not before that is decided.", explanation: "The numbers were reset with RESET CHANNEL. When the channel starts, the other end is asked about the batches first, and is then told the number.", action: "START CHANNEL; or RESOLVE CHANNEL, if the other end cannot say: CURLUWID and LSTLUWID of DISPLAY CHSTATUS(name) SAVED of both ends tell what it has." };
pub static FMQ0221: Notice = Notice { id: "FMQ0221", label: "FMQ0221E", severity: Severity::Error, text: "Number {transaction} is that of a batch channel '{channel}' is in doubt about, and of no transaction.", explanation: "The receiver of the channel knows whether it has the batch, and is asked whenever the channel starts. Nothing was done.", action: "START CHANNEL; or RESOLVE CHANNEL in runmqsc, if the other end cannot say: CURLUWID and LSTLUWID of DISPLAY CHSTATUS(name) SAVED of both ends tell what it has." };
pub static FMQ0222: Notice = Notice { id: "FMQ0222", label: "FMQ0222W", severity: Severity::Warning, text: "A batch channel '{channel}' is in doubt about keeps log space from being freed: the channel has to ask the other end.", explanation: "It has been in doubt for long. What comes again is counted.", action: "START CHANNEL; or RESOLVE CHANNEL in runmqsc, if the other end cannot say: CURLUWID and LSTLUWID of DISPLAY CHSTATUS(name) SAVED of both ends tell what it has. There is always room for that." };
pub static FMQ0240: Notice = Notice { id: "FMQ0240", label: "FMQ0240E", severity: Severity::Error, text: "A transmission queue, or one of the queue manager's own, cannot be in a cluster: CLUSTER and CLUSNL have to be blank.", explanation: "Members of the cluster put to the queues in it. What is on a transmission queue is for a channel (USAGE(XMITQ)), and SYSTEM.CHANNEL.INITQ, SYSTEM.CHANNEL.SYNCQ, SYSTEM.CLUSTER.COMMAND.QUEUE and SYSTEM.CLUSTER.REPOSITORY.QUEUE are for the queue manager itself.", action: "Leave CLUSTER and CLUSNL blank. If applications are to put to this queue, and it has another name, make it one for them with USAGE(NORMAL)." };
pub static FMQ0241: Notice = Notice { id: "FMQ0241", label: "FMQ0241E", severity: Severity::Error, text: "A transmission queue of cluster-sender channels stays one, USAGE(XMITQ).", explanation: "The channels that take their messages from it would fail when they next start.", action: "Define another queue. If CLCHNAME is set, make it blank first, and have the channels use the other queue." };
pub static FMQ0242: Notice = Notice { id: "FMQ0242", label: "FMQ0242E", severity: Severity::Error, text: "CLCHNAME goes with transmission queues only, USAGE(XMITQ).", explanation: "It names the cluster-sender channels that take their messages from the queue.", action: "Give USAGE(XMITQ), or leave CLCHNAME blank." };
pub static FMQ0243: Notice = Notice { id: "FMQ0243", label: "FMQ0243E", severity: Severity::Error, text: "A topic cannot be one of a cluster, for the queue manager has PSCLUS(DISABLED).", explanation: "Nothing is published to other members of clusters then.", action: "ALTER QMGR PSCLUS(ENABLED)." };
pub static FMQ0244: Notice = Notice { id: "FMQ0244", label: "FMQ0244E", severity: Severity::Error, text: "PSCLUS(DISABLED) cannot be set, for there are topics of clusters: DISPLAY TCLUSTER(*) shows them.", explanation: "They would be cluster topics without effect.", action: "Make CLUSTER of these topics blank first, at each member that shares one: DISPLAY TCLUSTER(*) shows them." };
pub static FMQ0245: Notice = Notice { id: "FMQ0245", label: "FMQ0245E", severity: Severity::Error, text: "CLROUTE of a topic of a cluster cannot be changed: make CLUSTER blank first.", explanation: "Other members of the cluster send publications by it.", action: "Make CLUSTER blank, change CLROUTE, and set CLUSTER again." };
pub static FMQ0246: Notice = Notice { id: "FMQ0246", label: "FMQ0246I", severity: Severity::Information, text: "SUSPEND QMGR accepted.", explanation: "Other members of the cluster are told to avoid this queue manager while another one will do.", action: "RESUME QMGR ends it." };
pub static FMQ0247: Notice = Notice { id: "FMQ0247", label: "FMQ0247I", severity: Severity::Information, text: "RESUME QMGR accepted.", explanation: "Other members of the cluster are told to use this queue manager again.", action: "None." };
pub static FMQ0248: Notice = Notice { id: "FMQ0248", label: "FMQ0248I", severity: Severity::Information, text: "REFRESH CLUSTER accepted.", explanation: "What is known of the cluster is asked for again, and what this queue manager shares is announced again.", action: "None." };
pub static FMQ0249: Notice = Notice { id: "FMQ0249", label: "FMQ0249I", severity: Severity::Information, text: "RESET CLUSTER accepted.", explanation: "The queue manager is removed from the cluster. Other members are told.", action: "None." };
pub static FMQ0250: Notice = Notice { id: "FMQ0250", label: "FMQ0250E", severity: Severity::Error, text: "This queue manager is no full repository of cluster {cluster}.", explanation: "Queue managers are removed from a cluster at one of its full repositories.", action: "Give the command there." };
pub static FMQ0251: Notice = Notice { id: "FMQ0251", label: "FMQ0251E", severity: Severity::Error, text: "This queue manager is no member of cluster {cluster}.", explanation: "No cluster-receiver channel names the cluster.", action: "Check the name; it is sensitive to case. DISPLAY CHANNEL(*) WHERE(CLUSTER NE ' ') shows what there is." };
pub static FMQ0252: Notice = Notice { id: "FMQ0252", label: "FMQ0252E", severity: Severity::Error, text: "A queue manager does not remove itself from cluster {cluster}.", explanation: "RESET CLUSTER is for queue managers that are gone and did not leave.", action: "To leave, make CLUSTER of the cluster-receiver channel blank, and wait until the full repositories have heard of it." };
pub static FMQ0253: Notice = Notice { id: "FMQ0253", label: "FMQ0253E", severity: Severity::Error, text: "Several queue managers of that name are in cluster {cluster}: give QMID, which DISPLAY CLUSQMGR shows.", explanation: "None was removed, for it is not clear which is meant.", action: "Give the command with QMID instead of QMNAME." };
pub static FMQ0270: Notice = Notice { id: "FMQ0270", label: "FMQ0270I", severity: Severity::Information, text: "Publications are exchanged with queue manager {q_mgr} as {role}.", explanation: "It has joined, or this queue manager has joined it (ALTER QMGR PARENT), or both are members of a cluster with cluster topics.", action: "None." };
pub static FMQ0271: Notice = Notice { id: "FMQ0271", label: "FMQ0271I", severity: Severity::Information, text: "Publications are no longer exchanged with queue manager {q_mgr}.", explanation: "PARENT was changed, or one of the two has ended the relation, or it is a member of no cluster with cluster topics any more.", action: "None." };
pub static FMQ0272: Notice = Notice { id: "FMQ0272", label: "FMQ0272W", severity: Severity::Warning, text: "Queue manager {q_mgr} is not the parent of this one: {reason}.", explanation: "DISPLAY PUBSUB shows REFUSED. No publications are exchanged with it.", action: "Look at the hierarchy, name another parent or none with ALTER QMGR PARENT, or restart the queue manager to have it try again." };
pub static FMQ0273: Notice = Notice { id: "FMQ0273", label: "FMQ0273W", severity: Severity::Warning, text: "Nothing can be sent to queue manager {q_mgr} about publications: {reason}.", explanation: "It is tried again every 10 seconds; every 30 while the parent is to be joined.", action: "Define the transmission queue of its name and a sender channel, or what the reason says." };
pub static FMQ0274: Notice = Notice { id: "FMQ0274", label: "FMQ0274W", severity: Severity::Warning, text: "A message on queue {queue} is not taken: {reason}.", explanation: "A publication that failed is on the dead-letter queue, or gone if it is not persistent and cannot be put there. Any other message is gone.", action: "Find out who has put it." };
pub static FMQ0275: Notice = Notice { id: "FMQ0275", label: "FMQ0275W", severity: Severity::Warning, text: "Messages of other queue managers on {queue} cannot be worked on: {reason}.", explanation: "It is tried again every second.", action: "Remove the cause the reason names." };
pub static FMQ0276: Notice = Notice { id: "FMQ0276", label: "FMQ0276W", severity: Severity::Warning, text: "Queue manager {q_mgr} is not asked for all topics that are wanted here.", explanation: "Subscriptions have more than 200000 topic strings or more than 64 MiB of them.", action: "Subscribe with wildcards, or define a topic object with PROXYSUB(FORCE) above them and SUBSCOPE(QMGR) for the rest." };
pub static FMQ0277: Notice = Notice { id: "FMQ0277", label: "FMQ0277W", severity: Severity::Warning, text: "Proxy subscriptions of queue manager {q_mgr} cannot be changed: {reason}.", explanation: "It is tried again every 10 seconds.", action: "Remove the cause the reason names." };
pub static FMQ0278: Notice = Notice { id: "FMQ0278", label: "FMQ0278W", severity: Severity::Warning, text: "Queue manager {q_mgr} asks for more topics than it may.", explanation: "More than 200000 topic strings or more than 64 MiB of them, or it and all others together more than 2 million or 256 MiB: what it asked for last does not count. It is asked again in an hour.", action: "Subscribe there with wildcards." };
pub static FMQ0279: Notice = Notice { id: "FMQ0279", label: "FMQ0279I", severity: Severity::Information, text: "Neighbours are told anew which topics are wanted here.", explanation: "The queue managers publications are exchanged with put their proxy subscriptions right.", action: "None." };
pub static FMQ0254: Notice = Notice { id: "FMQ0254", label: "FMQ0254E", severity: Severity::Error, text: "PARENT cannot be the queue manager itself.", explanation: "The parent is another queue manager, with which this one exchanges publications.", action: "Name that, or leave PARENT blank." };
pub static FMQ0260: Notice = Notice { id: "FMQ0260", label: "FMQ0260E", severity: Severity::Error, text: "The repository of clusters cannot go on: {reason}.", explanation: "What other members of clusters tell waits on SYSTEM.CLUSTER.COMMAND.QUEUE; what is known stays in force. It is tried again every few seconds.", action: "Remove the cause: the queue must be there and allow gets, the cluster transmission queues must allow puts and have room, and so must the log." };
pub static FMQ0261: Notice = Notice { id: "FMQ0261", label: "FMQ0261W", severity: Severity::Warning, text: "A message from queue manager {qmid} on SYSTEM.CLUSTER.COMMAND.QUEUE cannot be read: {error}.", explanation: "It was thrown away. Members compare what they know and tell it again.", action: "If it goes on, look at the level of that queue manager." };
pub static FMQ0262: Notice = Notice { id: "FMQ0262", label: "FMQ0262W", severity: Severity::Warning, text: "Queue manager {from} told something of {owner} in cluster {cluster}, and may not.", explanation: "A queue manager speaks for itself, and a full repository that is trusted for all. It was thrown away.", action: "Find out who the first is: rules of CHLAUTH say which queue managers may use a channel." };
pub static FMQ0263: Notice = Notice { id: "FMQ0263", label: "FMQ0263W", severity: Severity::Warning, text: "Queue manager {from} told something of cluster {cluster}, and is no member as far as is known here.", explanation: "It was thrown away.", action: "If it is to be one, look at its channels; if this queue manager has left the cluster, the others hear of it soon." };
pub static FMQ0264: Notice = Notice { id: "FMQ0264", label: "FMQ0264W", severity: Severity::Warning, text: "Channel {channel} leads to {first} and to {second} in cluster {cluster}: only one of them can be reached.", explanation: "Two queue managers have cluster-receiver channels of one name; often one is a copy of the other, or was made again without leaving first.", action: "Give one of them another name, or remove the one that is gone: RESET CLUSTER(name) ACTION(FORCEREMOVE) QMID(identifier) at a full repository." };
pub static FMQ0265: Notice = Notice { id: "FMQ0265", label: "FMQ0265W", severity: Severity::Warning, text: "Two queue managers {q_mgr} are in cluster {cluster}: {first} and {second}.", explanation: "Messages by the name go to either. Often one is gone and was made again without leaving first.", action: "Remove the one that is gone: RESET CLUSTER(name) ACTION(FORCEREMOVE) QMID(identifier) at a full repository." };
pub static FMQ0266: Notice = Notice { id: "FMQ0266", label: "FMQ0266W", severity: Severity::Warning, text: "Queue manager {qmid} says that it is a full repository of cluster {cluster}, and is not trusted as one.", explanation: "No cluster-sender channel here leads to it, and no full repository says so.", action: "If it is one, define a cluster-sender channel to it, or correct the REPOS of that queue manager." };
pub static FMQ0267: Notice = Notice { id: "FMQ0267", label: "FMQ0267W", severity: Severity::Warning, text: "This queue manager was removed from cluster {cluster} by a full repository.", explanation: "RESET CLUSTER was given there. Others do not send to it as a member any more.", action: "If it is to be a member, REFRESH CLUSTER lets it join again." };
pub static FMQ0268: Notice = Notice { id: "FMQ0268", label: "FMQ0268W", severity: Severity::Warning, text: "Queue manager {from} told or asked more of cluster {cluster} than is kept here: there are {limit} already.", explanation: "What is new is thrown away, and a name that is asked for is answered once and no more.", action: "Look at how many objects it shares, and how many names its programs open: the limits are in docs/manual/clusters.md." };
pub static FMQ0269: Notice = Notice { id: "FMQ0269", label: "FMQ0269W", severity: Severity::Warning, text: "A message on SYSTEM.CLUSTER.COMMAND.QUEUE came over no channel of a cluster.", explanation: "It was put on the dead-letter queue, or thrown away where there is none.", action: "Find out which program puts messages there." };
pub static FMQ0280: Notice = Notice { id: "FMQ0280", label: "FMQ0280E", severity: Severity::Error, text: "No port from {port} on is free on this machine.", explanation: "The members of a cluster need one each.", action: "Name the first port with -p." };
pub static FMQ0281: Notice = Notice { id: "FMQ0281", label: "FMQ0281E", severity: Severity::Error, text: "Queue manager {q_mgr} does not know of {missing} yet.", explanation: "The queue managers are there and run. They may come to know one another later.", action: "Read their error logs, and look at DISPLAY CHSTATUS(*) and DISPLAY CLUSQMGR(*)." };
pub static FMQ0282: Notice = Notice { id: "FMQ0282", label: "FMQ0282W", severity: Severity::Warning, text: "What members of clusters are to be told cannot be put for channel {channel}: {reason}.", explanation: "It is tried again every few seconds, in order; other members are told meanwhile.", action: "Allow puts to the cluster transmission queue of the channel, or make room on it: DISPLAY CLUSQMGR(*) XMITQ names it." };
pub static FMQ0283: Notice = Notice { id: "FMQ0283", label: "FMQ0283W", severity: Severity::Warning, text: "Publications are not exchanged with queue manager {q_mgr}, a member of a cluster, and perhaps others.", explanation: "A queue manager has at most 1000 neighbours: parent, children and members of clusters with cluster topics.", action: "Define topics with CLROUTE(TOPICHOST) on a few members, or have smaller clusters." };
pub static FMQ0284: Notice = Notice { id: "FMQ0284", label: "FMQ0284E", severity: Severity::Error, text: "A topic of the cluster above, at or below this TOPICSTR has another CLROUTE: DISPLAY TCLUSTER(*) TOPICSTR CLROUTE shows it.", explanation: "Publications to all topics of a branch go the same way.", action: "Give the CLROUTE of that one, or change it there: DISPLAY TCLUSTER(*) TOPICSTR CLROUTE shows it." };
pub static FMQ0285: Notice = Notice { id: "FMQ0285", label: "FMQ0285W", severity: Severity::Warning, text: "Topic {topic} of queue manager {q_mgr} does not count in cluster {cluster}: a topic above, at or below it has another CLROUTE.", explanation: "That one was defined before. Publications are not exchanged by this definition, and DISPLAY TCLUSTER shows it with CLSTATE(INVALID).", action: "Delete one of the two, or give both the same CLROUTE." };
pub static FMQ0286: Notice = Notice { id: "FMQ0286", label: "FMQ0286W", severity: Severity::Warning, text: "Topic {topic} of queue manager {q_mgr} is not defined as others in cluster {cluster} define it.", explanation: "Its own definition holds at each queue manager that has one, and elsewhere the one that was defined first.", action: "Give both the same attributes." };
pub static FMQ0320: Notice = Notice { id: "FMQ0320", label: "FMQ0320W", severity: Severity::Warning, text: "Queue manager {q_mgr} speaks in cluster {cluster} as {qmid}, which is the identifier of queue manager {known}.", explanation: "What it said was thrown away. The name of a queue manager is held against its certificate and the records of channel authentication; its identifier has to be that of the name.", action: "Find out who the queue manager is. DISPLAY CHSTATUS(*) shows its channel and address; CHLAUTH records keep it out." };
pub static FMQ0490: Notice = Notice { id: "FMQ0490", label: "FMQ0490I", severity: Severity::Information, text: "Channel {channel} uses transmission queue {queue}: nothing is to be switched. {messages} messages wait on it.", explanation: "The rules (CLCHNAME of transmission queues, DEFCLXQ of the queue manager) give the channel the queue it has.", action: "None. A change of CLCHNAME or DEFCLXQ is shown here before the channel starts." };
pub static FMQ0491: Notice = Notice { id: "FMQ0491", label: "FMQ0491I", severity: Severity::Information, text: "Channel {channel} is to switch from transmission queue {queue} to {next}. {messages} messages for it are to be moved there.", explanation: "It does when it starts next, or by runswchl while it does not run.", action: "None, or give runswchl without -q." };
pub static FMQ0492: Notice = Notice { id: "FMQ0492", label: "FMQ0492I", severity: Severity::Information, text: "Channel {channel} uses transmission queue {queue}. {messages} messages for it are still on {other}.", explanation: "They are being moved, wait for units of work that are not committed, or were left there by runswchl -n.", action: "If they stay, look in the error log, and whether the queue is full or puts are inhibited. Give runswchl without -n to move what was left." };
pub static FMQ0493: Notice = Notice { id: "FMQ0493", label: "FMQ0493W", severity: Severity::Warning, text: "Channel {channel} was not switched from transmission queue {queue} to {next}, for it is {state}.", explanation: "runswchl switches channels that are stopped or inactive. Any other one switches by itself when it next starts, and goes on with the queue it has until then.", action: "STOP CHANNEL({channel}) and START CHANNEL({channel}) have it switch as it starts; runswchl switches it while it is stopped." };
pub static FMQ0494: Notice = Notice { id: "FMQ0494", label: "FMQ0494I", severity: Severity::Information, text: "Channel {channel} was switched from transmission queue {queue} to {next}. {messages} messages for it are moved.", explanation: "Those that are put meanwhile follow them, so that their order is kept.", action: "None. runswchl -q shows how many are left." };
pub static FMQ0495: Notice = Notice { id: "FMQ0495", label: "FMQ0495I", severity: Severity::Information, text: "Channel {channel} was switched from transmission queue {queue} to {next}. {messages} messages for it stay where they are.", explanation: "So it was said: option -n.", action: "Give runswchl without -n to move them." };
pub static FMQ0496: Notice = Notice { id: "FMQ0496", label: "FMQ0496E", severity: Severity::Error, text: "There is no cluster-sender channel whose name fits '{names}'.", explanation: "Channels that are made by the queue manager count as well as those that are defined.", action: "DISPLAY CLUSQMGR(*) CHANNEL shows them." };
pub static FMQ0497: Notice = Notice { id: "FMQ0497", label: "FMQ0497I", severity: Severity::Information, text: "Cluster-sender channel '{channel}' is '{name}' now.", explanation: "The queue manager at the other end was found, and its name stands in the place of +QMNAME+. The definition has the whole name from now on.", action: "None." };
pub static FMQ0498: Notice = Notice { id: "FMQ0498", label: "FMQ0498E", severity: Severity::Error, text: "Cluster-sender channel '{channel}' does not get the name '{name}': {problem}.", explanation: "The queue manager at the other end was found. The channel is not used before it has its whole name; it is tried again when definitions of channels change, and when the queue manager starts.", action: "Mend the cause, or define a CLUSSDR of the whole name by hand and delete this one." };
pub static FMQ0321: Notice = Notice { id: "FMQ0321", label: "FMQ0321E", severity: Severity::Error, text: "Channel {channel} found queue manager {found} at '{host}', which is not the member of the cluster it leads to.", explanation: "The channel ended, and nothing was sent. It is tried again. Its address is what that member said of its CLUSRCVR.", action: "Find out which queue manager has the address. If the member is gone and was made again, remove the one that is gone: RESET CLUSTER(name) ACTION(FORCEREMOVE) QMID(identifier) at a full repository." };
pub static FMQ0350: Notice = Notice { id: "FMQ0350", label: "FMQ0350W", severity: Severity::Warning, text: "A statistics or accounting message for queue {queue} is lost: it cannot be put ({reason}).", explanation: "What it is about goes on: these messages delay and fail nothing. Further ones that are lost are counted.", action: "Have somebody read the queue, or raise its MAXDEPTH; or turn statistics or accounting off with ALTER QMGR." };
pub static FMQ0295: Notice = Notice { id: "FMQ0295", label: "FMQ0295W", severity: Severity::Warning, text: "Queue manager {from} told something of {owner} in cluster {cluster} with a version that is more than a hundred years ahead.", explanation: "It was thrown away: no queue manager wrote it, or the clock of the one or of this machine is wrong.", action: "Look at the clocks of both. If they are right, find out who speaks for {owner}: rules of CHLAUTH say which queue managers may use a channel." };
pub static FMQ0296: Notice = Notice { id: "FMQ0296", label: "FMQ0296W", severity: Severity::Warning, text: "Nobody is told of cluster-receiver channel {channel}: it has no CONNAME, and no listener runs.", explanation: "Other members of its clusters are told where this queue manager is reached as soon as a listener runs.", action: "Start a listener, or say in CONNAME of the channel where others are to call." };
pub static FMQ0289: Notice = Notice { id: "FMQ0289", label: "FMQ0289W", severity: Severity::Warning, text: "A publication is not retained, and not published: SYSTEM.RETAINED.PUB.QUEUE allows MAXDEPTH({count}) of them, and MAXFSIZE({megabytes}) MB.", explanation: "What is retained is kept in memory as well, whether it is persistent or not: its data, its topic string, 256 bytes for each level of that, and 1024 bytes besides. Its publisher is answered 2479 (MQRC_PUT_NOT_RETAINED).", action: "See what is retained (DISPLAY TPSTATUS('#') WHERE(RETAINED EQ YES)), clear what is not needed (CLEAR TOPICSTR), or alter MAXDEPTH or MAXFSIZE of the queue." };
pub static FMQ0290: Notice = Notice { id: "FMQ0290", label: "FMQ0290E", severity: Severity::Error, text: "Automatic configuration of queue manager {q_mgr} cannot be read: {problem}.", explanation: "There is no copy of an earlier start that could be used, so the queue manager was not started.", action: "Correct the file, or the path in stanza AutoConfig of qm.ini." };
pub static FMQ0291: Notice = Notice { id: "FMQ0291", label: "FMQ0291W", severity: Severity::Warning, text: "Automatic configuration cannot be used: {problem}.", explanation: "The copy of the last start is used in its place.", action: "Correct the file, or the path in stanza AutoConfig of qm.ini; the next start uses it." };
pub static FMQ0292: Notice = Notice { id: "FMQ0292", label: "FMQ0292W", severity: Severity::Warning, text: "A command of the automatic configuration failed: {command}.", explanation: "The queue manager starts all the same. What the commands answered is in errors/autocfgmqsc.LOG of the queue manager.", action: "Commands are run again at every start: DEFINE wants REPLACE. Correct the command; the next start runs it." };
pub static FMQ0293: Notice = Notice { id: "FMQ0293", label: "FMQ0293I", severity: Severity::Information, text: "Automatic configuration: {commands} commands were run, {failed} of them failed.", explanation: "What they answered is in errors/autocfgmqsc.LOG of the queue manager.", action: "None." };
pub static FMQ0294: Notice = Notice { id: "FMQ0294", label: "FMQ0294W", severity: Severity::Warning, text: "No cluster-sender channel to full repository {q_mgr} of uniform cluster {cluster} is made: {problem}.", explanation: "The queue manager does not join the cluster by itself.", action: "Define a CLUSRCVR of the cluster whose name has the name of this queue manager in it, such as '+AUTOCL+.+QMNAME+', or define the CLUSSDR by hand." };
pub static FMQ0287: Notice = Notice { id: "FMQ0287", label: "FMQ0287W", severity: Severity::Warning, text: "Queue manager attribute REPOS cannot be set to uniform cluster {cluster}: {problem}.", explanation: "Stanza AutoCluster of qm.ini names this queue manager as full repository.", action: "Blank REPOSNL or correct qm.ini." };
pub static FMQ0288: Notice = Notice { id: "FMQ0288", label: "FMQ0288I", severity: Severity::Information, text: "Settings of the automatic configuration were written to qm.ini: {settings}.", explanation: "They are in force from this start on.", action: "None." };
pub static FMQ0297: Notice = Notice { id: "FMQ0297", label: "FMQ0297W", severity: Severity::Warning, text: "The automatic configuration has an insert that stands for nothing: {insert}.", explanation: "It was left as it is.", action: "Define it in stanza Variables of qm.ini, or correct its name." };
pub static FMQ0298: Notice = Notice { id: "FMQ0298", label: "FMQ0298I", severity: Severity::Information, text: "{count} instances of application '{application}' are told to go to queue manager {q_mgr}.", explanation: "It has fewer than its share of them in the uniform cluster. Each goes once its unit of work is over, or its time has passed.", action: "None." };
pub static FMQ0299: Notice = Notice { id: "FMQ0299", label: "FMQ0299W", severity: Severity::Warning, text: "Channel {channel} of cluster {cluster} leads to queue manager {qmid}, which is no full repository of it as far as is known here.", explanation: "A queue manager joins a cluster by a CLUSSDR to a full repository (REPOS, REPOSNL). Others take nothing from a queue manager they do not know, so that nobody in the cluster hears of this one by that channel.", action: "Let CONNAME of the channel be the address of a full repository, and name the channel as its CLUSRCVR; DISPLAY CLUSQMGR(*) QMTYPE at a member shows which ones are." };
pub static FMQ0370: Notice = Notice { id: "FMQ0370", label: "FMQ0370I", severity: Severity::Information, text: "{number} came {count} more times in the interval and was not written.", explanation: "SuppressMessage of a service in qm.ini has it written once in SuppressInterval.", action: "None." };
pub static AMQ6184: Notice = Notice { id: "AMQ6184", label: "AMQ6184W", severity: Severity::Warning, text: "An internal error has occurred on queue manager '{queue_manager}': a failure record is in {path}.", explanation: "What a maintainer needs first is in the file. The notice before this one says what happened.", action: "Report the problem with the file; ffstsummary lists such files and runmqras collects them." };
pub static AMQ8652: Notice = Notice { id: "AMQ8652", label: "AMQ8652I", severity: Severity::Information, text: "DSPMQRTE command has finished.", explanation: "Nothing more is shown.", action: "None." };
pub static AMQ8653: Notice = Notice { id: "AMQ8653", label: "AMQ8653I", severity: Severity::Information, text: "DSPMQRTE command started with options '{options}'.", explanation: "These options were read.", action: "None." };
pub static AMQ8658: Notice = Notice { id: "AMQ8658", label: "AMQ8658I", severity: Severity::Information, text: "DSPMQRTE command successfully put a message on queue '{queue}', queue manager '{q_mgr}'.", explanation: "The trace-route message is on its way.", action: "None." };
pub static AMQ8659: Notice = Notice { id: "AMQ8659", label: "AMQ8659I", severity: Severity::Information, text: "DSPMQRTE command connected to queue manager '{q_mgr}'.", explanation: "The connection is made.", action: "None." };
pub static AMQ8666: Notice = Notice { id: "AMQ8666", label: "AMQ8666I", severity: Severity::Information, text: "Queue '{queue}' on queue manager '{q_mgr}'.", explanation: "The message was there.", action: "None." };
pub static AMQ8674: Notice = Notice { id: "AMQ8674", label: "AMQ8674I", severity: Severity::Information, text: "DSPMQRTE command is now waiting for information to display.", explanation: "It comes as reports of activities or in the answer to the trace-route message.", action: "None." };
pub static FMQ0371: Notice = Notice { id: "FMQ0371", label: "FMQ0371W", severity: Severity::Warning, text: "A failure record cannot be written: {reason}.", explanation: "The notice before this one says what happened.", action: "Keep the error log and report the problem." };
pub static FMQ0425: Notice = Notice { id: "FMQ0425", label: "FMQ0425I", severity: Severity::Information, text: "Apply of map {map} takes messages from {queue} after {position} of epoch {epoch}, with {agents} agents.", explanation: "Everything up to that message is done at the target.", action: "None." };
pub static FMQ0426: Notice = Notice { id: "FMQ0426", label: "FMQ0426I", severity: Severity::Information, text: "Apply of map {map} ends; everything up to message {position} is done.", explanation: "What is on the queue is applied when it is started again.", action: "None." };
pub static FMQ0427: Notice = Notice { id: "FMQ0427", label: "FMQ0427W", severity: Severity::Warning, text: "The target database cannot be used: {problem}.", explanation: "Apply tries again with growing pauses of up to 5 seconds. Nothing is lost: messages stay on the queue.", action: "Start the server, or make room on its disk." };
pub static FMQ0428: Notice = Notice { id: "FMQ0428", label: "FMQ0428W", severity: Severity::Warning, text: "Queue {queue} cannot be used: {problem}.", explanation: "Apply tries again with growing pauses of up to 5 seconds.", action: "Start the queue manager, or mend the queue." };
pub static FMQ0429: Notice = Notice { id: "FMQ0429", label: "FMQ0429E", severity: Severity::Error, text: "A message on queue {queue} is none of map {map}: {problem}.", explanation: "It stays where it is, and the queue is stopped: what is not understood is not passed over.", action: "Look at it with ferromq replicate format. Move it away if it does not belong there, then start apply again." };
pub static FMQ0430: Notice = Notice { id: "FMQ0430", label: "FMQ0430E", severity: Severity::Error, text: "Messages {from} to {to} of map {map} did not come within {seconds} seconds.", explanation: "What is after them is not applied. They may be on a dead-letter queue, or on a transmission queue whose channel does not run.", action: "Find them with ferromq replicate format and have them delivered, then start apply again. If they are lost, start capture with startmode=cold, then apply: it goes on with what capture sends from there on, and subscriptions with a load phase are loaded anew." };
pub static FMQ0431: Notice = Notice { id: "FMQ0431", label: "FMQ0431E", severity: Severity::Error, text: "Messages {from} to {to} of map {map} are missing, and nothing was applied since apply began.", explanation: "The target is older than the queue: it was restored from a backup, or messages were deleted.", action: "Have the missing messages delivered, then start apply again. If they are lost, start capture with startmode=cold, then apply: it goes on with what capture sends from there on, and subscriptions with a load phase are loaded anew." };
pub static FMQ0432: Notice = Notice { id: "FMQ0432", label: "FMQ0432E", severity: Severity::Error, text: "Message {sequence} of map {map} cannot be applied: {problem}.", explanation: "Nothing of its transaction is at the target, and the queue is stopped: ERROR_ACTION or CONFLICT_ACTION of the subscription says so.", action: "Mend what is said, or change the action, then start apply again." };
pub static FMQ0433: Notice = Notice { id: "FMQ0433", label: "FMQ0433E", severity: Severity::Error, text: "User of apply may not do what it needs at the target: {problem}.", explanation: "Apply keeps its position in replication origins and has triggers of the target rest (session_replication_role).", action: "As a superuser: GRANT EXECUTE ON FUNCTION pg_replication_origin_create, pg_replication_origin_drop, pg_replication_origin_session_setup, pg_replication_origin_xact_setup, pg_replication_origin_xact_reset, pg_replication_origin_progress TO the role; GRANT SET ON PARAMETER session_replication_role TO it; and rights on the tables." };
pub static FMQ0434: Notice = Notice { id: "FMQ0434", label: "FMQ0434E", severity: Severity::Error, text: "The target has no room for another origin: {problem}.", explanation: "Each agent of apply needs an origin in use.", action: "Raise max_replication_slots at the target and start its server again." };
pub static FMQ0435: Notice = Notice { id: "FMQ0435", label: "FMQ0435E", severity: Severity::Error, text: "Another apply works at the target: {problem}.", explanation: "Each map is applied by one program.", action: "End the other one, or wait until its sessions are over." };
pub static FMQ0436: Notice = Notice { id: "FMQ0436", label: "FMQ0436E", severity: Severity::Error, text: "The control tables of apply cannot be used: {problem}.", explanation: "They say what is applied where.", action: "Make them with ferromq replicate script, or mend what is said." };
pub static FMQ0437: Notice = Notice { id: "FMQ0437", label: "FMQ0437E", severity: Severity::Error, text: "The table of subscription {subscription} is not as it has to be at the target: {problem}.", explanation: "Its rows have nowhere to go.", action: "Make the table or the column, or map it with IBMQREP_TRG_COLS, then start apply again." };
pub static FMQ0438: Notice = Notice { id: "FMQ0438", label: "FMQ0438W", severity: Severity::Warning, text: "Table {table} of subscription {subscription} has no key.", explanation: "Rows are found by all their columns, which is slow, and of equal rows one is changed.", action: "Give it a primary key if it is updated." };
pub static FMQ0439: Notice = Notice { id: "FMQ0439", label: "FMQ0439W", severity: Severity::Warning, text: "Map {map} is tried again: {problem}.", explanation: "What was under way is rolled back at the target.", action: "None." };
pub static FMQ0440: Notice = Notice { id: "FMQ0440", label: "FMQ0440I", severity: Severity::Information, text: "Subscription {subscription} is {state} at the target.", explanation: "None.", action: "None." };
pub static FMQ0441: Notice = Notice { id: "FMQ0441", label: "FMQ0441I", severity: Severity::Information, text: "Table {table} of subscription {subscription} is loaded: {rows} rows in {ms} ms.", explanation: "Changes committed after what was copied follow from the queue.", action: "None." };
pub static FMQ0442: Notice = Notice { id: "FMQ0442", label: "FMQ0442E", severity: Severity::Error, text: "Subscription {subscription} has stopped at the target: {problem}.", explanation: "Its rows are passed over from here on. The others go on.", action: "Mend what is said, then have the subscription started again, with a load." };
pub static FMQ0443: Notice = Notice { id: "FMQ0443", label: "FMQ0443I", severity: Severity::Information, text: "Epoch {epoch} of map {map} begins; everything of epoch {before} is applied or put aside.", explanation: "Capture was started cold.", action: "None." };
pub static FMQ0444: Notice = Notice { id: "FMQ0444", label: "FMQ0444E", severity: Severity::Error, text: "{file} line {line}, column {column}: {problem}.", explanation: "Nothing of the script was carried out.", action: "Correct the script." };
pub static FMQ0445: Notice = Notice { id: "FMQ0445", label: "FMQ0445W", severity: Severity::Warning, text: "Capture reports: {problem}.", explanation: "It was told on the way through the queue.", action: "See the capture's own messages." };
pub static FMQ0400: Notice = Notice { id: "FMQ0400", label: "FMQ0400I", severity: Severity::Information, text: "Capture '{schema}' reads slot {slot} of the source from {lsn}, epoch {epoch}, with {subscriptions} active subscriptions.", explanation: "What is committed there from here on is put on the send queues.", action: "None." };
pub static FMQ0401: Notice = Notice { id: "FMQ0401", label: "FMQ0401E", severity: Severity::Error, text: "The source does not write what logical decoding needs: wal_level is {level}.", explanation: "Capture reads the source's log by a logical slot.", action: "Set wal_level = logical in the source's configuration (ALTER SYSTEM SET wal_level = logical), restart the source, then start capture." };
pub static FMQ0402: Notice = Notice { id: "FMQ0402", label: "FMQ0402E", severity: Severity::Error, text: "User {user} may not read the log of the source: {problem}.", explanation: "A role needs the attribute REPLICATION to use a slot.", action: "ALTER ROLE name REPLICATION at the source, and let its pg_hba.conf accept the connection; then start capture." };
pub static FMQ0403: Notice = Notice { id: "FMQ0403", label: "FMQ0403E", severity: Severity::Error, text: "Slot {slot} is not there at the source, and the restart message says that it was read to {lsn}.", explanation: "What was committed since then is not known any more: without its slot the source has forgotten it, or may have.", action: "Start capture with startmode=cold: it makes the slot anew, and subscriptions are loaded anew." };
pub static FMQ0404: Notice = Notice { id: "FMQ0404", label: "FMQ0404E", severity: Severity::Error, text: "Slot {slot} of the source is in use by its process {pid}.", explanation: "One program reads a slot at a time: another capture runs or one that was killed is still being noticed.", action: "End the other capture; or wait until the source has noticed that it is gone, at the latest after wal_sender_timeout." };
pub static FMQ0405: Notice = Notice { id: "FMQ0405", label: "FMQ0405E", severity: Severity::Error, text: "Slot {slot} is lost: the source has removed log that was not read yet.", explanation: "The slot kept more log than max_slot_wal_keep_size allows.", action: "Raise max_slot_wal_keep_size or see why capture was behind, then start capture with startmode=cold: subscriptions are loaded anew." };
pub static FMQ0406: Notice = Notice { id: "FMQ0406", label: "FMQ0406E", severity: Severity::Error, text: "Publication {publication} of the source {problem}.", explanation: "What is not published does not come out of the slot.", action: "CREATE PUBLICATION, or ALTER PUBLICATION ADD TABLE, as the text says; ferromq replicate script does so for what it defines." };
pub static FMQ0407: Notice = Notice { id: "FMQ0407", label: "FMQ0407E", severity: Severity::Error, text: "The source has no room for another slot or sender: {problem}.", explanation: "Capture needs one replication slot and one WAL sender; each load that runs needs one more of both.", action: "Raise max_replication_slots and max_wal_senders at the source and restart it, or drop slots that nobody uses (pg_replication_slots)." };
pub static FMQ0408: Notice = Notice { id: "FMQ0408", label: "FMQ0408E", severity: Severity::Error, text: "Restart queue {queue} has no message, and slot {slot} is there.", explanation: "The message says which transactions are on the send queues. Without it transactions could be put twice or not at all.", action: "If it was removed, start capture with startmode=cold: subscriptions are loaded anew. See that RESTARTQ names the right queue." };
pub static FMQ0409: Notice = Notice { id: "FMQ0409", label: "FMQ0409E", severity: Severity::Error, text: "Restart queue {queue} has {count} messages where one may be.", explanation: "Two captures used it, or somebody put one: which of them is right cannot be known.", action: "Start capture with startmode=cold: subscriptions are loaded anew." };
pub static FMQ0410: Notice = Notice { id: "FMQ0410", label: "FMQ0410E", severity: Severity::Error, text: "Slot {slot} has gone on to {slot_lsn}, past {lsn}, where the restart message is.", explanation: "Transactions between the two are neither on the queues nor in the slot: the queue manager was restored from an old copy, or somebody moved the slot.", action: "Start capture with startmode=cold: subscriptions are loaded anew." };
pub static FMQ0411: Notice = Notice { id: "FMQ0411", label: "FMQ0411E", severity: Severity::Error, text: "Slot {slot} is not the one that the restart message is about: {problem}.", explanation: "It was dropped and made again. What was committed in between is lost to it.", action: "Start capture with startmode=cold: subscriptions are loaded anew." };
pub static FMQ0412: Notice = Notice { id: "FMQ0412", label: "FMQ0412E", severity: Severity::Error, text: "The source is not the one that was read before: {problem}.", explanation: "The restart message is of another system or another timeline: the source was restored, or a standby was promoted. Slots of a standby may have missed transactions.", action: "Start capture with startmode=cold: subscriptions are loaded anew." };
pub static FMQ0413: Notice = Notice { id: "FMQ0413", label: "FMQ0413E", severity: Severity::Error, text: "Capture cannot go on: {problem}.", explanation: "Nothing was put that is not what the source has committed; the restart message says how far that is.", action: "See whether the source, its plugin pgoutput or the publication were changed. If it happens again at the same place, start capture with startmode=cold." };
pub static FMQ0414: Notice = Notice { id: "FMQ0414", label: "FMQ0414E", severity: Severity::Error, text: "Table {table} of subscription {subscription} has no replica identity.", explanation: "The source refuses updates and deletes of a published table whose rows cannot be told apart.", action: "Give it a primary key, or ALTER TABLE REPLICA IDENTITY FULL, or define the subscription for inserts only." };
pub static FMQ0415: Notice = Notice { id: "FMQ0415", label: "FMQ0415W", severity: Severity::Warning, text: "Table of subscription {subscription} has columns that the subscription does not know: {columns}.", explanation: "They are sent, and apply passes over them.", action: "Define the subscription anew if they are to be replicated, or map them in IBMQREP_TRG_COLS." };
pub static FMQ0416: Notice = Notice { id: "FMQ0416", label: "FMQ0416E", severity: Severity::Error, text: "Subscription {subscription} has ended: {problem}.", explanation: "Its table is not what the subscription was made for. The others go on.", action: "Define the subscription anew and start it; the table is loaded anew." };
pub static FMQ0417: Notice = Notice { id: "FMQ0417", label: "FMQ0417W", severity: Severity::Warning, text: "The source database cannot be reached: {problem}.", explanation: "Capture tries again with growing pauses of up to 5 seconds. Nothing is lost meanwhile: the source keeps its log for the slot.", action: "See why; nothing is to be done here." };
pub static FMQ0418: Notice = Notice { id: "FMQ0418", label: "FMQ0418W", severity: Severity::Warning, text: "A unit of work of {messages} messages was backed out and is tried again, while the source keeps {lag} bytes of log: {problem}.", explanation: "The queue or the storage is full.", action: "Let apply go on, or raise MAXDEPTH or the storage." };
pub static FMQ0419: Notice = Notice { id: "FMQ0419", label: "FMQ0419E", severity: Severity::Error, text: "Messages of map {map} cannot be put: {problem}.", explanation: "With ERROR_ACTION S capture ends, and the source keeps its log for it. With Q the subscriptions of the map end, and the others go on.", action: "Mend the queue, then start capture, or the subscriptions of the map." };
pub static FMQ0420: Notice = Notice { id: "FMQ0420", label: "FMQ0420E", severity: Severity::Error, text: "The message on restart queue {queue} cannot be read: {problem}.", explanation: "It is not a restart message of this version, or was changed.", action: "See that RESTARTQ names the right queue. If the message is lost, start capture with startmode=cold: subscriptions are loaded anew." };
pub static FMQ0421: Notice = Notice { id: "FMQ0421", label: "FMQ0421E", severity: Severity::Error, text: "A message of {bytes} bytes is too long for map {map}: {problem}.", explanation: "A row has to be in one message. The send queue and the queue manager and the channels must take it.", action: "Raise MAXMSGL of the queue, of the transmission queue, of the channels and of the queue managers to at least that; then start capture." };
pub static FMQ0422: Notice = Notice { id: "FMQ0422", label: "FMQ0422E", severity: Severity::Error, text: "The control tables of schema {schema} cannot be used: {problem}.", explanation: "Capture is told by them what to do.", action: "Make them with ferromq replicate script (CREATE CONTROL TABLES FOR CAPTURE SERVER), or correct them." };
pub static FMQ0423: Notice = Notice { id: "FMQ0423", label: "FMQ0423I", severity: Severity::Information, text: "Subscription {subscription} is {state}.", explanation: "Its rows are sent from here on or no longer.", action: "None." };
pub static FMQ0424: Notice = Notice { id: "FMQ0424", label: "FMQ0424I", severity: Severity::Information, text: "Capture '{schema}' ends; the source was read to {lsn}.", explanation: "What was committed up to there is on the send queues.", action: "None." };
pub static FMQ0446: Notice = Notice { id: "FMQ0446", label: "FMQ0446I", severity: Severity::Information, text: "Answer to '{command}': {answer}.", explanation: "A command came on the administration queue.", action: "None." };
pub static FMQ0447: Notice = Notice { id: "FMQ0447", label: "FMQ0447W", severity: Severity::Warning, text: "Slot {slot} keeps {lag} bytes of log at the source, of {max} that it may.", explanation: "Past max_slot_wal_keep_size the source removes log that was not read: the slot is lost then and subscriptions have to be loaded anew.", action: "See why capture is behind, or raise max_slot_wal_keep_size." };
pub static FMQ0448: Notice = Notice { id: "FMQ0448", label: "FMQ0448W", severity: Severity::Warning, text: "Queue manager {q_mgr} cannot be used: {problem}.", explanation: "Capture tries again with growing pauses of up to 5 seconds. The source keeps its log meanwhile.", action: "See that the queue manager runs and that the queues are there and may be used by this user." };
pub static FMQ0449: Notice = Notice { id: "FMQ0449", label: "FMQ0449E", severity: Severity::Error, text: "Queue manager {q_mgr} cannot be used: {problem}.", explanation: "Trying again does not help.", action: "Mend what the message says, then start capture." };
pub static FMQ0372: Notice = Notice { id: "FMQ0372", label: "FMQ0372E", severity: Severity::Error, text: "Queue manager '{queue_manager}' cannot be traced: {reason}.", explanation: "The trace was not begun.", action: "Mend what the reason says, and begin it again." };
pub static FMQ0373: Notice = Notice { id: "FMQ0373", label: "FMQ0373I", severity: Severity::Information, text: "Queue manager '{queue_manager}' is traced: {programs}, to {path}.", explanation: "Each verb of these programs is recorded until endmqtrc ends it.", action: "None." };
pub static FMQ0374: Notice = Notice { id: "FMQ0374", label: "FMQ0374I", severity: Severity::Information, text: "The trace of queue manager '{queue_manager}' has ended.", explanation: "What was recorded is in its file.", action: "None." };
pub static FMQ0375: Notice = Notice { id: "FMQ0375", label: "FMQ0375I", severity: Severity::Information, text: "Queue manager '{queue_manager}' is not traced.", explanation: "There is nothing to end.", action: "None." };
pub static FMQ0376: Notice = Notice { id: "FMQ0376", label: "FMQ0376W", severity: Severity::Warning, text: "Traces of queue manager '{queue_manager}' cannot be written: {reason}.", explanation: "Records are lost until they can.", action: "Look whether the disk is full and whether the queue manager may write to the directory of traces." };
pub static FMQ0377: Notice = Notice { id: "FMQ0377", label: "FMQ0377E", severity: Severity::Error, text: "There is no queue manager '{queue_manager}' in mqs.ini.", explanation: "The list of queue managers of this installation has no stanza with that name.", action: "dspmq lists those there are; addmqinf adds one." };
pub static FMQ0378: Notice = Notice { id: "FMQ0378", label: "FMQ0378E", severity: Severity::Error, text: "Attribute {name} is missing.", explanation: "A stanza of a queue manager needs Name, Prefix and Directory.", action: "Give it with -v; dspmqinf -o command where the queue manager is shows all of them." };
pub static FMQ0379: Notice = Notice { id: "FMQ0379", label: "FMQ0379E", severity: Severity::Error, text: "There is no queue manager '{queue_manager}' in '{path}'.", explanation: "addmqinf adds queue managers that are there already, and the directory has no catalog of one.", action: "Check Prefix, Directory and DataPath, and that the file system is mounted." };
pub static FMQ0380: Notice = Notice { id: "FMQ0380", label: "FMQ0380W", severity: Severity::Warning, text: "Nothing more was heard of the trace-route message within {seconds} seconds.", explanation: "It waits for a channel, or was on a queue manager that tells nothing of it (ACTIVREC and ROUTEREC), or a report has not found its way back.", action: "Look at the last queue that is shown, at the channel from there, and at the channel back; -w waits longer." };
pub static FMQ0381: Notice = Notice { id: "FMQ0381", label: "FMQ0381W", severity: Severity::Warning, text: "How application activity trace works cannot be read: {problem}.", explanation: "mqat.ini in the directory of the queue manager is not as documented; activity trace works as without it.", action: "Mend the line and start the queue manager again." };
pub static FMQ0382: Notice = Notice { id: "FMQ0382", label: "FMQ0382I", severity: Severity::Information, text: "Object {object}, type {type}, needs no media image.", explanation: "Local queues have images. Everything else is in the catalog, which every checkpoint writes as a whole, and what was changed since then in the log that a start reads.", action: "None." };
pub static FMQ0450: Notice = Notice { id: "FMQ0450", label: "FMQ0450I", severity: Severity::Information, text: "Tables {source} and {target} of subscription {subscription} are equal: {rows} rows.", explanation: "Every row is there at both ends with the same values.", action: "None." };
pub static FMQ0451: Notice = Notice { id: "FMQ0451", label: "FMQ0451W", severity: Severity::Warning, text: "Tables {source}, {source_rows} rows, and {target}, {target_rows} rows, of subscription {subscription} differ: {updates} rows have other values, {inserts} are missing at the target, {deletes} are too many there.", explanation: "The table of differences at the source has each of them.", action: "Where changes were under way compare again with live=y; ferromq replicate repair has the target be as the source." };
pub static FMQ0452: Notice = Notice { id: "FMQ0452", label: "FMQ0452I", severity: Severity::Information, text: "Table {target} of subscription {subscription} is repaired: {updated} rows updated, {inserted} inserted, {deleted} deleted, {gone} were in order already.", explanation: "It was done in one transaction.", action: "Compare the tables again." };
pub static FMQ0453: Notice = Notice { id: "FMQ0453", label: "FMQ0453E", severity: Severity::Error, text: "The tables cannot be compared or repaired: {problem}.", explanation: "Nothing was changed at the target.", action: "Mend what is said." };
pub static FMQ0454: Notice = Notice { id: "FMQ0454", label: "FMQ0454E", severity: Severity::Error, text: "The demonstration cannot be shown: {problem}.", explanation: "It needs PostgreSQL of the machine and a directory of its own.", action: "Mend what is said." };
pub static FMQ0455: Notice = Notice { id: "FMQ0455", label: "FMQ0455E", severity: Severity::Error, text: "No answer of {program} has come from queue {queue} of queue manager {q_mgr} within {seconds} seconds.", explanation: "It does not run, or is busy, or runs with another queue. The command stays on the queue for no longer than that.", action: "Look whether it runs, and what it said last; give the command again, with timeout= where it needs longer." };
pub static FMQ0456: Notice = Notice { id: "FMQ0456", label: "FMQ0456E", severity: Severity::Error, text: "The control tables in schema {schema} name no queue on which {program} takes commands.", explanation: "Nobody can be asked.", action: "Say which: ADMINQ of IBMQREP_CAPPARMS for capture, CMDQ of IBMQREP_APPLYPARMS for apply; then start the program again." };
pub static FMQ0457: Notice = Notice { id: "FMQ0457", label: "FMQ0457E", severity: Severity::Error, text: "Model queue {model} makes queues that do not last.", explanation: "Rows that are put aside while a table is loaded have to be there after a restart of the queue manager.", action: "ALTER QMODEL with DEFTYPE(PERMDYN); then start apply again." };
pub static FMQ0458: Notice = Notice { id: "FMQ0458", label: "FMQ0458E", severity: Severity::Error, text: "Model queue {model} is not there, and rows of subscription {subscription} have to be put aside.", explanation: "What is committed while somebody else loads the table, or after spillsub, goes to a spill queue.", action: "DEFINE QMODEL with that name and DEFTYPE(PERMDYN) SHARE DEFSOPT(SHARED) MAXDEPTH(999999999) MAXMSGL(104857600)." };
pub static FMQ0459: Notice = Notice { id: "FMQ0459", label: "FMQ0459W", severity: Severity::Warning, text: "Spill queue {queue} takes no more ({problem}), and everything of map {map} waits for room.", explanation: "It is drained when its table is loaded. Where somebody else loads it, or after spillsub, nothing drains it.", action: "Have it take more: ALTER QLOCAL with MAXDEPTH or PUT(ENABLED), room on the disk. Or have it drained: loaddonesub, resumesub." };
pub static FMQ0460: Notice = Notice { id: "FMQ0460", label: "FMQ0460W", severity: Severity::Warning, text: "Spill queue {queue} of subscription {subscription} is gone ({problem}): its load begins anew.", explanation: "Nothing is lost: what was on the queue is in the copy that is taken now.", action: "Nothing." };
pub static FMQ0461: Notice = Notice { id: "FMQ0461", label: "FMQ0461W", severity: Severity::Warning, text: "Message {sequence} on spill queue {queue} is the end of a transaction without its beginning: it is deleted.", explanation: "The beginning was deleted before, when it was done, or was put there again, and that was interrupted.", action: "Nothing." };
pub static FMQ0462: Notice = Notice { id: "FMQ0462", label: "FMQ0462W", severity: Severity::Warning, text: "Queue manager {q_mgr} has no room for a unit of work of {messages} messages and {bytes} bytes ({problem}): from here on they have at most {most} bytes.", explanation: "Its log is small, or kept full by others. Capture begins again where it was; nothing is lost.", action: "If this comes again and again, see in the error log of the queue manager what keeps its log full, or give it a larger one." };
pub static FMQ0463: Notice = Notice { id: "FMQ0463", label: "FMQ0463W", severity: Severity::Warning, text: "The transaction {xid} of the source, committed at {lsn}, has no end on the queue of map {map} in epoch {epoch}: what came of it is rolled back.", explanation: "Capture was started cold amid it, and its next message did not come within GAP_TIMEOUT, nor is it on the queue.", action: "Subscriptions with a load phase are loaded again, with what it changed. Where there is none compare the tables, and repair them (asntdiff, asntrep)." };
pub static FMQ0464: Notice = Notice { id: "FMQ0464", label: "FMQ0464W", severity: Severity::Warning, text: "Messages of epoch {epoch} of map {map} come, from message {sequence} on, though epoch {now} has begun: they are deleted and not applied.", explanation: "A path was away when capture was started cold, and what it had came later than anybody waits for it: an epoch is over when another has begun, the next message of it is nowhere on the queue, and nothing of it came for a second, or for GAP_TIMEOUT amid a transaction. GAP_TIMEOUT is also waited for a message where there are later ones.", action: "Subscriptions with a load phase were loaded again since, with what is in them. Where there is none compare the tables, and repair them (asntdiff, asntrep). Before a cold start wait until the send queues of all paths are empty. If two capture programs send to this queue, which they may not, stop one." };
pub static FMQ0465: Notice = Notice { id: "FMQ0465", label: "FMQ0465W", severity: Severity::Warning, text: "Messages {from} to {to} of map {map} in epoch {before} are lost: epoch {epoch} begins without them and what is behind them.", explanation: "They did not come within GAP_TIMEOUT, nor are they on the queue, and capture was started cold since. All that was committed before them is applied; messages behind them are deleted (FMQ0464).", action: "Subscriptions with a load phase are loaded again, with what was in them. Where there is none compare the tables, and repair them (asntdiff, asntrep)." };
pub static FMQ0466: Notice = Notice { id: "FMQ0466", label: "FMQ0466W", severity: Severity::Warning, text: "Messages {from} to {to} of map {map} did not come within {seconds} seconds, and what is before them, up to message {before}, is not applied yet.", explanation: "They are looked for until that is done; only then the queue stops (FMQ0430), or goes on with what capture has sent since it was started cold (FMQ0465). What is before them may wait for a lock that somebody has in the target database.", action: "See who waits for whom in pg_stat_activity of the target. Find the messages with ferromq replicate format and have them delivered." };
pub static FMQ0499: Notice = Notice { id: "FMQ0499", label: "FMQ0499W", severity: Severity::Warning, text: "The system cannot say who user '{user}' is: {reason}.", explanation: "It is not known which groups the user is in and whether it administers the queue manager, so what was asked for it has failed with 2063 (MQRC_SECURITY_ERROR), and a command of it is one of a user without groups. It is asked for again the next time.", action: "Find out why users and groups cannot be looked up: try 'id' with the name, and look at the directory server, if there is one." };
pub static FMQ0550: Notice = Notice { id: "FMQ0550", label: "FMQ0550W", severity: Severity::Warning, text: "Channel '{channel}' cannot send a message for queue '{queue}': it has a property that queue managers must know, and '{partner}' knows no properties: {reason}.", explanation: "A property of the message says that it has to be supported, so that it may not be left out. The message is treated as one that cannot be delivered.", action: "Leave that property out where the message is made, send it another way, or set PROPCTL(ALL) of the channel: then properties go to the other end as headers in the data, whatever they ask for." };
pub static FMQ0551: Notice = Notice { id: "FMQ0551", label: "FMQ0551I", severity: Severity::Information, text: "Channel '{channel}' was in doubt about batch {batch} of {messages} messages, and is not any more: {verdict}.", explanation: "Its last connection was lost before the other end had confirmed the batch. It was asked as the channel started.", action: "None." };
pub static FMQ0552: Notice = Notice { id: "FMQ0552", label: "FMQ0552I", severity: Severity::Information, text: "Channel '{channel}': '{host}' was in doubt about batch {batch}, and was told that {last} was committed here last.", explanation: "The last connection was lost before the batch was confirmed. The other end knows by that which messages are here.", action: "None." };
pub static FMQ0553: Notice = Notice { id: "FMQ0553", label: "FMQ0553E", severity: Severity::Error, text: "LOGGEREV(ENABLED) is for queue managers with a linear log. The log of this one is circular.", explanation: "Extents of a circular log are written over again and again.", action: "Leave LOGGEREV at DISABLED, or create a queue manager with a linear log (crtmqm -ll)." };

/// Every notice, by id.
pub static ALL: [&Notice; 577] = [
    &AMQ5008,
    &AMQ5022,
    &AMQ5023,
    &AMQ5024,
    &AMQ5025,
    &AMQ5026,
    &AMQ5027,
    &AMQ5028,
    &AMQ5029,
    &AMQ5030,
    &AMQ5041,
    &AMQ5051,
    &AMQ5203,
    &AMQ5534,
    &AMQ5540,
    &AMQ5541,
    &AMQ5542,
    &AMQ5605,
    &AMQ5806,
    &AMQ5807,
    &AMQ6004,
    &AMQ6109,
    &AMQ6118,
    &AMQ6119,
    &AMQ6125,
    &AMQ6184,
    &AMQ6209,
    &AMQ6287,
    &AMQ6708,
    &AMQ6709,
    &AMQ6767,
    &AMQ7001,
    &AMQ7002,
    &AMQ7005,
    &AMQ7006,
    &AMQ7008,
    &AMQ7010,
    &AMQ7017,
    &AMQ7018,
    &AMQ7019,
    &AMQ7024,
    &AMQ7044,
    &AMQ7047,
    &AMQ7048,
    &AMQ7053,
    &AMQ7054,
    &AMQ7055,
    &AMQ7056,
    &AMQ7064,
    &AMQ7065,
    &AMQ7066,
    &AMQ7077,
    &AMQ7080,
    &AMQ7081,
    &AMQ7082,
    &AMQ7084,
    &AMQ7085,
    &AMQ7086,
    &AMQ7087,
    &AMQ7088,
    &AMQ7229,
    &AMQ7230,
    &AMQ7231,
    &AMQ7232,
    &AMQ7233,
    &AMQ7234,
    &AMQ7463,
    &AMQ7464,
    &AMQ7467,
    &AMQ7468,
    &AMQ7469,
    &AMQ7472,
    &AMQ7486,
    &AMQ7487,
    &AMQ7706,
    &AMQ8003,
    &AMQ8004,
    &AMQ8005,
    &AMQ8006,
    &AMQ8007,
    &AMQ8008,
    &AMQ8010,
    &AMQ8011,
    &AMQ8012,
    &AMQ8014,
    &AMQ8015,
    &AMQ8016,
    &AMQ8018,
    &AMQ8019,
    &AMQ8020,
    &AMQ8021,
    &AMQ8022,
    &AMQ8023,
    &AMQ8024,
    &AMQ8025,
    &AMQ8048,
    &AMQ8077,
    &AMQ8094,
    &AMQ8095,
    &AMQ8096,
    &AMQ8097,
    &AMQ8099,
    &AMQ8101,
    &AMQ8102,
    &AMQ8103,
    &AMQ8105,
    &AMQ8106,
    &AMQ8108,
    &AMQ8109,
    &AMQ8110,
    &AMQ8117,
    &AMQ8118,
    &AMQ8135,
    &AMQ8137,
    &AMQ8138,
    &AMQ8139,
    &AMQ8141,
    &AMQ8143,
    &AMQ8144,
    &AMQ8145,
    &AMQ8146,
    &AMQ8147,
    &AMQ8148,
    &AMQ8149,
    &AMQ8150,
    &AMQ8151,
    &AMQ8152,
    &AMQ8153,
    &AMQ8156,
    &AMQ8157,
    &AMQ8214,
    &AMQ8226,
    &AMQ8227,
    &AMQ8242,
    &AMQ8243,
    &AMQ8276,
    &AMQ8404,
    &AMQ8405,
    &AMQ8406,
    &AMQ8407,
    &AMQ8408,
    &AMQ8409,
    &AMQ8411,
    &AMQ8412,
    &AMQ8413,
    &AMQ8414,
    &AMQ8415,
    &AMQ8416,
    &AMQ8417,
    &AMQ8418,
    &AMQ8420,
    &AMQ8421,
    &AMQ8424,
    &AMQ8425,
    &AMQ8426,
    &AMQ8427,
    &AMQ8428,
    &AMQ8430,
    &AMQ8432,
    &AMQ8434,
    &AMQ8441,
    &AMQ8450,
    &AMQ8457,
    &AMQ8459,
    &AMQ8460,
    &AMQ8461,
    &AMQ8469,
    &AMQ8506,
    &AMQ8507,
    &AMQ8510,
    &AMQ8511,
    &AMQ8550,
    &AMQ8551,
    &AMQ8552,
    &AMQ8553,
    &AMQ8560,
    &AMQ8563,
    &AMQ8564,
    &AMQ8565,
    &AMQ8566,
    &AMQ8567,
    &AMQ8569,
    &AMQ8622,
    &AMQ8623,
    &AMQ8625,
    &AMQ8626,
    &AMQ8627,
    &AMQ8628,
    &AMQ8629,
    &AMQ8630,
    &AMQ8631,
    &AMQ8632,
    &AMQ8633,
    &AMQ8652,
    &AMQ8653,
    &AMQ8658,
    &AMQ8659,
    &AMQ8666,
    &AMQ8674,
    &AMQ8686,
    &AMQ8690,
    &AMQ8691,
    &AMQ8694,
    &AMQ8705,
    &AMQ8706,
    &AMQ8708,
    &AMQ8709,
    &AMQ8721,
    &AMQ8723,
    &AMQ8730,
    &AMQ8731,
    &AMQ8732,
    &AMQ8733,
    &AMQ8734,
    &AMQ8735,
    &AMQ8737,
    &AMQ8738,
    &AMQ8739,
    &AMQ8740,
    &AMQ8745,
    &AMQ8748,
    &AMQ8749,
    &AMQ8750,
    &AMQ8752,
    &AMQ8753,
    &AMQ8754,
    &AMQ8757,
    &AMQ8758,
    &AMQ8759,
    &AMQ8862,
    &AMQ8863,
    &AMQ8864,
    &AMQ8865,
    &AMQ8866,
    &AMQ8868,
    &AMQ8871,
    &AMQ8877,
    &AMQ8878,
    &AMQ8884,
    &AMQ8885,
    &AMQ8886,
    &AMQ8887,
    &AMQ8932,
    &AMQ9001,
    &AMQ9002,
    &AMQ9202,
    &AMQ9209,
    &AMQ9218,
    &AMQ9248,
    &AMQ9259,
    &AMQ9401,
    &AMQ9402,
    &AMQ9406,
    &AMQ9410,
    &AMQ9411,
    &AMQ9496,
    &AMQ9502,
    &AMQ9503,
    &AMQ9504,
    &AMQ9505,
    &AMQ9506,
    &AMQ9507,
    &AMQ9509,
    &AMQ9510,
    &AMQ9511,
    &AMQ9513,
    &AMQ9514,
    &AMQ9519,
    &AMQ9520,
    &AMQ9523,
    &AMQ9524,
    &AMQ9525,
    &AMQ9526,
    &AMQ9527,
    &AMQ9528,
    &AMQ9531,
    &AMQ9533,
    &AMQ9534,
    &AMQ9535,
    &AMQ9540,
    &AMQ9541,
    &AMQ9544,
    &AMQ9546,
    &AMQ9547,
    &AMQ9548,
    &AMQ9557,
    &AMQ9558,
    &AMQ9565,
    &AMQ9572,
    &AMQ9611,
    &AMQ9616,
    &AMQ9631,
    &AMQ9633,
    &AMQ9635,
    &AMQ9636,
    &AMQ9637,
    &AMQ9638,
    &AMQ9639,
    &AMQ9641,
    &AMQ9642,
    &AMQ9643,
    &AMQ9657,
    &AMQ9665,
    &AMQ9673,
    &AMQ9716,
    &AMQ9776,
    &AMQ9777,
    &AMQ9782,
    &AMQ9783,
    &AMQ9790,
    &AMQ9791,
    &AMQ9792,
    &AMQ9999,
    &FMQ0001,
    &FMQ0002,
    &FMQ0003,
    &FMQ0004,
    &FMQ0005,
    &FMQ0006,
    &FMQ0007,
    &FMQ0008,
    &FMQ0009,
    &FMQ0010,
    &FMQ0011,
    &FMQ0012,
    &FMQ0013,
    &FMQ0014,
    &FMQ0015,
    &FMQ0016,
    &FMQ0017,
    &FMQ0018,
    &FMQ0019,
    &FMQ0020,
    &FMQ0021,
    &FMQ0022,
    &FMQ0023,
    &FMQ0024,
    &FMQ0030,
    &FMQ0031,
    &FMQ0032,
    &FMQ0033,
    &FMQ0034,
    &FMQ0035,
    &FMQ0036,
    &FMQ0037,
    &FMQ0038,
    &FMQ0039,
    &FMQ0040,
    &FMQ0041,
    &FMQ0042,
    &FMQ0043,
    &FMQ0044,
    &FMQ0045,
    &FMQ0046,
    &FMQ0047,
    &FMQ0050,
    &FMQ0051,
    &FMQ0052,
    &FMQ0053,
    &FMQ0054,
    &FMQ0055,
    &FMQ0056,
    &FMQ0057,
    &FMQ0058,
    &FMQ0059,
    &FMQ0060,
    &FMQ0070,
    &FMQ0071,
    &FMQ0072,
    &FMQ0073,
    &FMQ0110,
    &FMQ0111,
    &FMQ0112,
    &FMQ0113,
    &FMQ0160,
    &FMQ0161,
    &FMQ0162,
    &FMQ0163,
    &FMQ0164,
    &FMQ0165,
    &FMQ0166,
    &FMQ0167,
    &FMQ0168,
    &FMQ0169,
    &FMQ0170,
    &FMQ0171,
    &FMQ0172,
    &FMQ0173,
    &FMQ0174,
    &FMQ0175,
    &FMQ0177,
    &FMQ0178,
    &FMQ0179,
    &FMQ0180,
    &FMQ0181,
    &FMQ0183,
    &FMQ0190,
    &FMQ0191,
    &FMQ0192,
    &FMQ0193,
    &FMQ0194,
    &FMQ0195,
    &FMQ0196,
    &FMQ0197,
    &FMQ0200,
    &FMQ0201,
    &FMQ0202,
    &FMQ0203,
    &FMQ0204,
    &FMQ0205,
    &FMQ0206,
    &FMQ0207,
    &FMQ0210,
    &FMQ0211,
    &FMQ0212,
    &FMQ0213,
    &FMQ0215,
    &FMQ0216,
    &FMQ0217,
    &FMQ0218,
    &FMQ0220,
    &FMQ0221,
    &FMQ0222,
    &FMQ0240,
    &FMQ0241,
    &FMQ0242,
    &FMQ0243,
    &FMQ0244,
    &FMQ0245,
    &FMQ0246,
    &FMQ0247,
    &FMQ0248,
    &FMQ0249,
    &FMQ0250,
    &FMQ0251,
    &FMQ0252,
    &FMQ0253,
    &FMQ0254,
    &FMQ0260,
    &FMQ0261,
    &FMQ0262,
    &FMQ0263,
    &FMQ0264,
    &FMQ0265,
    &FMQ0266,
    &FMQ0267,
    &FMQ0268,
    &FMQ0269,
    &FMQ0270,
    &FMQ0271,
    &FMQ0272,
    &FMQ0273,
    &FMQ0274,
    &FMQ0275,
    &FMQ0276,
    &FMQ0277,
    &FMQ0278,
    &FMQ0279,
    &FMQ0280,
    &FMQ0281,
    &FMQ0282,
    &FMQ0283,
    &FMQ0284,
    &FMQ0285,
    &FMQ0286,
    &FMQ0287,
    &FMQ0288,
    &FMQ0289,
    &FMQ0290,
    &FMQ0291,
    &FMQ0292,
    &FMQ0293,
    &FMQ0294,
    &FMQ0295,
    &FMQ0296,
    &FMQ0297,
    &FMQ0298,
    &FMQ0299,
    &FMQ0320,
    &FMQ0321,
    &FMQ0330,
    &FMQ0331,
    &FMQ0350,
    &FMQ0370,
    &FMQ0371,
    &FMQ0372,
    &FMQ0373,
    &FMQ0374,
    &FMQ0375,
    &FMQ0376,
    &FMQ0377,
    &FMQ0378,
    &FMQ0379,
    &FMQ0380,
    &FMQ0381,
    &FMQ0382,
    &FMQ0400,
    &FMQ0401,
    &FMQ0402,
    &FMQ0403,
    &FMQ0404,
    &FMQ0405,
    &FMQ0406,
    &FMQ0407,
    &FMQ0408,
    &FMQ0409,
    &FMQ0410,
    &FMQ0411,
    &FMQ0412,
    &FMQ0413,
    &FMQ0414,
    &FMQ0415,
    &FMQ0416,
    &FMQ0417,
    &FMQ0418,
    &FMQ0419,
    &FMQ0420,
    &FMQ0421,
    &FMQ0422,
    &FMQ0423,
    &FMQ0424,
    &FMQ0425,
    &FMQ0426,
    &FMQ0427,
    &FMQ0428,
    &FMQ0429,
    &FMQ0430,
    &FMQ0431,
    &FMQ0432,
    &FMQ0433,
    &FMQ0434,
    &FMQ0435,
    &FMQ0436,
    &FMQ0437,
    &FMQ0438,
    &FMQ0439,
    &FMQ0440,
    &FMQ0441,
    &FMQ0442,
    &FMQ0443,
    &FMQ0444,
    &FMQ0445,
    &FMQ0446,
    &FMQ0447,
    &FMQ0448,
    &FMQ0449,
    &FMQ0450,
    &FMQ0451,
    &FMQ0452,
    &FMQ0453,
    &FMQ0454,
    &FMQ0455,
    &FMQ0456,
    &FMQ0457,
    &FMQ0458,
    &FMQ0459,
    &FMQ0460,
    &FMQ0461,
    &FMQ0462,
    &FMQ0463,
    &FMQ0464,
    &FMQ0465,
    &FMQ0466,
    &FMQ0490,
    &FMQ0491,
    &FMQ0492,
    &FMQ0493,
    &FMQ0494,
    &FMQ0495,
    &FMQ0496,
    &FMQ0497,
    &FMQ0498,
    &FMQ0499,
    &FMQ0550,
    &FMQ0551,
    &FMQ0552,
    &FMQ0553,
];
