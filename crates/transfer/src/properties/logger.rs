//! The keys of loggers.

use super::setting::{Kind, settings};

const TYPES: Kind = Kind::Word(&["FILE", "DATABASE"]);
const MODES: Kind = Kind::Word(&["CIRCULAR", "LINEAR"]);
const SOURCES: Kind = Kind::Word(&[
    "automatic subscription",
    "administrative subscription",
    "queue",
]);

settings! {
    /// What `logger.properties` says.
    LoggerProperties needs ["wmqfte.queue.manager", "wmqfte.logger.type"];
    texts {
        q_mgr "wmqfte.queue.manager": "Queue manager the logger gets the audit from.";
        host "wmqfte.queue.manager.host": "Where it is; without it at the same machine, over bindings.";
        standby "wmqfte.queue.manager.standby": "Where another instance of it is, `host(port)`; ours.";
        credentials_file "wmqfte.queue.manager.authentication.credentials.file": "File of the user and password for it; that in the home of the user without.";
        ssl_cipher_spec "wmqfte.Ssl.CipherSpec": "CipherSpec of the channel to it; without it there is no TLS.";
        ssl_cipher_suite "wmqfte.Ssl.CipherSuite": "The same by another name.";
        ssl_peer_name "wmqfte.Ssl.PeerName": "What the name in its certificate has to be like.";
        ssl_key_store "wmqfte.Ssl.KeyStore": "File of our certificate and key.";
        ssl_key_store_type "wmqfte.Ssl.KeyStoreType": "Format of that file; found out here.";
        ssl_key_store_credentials_file "wmqfte.Ssl.KeyStoreCredentialsFile": "File of the password of that file.";
        ssl_trust_store "wmqfte.Ssl.TrustStore": "File of the certificates that are trusted.";
        ssl_trust_store_type "wmqfte.Ssl.TrustStoreType": "Format of that file; found out here.";
        ssl_trust_store_credentials_file "wmqfte.Ssl.TrustStoreCredentialsFile": "File of the password of that file.";
        reject_queue "wmqfte.reject.queue.name": "Queue for what it cannot read; SYSTEM.FTE.LOG.RJCT and the name of the logger without it.";
        command_queue "wmqfte.command.queue.name": "Queue for commands to the logger; nothing is got from it.";
        message_source_name "wmqfte.message.source.name": "Name of the subscription or queue the audit comes from, if it is not the logger's own.";
        database_type "wmqfte.database.type": "Which database a logger of type DATABASE writes to: POSTGRESQL or SQLITE.";
        database_name "wmqfte.database.name": "Name of the database, or what libpq connects by; of SQLITE a file.";
        database_host "wmqfte.database.host": "Where the database is; as libpq has it without.";
        database_credentials_file "wmqfte.database.credentials.file": "File of the user and password for the database.";
        database_driver "wmqfte.database.driver": "Driver of the database; not needed here.";
        database_library "wmqfte.database.native.library.path": "Libraries of that; not needed here.";
        trace "trace": "What is traced from the start: `com.ibm.wmqfte=all`.";
        file_directory "wmqfte.file.logger.fileDirectory": "Directory of its files; without it that of its logs.";
    }
    defaulted {
        logger_type "wmqfte.logger.type" = "FILE", TYPES; "Where it keeps the audit.";
        channel "wmqfte.queue.manager.channel" = "SYSTEM.DEF.SVRCONN", Kind::Text; "Channel to its queue manager.";
        message_source_type "wmqfte.message.source.type" = "automatic subscription", SOURCES; "Where the audit comes from.";
        file_mode "wmqfte.file.logger.mode" = "CIRCULAR", MODES; "Whether old files go when there are enough.";
        file_size "wmqfte.file.logger.fileSize" = "10MB", Kind::Text; "Size of a file, at most.";
        database_schema "wmqfte.database.schema" = "FTELOG", Kind::Text; "Schema of the tables in the database; a file of SQLITE has none.";
    }
    numbers {
        database_port "wmqfte.database.port" = u16 0, 0..=65535; "Port of the database; 0 as libpq has it.";
        database_statement_timeout_ms "wmqfte.database.statement.timeout.ms" = u64 30000, 15000..=600000; "Milliseconds a statement may take at a PostgreSQL server; one that says nothing for five seconds more is given up; ours.";
        database_idle_timeout_s "wmqfte.database.idle.timeout.s" = u64 120, 60..=3600; "Seconds after which a PostgreSQL server ends a transaction that nothing comes for; ours.";
        max_retry_interval_s "wmqfte.max.retry.interval" = u64 600, 1..=86400; "Seconds between two attempts when something lasts, at most.";
        port "wmqfte.queue.manager.port" = u16 1414, 1..=65535; "Port of its queue manager.";
        trace_files "traceFiles" = u32 5, 1..=1000; "Files of a trace.";
        trace_size_mb "traceSize" = u32 20, 1..=10000; "MiB of each of them.";
        file_count "wmqfte.file.logger.fileCount" = u32 3, 1..=10000; "Files there are in mode CIRCULAR.";
        max_transaction_messages "wmqfte.max.transaction.messages" = u32 50, 1..=10000; "Messages of a unit of work, at most.";
        max_transaction_time_ms "wmqfte.max.transaction.time" = u64 5000, 1..=3600000; "Milliseconds of a unit of work, at most; one ends at once when no more is there.";
        max_consecutive_reject "wmqfte.max.consecutive.reject" = u32 50, 1..=1000000; "Messages that are rejected in a row before the logger ends.";
    }
    flags {}
}
