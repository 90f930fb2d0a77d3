//! The keys of agents, of coordination and of commands.

use super::setting::{Kind, settings};

const AGENT_TYPES: Kind = Kind::Word(&["STANDARD", "BRIDGE", "CD_BRIDGE", "EMBEDDED", "SFG"]);

const LOG_LEVELS: Kind = Kind::Word(&["off", "info", "moderate", "verbose"]);

const TRANSFER_ROADS: Kind = Kind::Word(&["auto", "queue"]);

const COMPRESSIONS: Kind = Kind::Word(&["auto", "zstd", "none"]);

settings! {
    /// What `agent.properties` says.
    AgentProperties needs ["agentName", "agentQMgr"];
    texts {
        agent_name "agentName": "Name of the agent.";
        agent_desc "agentDesc": "What the agent is for.";
        agent_q_mgr "agentQMgr": "Name of its queue manager.";
        agent_q_mgr_host "agentQMgrHost": "Where its queue manager is; without it the agent is at the same machine, over bindings.";
        agent_q_mgr_standby "agentQMgrStandby": "Where another instance of its queue manager is, `host(port)`.";
        agent_q_mgr_credentials_file "agentQMgrAuthenticationCredentialsFile": "File of the user and password for its queue manager.";
        agent_ssl_cipher_spec "agentSslCipherSpec": "CipherSpec of the channel to its queue manager; without it there is no TLS.";
        agent_ssl_peer_name "agentSslPeerName": "What the name in the certificate of its queue manager has to be like.";
        agent_ssl_key_store "agentSslKeyStore": "File of its own certificate and key.";
        agent_ssl_key_store_type "agentSslKeyStoreType": "Format of that file.";
        agent_ssl_key_store_credentials_file "agentSslKeyStoreCredentialsFile": "File of the password of that file.";
        agent_ssl_trust_store "agentSslTrustStore": "File of the certificates it trusts.";
        agent_ssl_trust_store_type "agentSslTrustStoreType": "Format of that file.";
        agent_ssl_trust_store_credentials_file "agentSslTrustStoreCredentialsFile": "File of the password of that file.";
        command_path "commandPath": "Directories of programs it may run; transfers do not get at them.";
        command_variables "commandVariables": "Names of metadata, with commas between them, that become variables of programs though there is no dot in them; ours.";
        sandbox_root "sandboxRoot": "Directories transfers get at; those with `!` in front they do not.";
        transfer_root "transferRoot": "Directory that paths without a root begin in; the home of its user without it.";
        transfer_rate_limit "transferRateLimit": "Bytes of files a second that all transfers of the agent may send together, as a size; ours.";
        text_replacement_character_sequence "textReplacementCharacterSequence": "What stands for characters that cannot be converted; without it the item fails.";
        publication_md_user "publicationMDUser": "User in the descriptors of what it publishes.";
        io_exit_classes "IOExitClasses": "Exits for files; not run here.";
        exit_class_path "exitClassPath": "Where exits are; not run here.";
        source_transfer_start_exit_classes "sourceTransferStartExitClasses": "Exits at the source before a transfer; not run here.";
        source_transfer_end_exit_classes "sourceTransferEndExitClasses": "Exits at the source after a transfer; not run here.";
        destination_transfer_start_exit_classes "destinationTransferStartExitClasses": "Exits at the destination before a transfer; not run here.";
        destination_transfer_end_exit_classes "destinationTransferEndExitClasses": "Exits at the destination after a transfer; not run here.";
        monitor_exit_classes "monitorExitClasses": "Exits of monitors; not run here.";
        protocol_bridge_credential_exit_classes "protocolBridgeCredentialExitClasses": "Exits for users of bridges; not run here.";
        agent_log "agentLog": "What a bridge writes down of what it and servers say: `ftp=on,ftps=on,sftp=on`.";
        resource_monitor_log "resourceMonitorLog": "What monitors write down: levels by their names, `MON1,MON2=info`, or one for all.";
        trace "trace": "What is traced from the start: `com.ibm.wmqfte=all`.";
        monitor_filepath_platform "monitorFilepathPlatform": "How monitors write paths; as the platform does without it.";
    }
    defaulted {
        agent_q_mgr_channel "agentQMgrChannel" = "SYSTEM.DEF.SVRCONN", Kind::Text; "Channel to its queue manager.";
        transfer_compression "transferCompression" = "auto", COMPRESSIONS; "Whether files are compressed on their way, which is ours: while it pays, always, or never; an agent with none takes nothing compressed.";
        transfer_road "transferRoad" = "auto", TRANSFER_ROADS; "How files go to agents of the same machine, which is ours: by reference where that can be, or over queues always.";
        log_transfer "logTransfer" = "info", LOG_LEVELS; "What is written down of the course of transfers.";
        agent_type "agentType" = "STANDARD", AGENT_TYPES; "What kind of agent it is.";
    }
    numbers {
        agent_q_mgr_port "agentQMgrPort" = u16 1414, 1..=65535; "Port of its queue manager.";
        max_source_transfers "maxSourceTransfers" = u32 25, 0..=10000; "Transfers it sends at once, at most; 0 for none.";
        max_destination_transfers "maxDestinationTransfers" = u32 25, 0..=10000; "Transfers it receives at once, at most; 0 for none.";
        max_queued_transfers "maxQueuedTransfers" = u32 1000, 0..=1000000; "Transfers that wait, at most.";
        default_transfer_priority "defaultTransferPriority" = u8 0, 0..=9; "Priority of transfers whose request has none.";
        max_files_for_transfer "maxFilesForTransfer" = u32 5000, 1..=1000000; "Files of a transfer, at most.";
        max_transfer_negotiation_time_ms "maxTransferNegotiationTime" = u64 30000, 1..=86400000; "Milliseconds until agents have to have agreed on a transfer.";
        agent_window_size "agentWindowSize" = u32 10, 1..=10000; "Chunks that are sent before an acknowledgement is waited for.";
        agent_chunk_size_bytes "agentChunkSize" = u32 262144, 1..=4194304; "Bytes of a chunk, at most.";
        agent_frame_size "agentFrameSize" = u32 5, 1..=10000; "Windows in a frame.";
        agent_checkpoint_interval "agentCheckpointInterval" = u32 1, 1..=10000; "Frames between two checkpoints.";
        transfer_ack_timeout_ms "transferAckTimeout" = u64 60000, 1..=86400000; "Milliseconds an acknowledgement is waited for.";
        transfer_ack_timeout_retries "transferAckTimeoutRetries" = u32 5, 0..=10000; "How often it is waited for again before recovery.";
        transfer_recovery_timeout_s "transferRecoveryTimeout" = i32 -1, -1..=999999999; "Seconds a transfer may try to recover: -1 for ever, 0 not at all.";
        max_input_output_message_length_bytes "maxInputOutputMessageLength" = u32 1048576, 1..=104857600; "Bytes of a message that is read from a queue for a file or written to one, at most.";
        agent_q_mgr_retry_interval_s "agentQMgrRetryInterval" = u64 30, 1..=86400; "Seconds between attempts to reach its queue manager.";
        io_thread_pool_size "ioThreadPoolSize" = u32 10, 1..=1000; "Threads for files.";
        io_idle_thread_timeout_ms "ioIdleThreadTimeout" = u64 10000, 0..=86400000; "Milliseconds after which an idle one ends.";
        io_queue_depth "ioQueueDepth" = u32 10, 1..=10000; "Operations with files that wait, at most.";
        items_per_progress_message "itemsPerProgressMessage" = u32 50, 1..=10000; "Items told of in one publication.";
        max_command_output_bytes "maxCommandOutput" = u32 10240, 0..=1048576; "Bytes of the output of a program that are kept.";
        max_command_retries "maxCommandRetries" = u32 9, 0..=1000; "How often a program may be run again.";
        max_command_wait_s "maxCommandWait" = u32 60, 0..=86400; "Seconds between two runs of a program, at most.";
        monitor_max_resources_in_poll "monitorMaxResourcesInPoll" = i32 -1, -1..=2147483647; "What one poll of a monitor takes, at most; -1 for all.";
        monitor_group_retry_limit "monitorGroupRetryLimit" = i32 10, -1..=2147483647; "How often a group of messages that failed is tried again; -1 for ever.";
        max_restart_count "maxRestartCount" = u32 4, 0..=1000; "How often an agent that ended is started again within the interval.";
        max_restart_interval_s "maxRestartInterval" = u64 120, 1..=86400; "Seconds of that interval.";
        max_restart_delay_s "maxRestartDelay" = i64 -1, -1..=86400; "Seconds until it is started once more after too many ends; -1 for not at all.";
        agent_status_publish_rate_limit_s "agentStatusPublishRateLimit" = u64 30, 1..=86400; "Seconds between two publications of its status, at least.";
        agent_status_publish_rate_min_s "agentStatusPublishRateMin" = u64 300, 1..=86400; "Seconds between two publications of its status, at most.";
        agent_status_jitter_tolerance_ms "agentStatusJitterTolerance" = u64 3000, 0..=86400000; "Milliseconds its status may be late before it counts as gone.";
        standby_poll_interval_s "standbyPollInterval" = u64 5, 1..=86400; "Seconds between two attempts of an instance that waits to take over.";
        standby_status_publish_interval_s "standbyStatusPublishInterval" = u64 300, 1..=86400; "Seconds between two publications of an instance that waits.";
        standby_status_discard_time_s "standbyStatusDiscardTime" = u64 600, 1..=86400; "Seconds after which what such an instance published is old.";
        xml_config_reload_interval_s "xmlConfigReloadInterval" = i64 30, -1..=86400; "Seconds between two looks at files of sandboxes and bridges; -1 for never.";
        output_log_files "outputLogFiles" = u32 5, 1..=1000; "Files of its log.";
        output_log_size_mb "outputLogSize" = u32 1, 1..=10000; "MiB of each of them.";
        agent_log_files "agentLogFiles" = u32 10, 1..=1000; "Files of what bridges and servers say.";
        agent_log_file_size_mb "agentLogFileSize" = u32 20, 1..=10000; "MiB of each of them.";
        resource_monitor_log_files "resourceMonitorLogFiles" = u32 10, 1..=1000; "Files of what monitors do.";
        resource_monitor_log_file_size_mb "resourceMonitorLogFileSize" = u32 20, 1..=10000; "MiB of each of them.";
        log_transfer_files "logTransferFiles" = u32 5, 1..=1000; "Files of the course of transfers.";
        log_transfer_file_size_mb "logTransferFileSize" = u32 20, 1..=10000; "MiB of each of them.";
        trace_files "traceFiles" = u32 5, 1..=1000; "Files of a trace.";
        trace_size_mb "traceSize" = u32 20, 1..=10000; "MiB of each of them.";
        log_capture_files "logCaptureFiles" = u32 10, 1..=1000; "Files that documents are written down in.";
        log_capture_file_size_mb "logCaptureFileSize" = u32 10, 1..=10000; "MiB of each of them.";
    }
    flags {
        monitor_hints "monitorHints" = false; "Directories are looked through when the system tells of changes, too; ours.";
        user_sandboxes "userSandboxes" = false; "What transfers get at is in a file, by who asks.";
        authority_checking "authorityChecking" = false; "Who may do what is asked of the authority queues.";
        enable_queue_input_output "enableQueueInputOutput" = false; "Queues may be ends of transfers.";
        highly_available "highlyAvailable" = false; "The agent has several instances of which one works.";
        enable_detailed_reply_messages "enableDetailedReplyMessages" = true; "Answers may tell of each file.";
        log_capture "logCapture" = false; "Documents that come and go are written down.";
        fail_transfer_on_first_failure "failTransferOnFirstFailure" = false; "A transfer ends with its first item that fails.";
        add_command_path_to_sandbox "addCommandPathToSandbox" = true; "Transfers do not get at directories of programs.";
        additional_wildcard_sandbox_checking "additionalWildcardSandboxChecking" = false; "Patterns are held against sandboxes before files are looked for.";
        do_not_use_temp_output_file "doNotUseTempOutputFile" = false; "Destinations are written under their own names at once.";
        delete_tmp_file_after_rename_failure "deleteTmpFileAfterRenameFailure" = true; "A part file that cannot be renamed is deleted.";
        monitor_stop_on_internal_failure "monitorStopOnInternalFailure" = true; "A monitor that fails inside stops.";
        monitor_report_trigger_fail "monitorReportTriggerFail" = true; "That a condition of a monitor cannot be looked at is told.";
        legacy_xml_message_mqmd_format "legacyXMLMessageMQMDFormat" = false; "Messages with documents have no format.";
    }
}

