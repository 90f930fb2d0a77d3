//! What figures are called where exporters show them.
//!
//! Source: the names the exporter of the vendor's image has. Figures without a name there are not shown.

/// The description of each figure in the catalogue of the queue manager, and its name behind `ibmmq_qmgr_`.
pub(super) const NAMES: &[(&str, &str)] = &[
    (
        "CPU load - one minute average",
        "cpu_load_one_minute_average_percentage",
    ),
    (
        "CPU load - five minute average",
        "cpu_load_five_minute_average_percentage",
    ),
    (
        "CPU load - fifteen minute average",
        "cpu_load_fifteen_minute_average_percentage",
    ),
    ("System CPU time percentage", "system_cpu_time_percentage"),
    ("User CPU time percentage", "user_cpu_time_percentage"),
    ("RAM free percentage", "ram_free_percentage"),
    ("RAM total bytes", "system_ram_size_bytes"),
    (
        "System CPU time - percentage estimate for queue manager",
        "system_cpu_time_estimate_for_queue_manager_percentage",
    ),
    (
        "User CPU time - percentage estimate for queue manager",
        "user_cpu_time_estimate_for_queue_manager_percentage",
    ),
    (
        "RAM total bytes - estimate for queue manager",
        "ram_usage_estimate_for_queue_manager_bytes",
    ),
    (
        "MQ trace file system - free space",
        "trace_file_system_free_space_percentage",
    ),
    (
        "MQ trace file system - bytes in use",
        "trace_file_system_in_use_bytes",
    ),
    (
        "MQ errors file system - free space",
        "errors_file_system_free_space_percentage",
    ),
    (
        "MQ errors file system - bytes in use",
        "errors_file_system_in_use_bytes",
    ),
    ("MQ FDC file count", "fdc_files"),
    (
        "Queue Manager file system - free space",
        "queue_manager_file_system_free_space_percentage",
    ),
    (
        "Queue Manager file system - bytes in use",
        "queue_manager_file_system_in_use_bytes",
    ),
    (
        "Log - logical bytes written",
        "log_logical_written_bytes_total",
    ),
    (
        "Log - physical bytes written",
        "log_physical_written_bytes_total",
    ),
    (
        "Log - current primary space in use",
        "log_primary_space_in_use_percentage",
    ),
    (
        "Log - workload primary space utilization",
        "log_workload_primary_space_utilization_percentage",
    ),
    ("Log - write latency", "log_write_latency_seconds"),
    ("Log - bytes max", "log_max_bytes"),
    ("Log - write size", "log_write_size_bytes"),
    ("Log - bytes in use", "log_in_use_bytes"),
    ("Log file system - bytes max", "log_file_system_max_bytes"),
    (
        "Log file system - bytes in use",
        "log_file_system_in_use_bytes",
    ),
    (
        "Log - bytes occupied by reusable extents",
        "log_occupied_by_reusable_extents_bytes",
    ),
    (
        "Log - bytes occupied by extents waiting to be archived",
        "log_occupied_by_extents_waiting_to_be_archived_bytes",
    ),
    (
        "Log - bytes required for media recovery",
        "log_required_for_media_recovery_bytes",
    ),
    (
        "Create durable subscription count",
        "durable_subscription_create_total",
    ),
    (
        "Alter durable subscription count",
        "durable_subscription_alter_total",
    ),
    (
        "Resume durable subscription count",
        "durable_subscription_resume_total",
    ),
    (
        "Delete durable subscription count",
        "durable_subscription_delete_total",
    ),
    (
        "Create non-durable subscription count",
        "non_durable_subscription_create_total",
    ),
    (
        "Delete non-durable subscription count",
        "non_durable_subscription_delete_total",
    ),
    (
        "Failed create/alter/resume subscription count",
        "failed_subscription_create_alter_resume_total",
    ),
    (
        "Subscription delete failure count",
        "failed_subscription_delete_total",
    ),
    ("MQSUBRQ count", "mqsubrq_total"),
    ("Failed MQSUBRQ count", "failed_mqsubrq_total"),
    (
        "Durable subscriber - high water mark",
        "durable_subscriber_high_water_mark",
    ),
    (
        "Durable subscriber - low water mark",
        "durable_subscriber_low_water_mark",
    ),
    (
        "Non-durable subscriber - high water mark",
        "non_durable_subscriber_high_water_mark",
    ),
    (
        "Non-durable subscriber - low water mark",
        "non_durable_subscriber_low_water_mark",
    ),
    (
        "Topic MQPUT/MQPUT1 interval total",
        "topic_mqput_mqput1_total",
    ),
    ("Interval total topic bytes put", "topic_put_bytes_total"),
    (
        "Failed topic MQPUT/MQPUT1 count",
        "failed_topic_mqput_mqput1_total",
    ),
    (
        "Persistent - topic MQPUT/MQPUT1 count",
        "persistent_topic_mqput_mqput1_total",
    ),
    (
        "Non-persistent - topic MQPUT/MQPUT1 count",
        "non_persistent_topic_mqput_mqput1_total",
    ),
    (
        "Published to subscribers - message count",
        "published_to_subscribers_message_total",
    ),
    (
        "Published to subscribers - byte count",
        "published_to_subscribers_bytes_total",
    ),
    ("MQCONN/MQCONNX count", "mqconn_mqconnx_total"),
    ("Failed MQCONN/MQCONNX count", "failed_mqconn_mqconnx_total"),
    ("MQDISC count", "mqdisc_total"),
    (
        "Concurrent connections - high water mark",
        "concurrent_connections_high_water_mark",
    ),
    ("MQOPEN count", "mqopen_total"),
    ("Failed MQOPEN count", "failed_mqopen_total"),
    ("MQCLOSE count", "mqclose_total"),
    ("Failed MQCLOSE count", "failed_mqclose_total"),
    ("MQINQ count", "mqinq_total"),
    ("Failed MQINQ count", "failed_mqinq_total"),
    ("MQSET count", "mqset_total"),
    ("Failed MQSET count", "failed_mqset_total"),
    (
        "Persistent message MQPUT count",
        "persistent_message_mqput_total",
    ),
    (
        "Persistent message MQPUT1 count",
        "persistent_message_mqput1_total",
    ),
    (
        "Put persistent messages - byte count",
        "persistent_message_put_bytes_total",
    ),
    (
        "Non-persistent message MQPUT count",
        "non_persistent_message_mqput_total",
    ),
    (
        "Non-persistent message MQPUT1 count",
        "non_persistent_message_mqput1_total",
    ),
    (
        "Put non-persistent messages - byte count",
        "non_persistent_message_put_bytes_total",
    ),
    ("Interval total MQPUT/MQPUT1 count", "mqput_mqput1_total"),
    (
        "Interval total MQPUT/MQPUT1 byte count",
        "mqput_mqput1_bytes_total",
    ),
    ("Failed MQPUT count", "failed_mqput_total"),
    ("Failed MQPUT1 count", "failed_mqput1_total"),
    ("MQSTAT count", "mqstat_total"),
    (
        "Persistent message destructive get - count",
        "persistent_message_destructive_get_total",
    ),
    (
        "Persistent message browse - count",
        "persistent_message_browse_total",
    ),
    (
        "Got persistent messages - byte count",
        "persistent_message_get_bytes_total",
    ),
    (
        "Persistent message browse - byte count",
        "persistent_message_browse_bytes_total",
    ),
    (
        "Non-persistent message destructive get - count",
        "non_persistent_message_destructive_get_total",
    ),
    (
        "Non-persistent message browse - count",
        "non_persistent_message_browse_total",
    ),
    (
        "Got non-persistent messages - byte count",
        "non_persistent_message_get_bytes_total",
    ),
    (
        "Non-persistent message browse - byte count",
        "non_persistent_message_browse_bytes_total",
    ),
    (
        "Interval total destructive get- count",
        "destructive_get_total",
    ),
    (
        "Interval total destructive get - byte count",
        "destructive_get_bytes_total",
    ),
    ("Failed MQGET - count", "failed_mqget_total"),
    ("Failed browse count", "failed_browse_total"),
    ("MQCTL count", "mqctl_total"),
    ("Expired message count", "expired_message_total"),
    ("Purged queue count", "purged_queue_total"),
    ("MQCB count", "mqcb_total"),
    ("Failed MQCB count", "failed_mqcb_total"),
    ("Commit count", "commit_total"),
    ("Rollback count", "rollback_total"),
];