settings! {
    /// What `coordination.properties` says.
    CoordinationProperties needs ["coordinationQMgr"];
    texts {
        q_mgr "coordinationQMgr": "Name of the coordination queue manager.";
        host "coordinationQMgrHost": "Where it is; without it at the same machine, over bindings.";
        standby "coordinationQMgrStandby": "Where another instance of it is, `host(port)`.";
        credentials_file "coordinationQMgrAuthenticationCredentialsFile": "File of the user and password for it.";
        ssl_cipher_spec "coordinationSslCipherSpec": "CipherSpec of the channel to it; without it there is no TLS.";
        ssl_peer_name "coordinationSslPeerName": "What the name in its certificate has to be like.";
        ssl_key_store "coordinationSslKeyStore": "File of our certificate and key.";
        ssl_key_store_type "coordinationSslKeyStoreType": "Format of that file.";
        ssl_key_store_credentials_file "coordinationSslKeyStoreCredentialsFile": "File of the password of that file.";
        ssl_trust_store "coordinationSslTrustStore": "File of the certificates that are trusted.";
        ssl_trust_store_type "coordinationSslTrustStoreType": "Format of that file.";
        ssl_trust_store_credentials_file "coordinationSslTrustStoreCredentialsFile": "File of the password of that file.";
    }
    defaulted {
        channel "coordinationQMgrChannel" = "SYSTEM.DEF.SVRCONN", Kind::Text; "Channel to it.";
    }
    numbers {
        port "coordinationQMgrPort" = u16 1414, 1..=65535; "Its port.";
    }
    flags {}
}

settings! {
    /// What `command.properties` says.
    CommandProperties needs ["connectionQMgr"];
    texts {
        q_mgr "connectionQMgr": "Name of the queue manager that commands put requests on.";
        host "connectionQMgrHost": "Where it is; without it at the same machine, over bindings.";
        standby "connectionQMgrStandby": "Where another instance of it is, `host(port)`.";
        credentials_file "connectionQMgrAuthenticationCredentialsFile": "File of the user and password for it.";
        ssl_cipher_spec "connectionSslCipherSpec": "CipherSpec of the channel to it; without it there is no TLS.";
        ssl_peer_name "connectionSslPeerName": "What the name in its certificate has to be like.";
        ssl_key_store "connectionSslKeyStore": "File of our certificate and key.";
        ssl_key_store_type "connectionSslKeyStoreType": "Format of that file.";
        ssl_key_store_credentials_file "connectionSslKeyStoreCredentialsFile": "File of the password of that file.";
        ssl_trust_store "connectionSslTrustStore": "File of the certificates that are trusted.";
        ssl_trust_store_type "connectionSslTrustStoreType": "Format of that file.";
        ssl_trust_store_credentials_file "connectionSslTrustStoreCredentialsFile": "File of the password of that file.";
    }
    defaulted {
        channel "connectionQMgrChannel" = "SYSTEM.DEF.SVRCONN", Kind::Text; "Channel to it.";
    }
    numbers {
        port "connectionQMgrPort" = u16 1414, 1..=65535; "Its port.";
    }
    flags {}
}
