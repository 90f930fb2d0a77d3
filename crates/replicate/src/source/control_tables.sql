CREATE SCHEMA IF NOT EXISTS {schema};
CREATE TABLE {schema}.ibmqrep_capparms (
  qmgr varchar(48) NOT NULL, remote_src_server varchar(18), restartq varchar(48) NOT NULL, adminq varchar(48) NOT NULL,
  startmode varchar(6) NOT NULL DEFAULT 'WARMSI', memory_limit integer NOT NULL DEFAULT 500,
  commit_interval integer NOT NULL DEFAULT 500, autostop char(1) NOT NULL DEFAULT 'N',
  monitor_interval integer NOT NULL DEFAULT 30000, monitor_limit integer NOT NULL DEFAULT 10080,
  trace_limit integer NOT NULL DEFAULT 10080, signal_limit integer NOT NULL DEFAULT 10080,
  prune_interval integer NOT NULL DEFAULT 300, sleep_interval integer NOT NULL DEFAULT 5000,
  logreuse char(1) NOT NULL DEFAULT 'N', logstdout char(1) NOT NULL DEFAULT 'N', term char(1) NOT NULL DEFAULT 'Y',
  arch_level char(4) NOT NULL DEFAULT '1021', qfull_num_retries integer NOT NULL DEFAULT 30,
  qfull_retry_delay integer NOT NULL DEFAULT 250, trans_batch_sz integer NOT NULL DEFAULT 100,
  slotname varchar(63) NOT NULL, pubname varchar(63) NOT NULL, system_id varchar(20), timeline integer);
CREATE TABLE {schema}.ibmqrep_sendqueues (
  pubqmapname varchar(128) NOT NULL UNIQUE, sendq varchar(48) NOT NULL PRIMARY KEY, recvq varchar(48),
  message_format char(1) NOT NULL DEFAULT 'C', msg_content_type char(1) NOT NULL DEFAULT 'T',
  state char(1) NOT NULL DEFAULT 'A', state_time timestamp NOT NULL DEFAULT clock_timestamp(), state_info char(8),
  error_action char(1) NOT NULL DEFAULT 'S', heartbeat_interval integer NOT NULL DEFAULT 60,
  max_message_size integer NOT NULL DEFAULT 64, description varchar(254),
  num_parallel_sendqs integer NOT NULL DEFAULT 1, mapid integer NOT NULL UNIQUE,
  message_header char(1) NOT NULL DEFAULT 'N');
CREATE TABLE {schema}.ibmqrep_subs (
  subname varchar(132) NOT NULL PRIMARY KEY, source_owner varchar(128) NOT NULL, source_name varchar(128) NOT NULL,
  target_server varchar(18), target_owner varchar(128), target_name varchar(128), target_type integer,
  sendq varchar(48) NOT NULL REFERENCES {schema}.ibmqrep_sendqueues, search_condition varchar(2048),
  subtype char(1) NOT NULL DEFAULT 'U', all_changed_rows char(1) NOT NULL DEFAULT 'N',
  before_values char(1) NOT NULL DEFAULT 'N', changed_cols_only char(1) NOT NULL DEFAULT 'Y',
  has_loadphase char(1) NOT NULL DEFAULT 'I', state char(1) NOT NULL DEFAULT 'N',
  state_time timestamp NOT NULL DEFAULT clock_timestamp(), state_info char(8),
  suppress_deletes char(1) NOT NULL DEFAULT 'N', description varchar(254));
CREATE TABLE {schema}.ibmqrep_src_cols (
  subname varchar(132) NOT NULL REFERENCES {schema}.ibmqrep_subs ON DELETE CASCADE, src_colname varchar(128) NOT NULL,
  is_key smallint NOT NULL DEFAULT 0, col_options_flag char(10) NOT NULL DEFAULT 'NNNNNNNNNN', src_coltype oid NOT NULL,
  PRIMARY KEY (subname, src_colname));
CREATE TABLE {schema}.ibmqrep_signal (
  signal_time timestamp NOT NULL DEFAULT clock_timestamp() PRIMARY KEY, signal_type varchar(30) NOT NULL DEFAULT 'CMD',
  signal_subtype varchar(30) NOT NULL, signal_input_in varchar(500), signal_state char(1) NOT NULL DEFAULT 'P',
  signal_lsn pg_lsn);
CREATE TABLE {schema}.ibmqrep_captrace (
  operation char(8) NOT NULL, trace_time timestamp NOT NULL DEFAULT clock_timestamp(), description varchar(1024) NOT NULL,
  reason_code integer, mq_code integer);
CREATE TABLE {schema}.ibmqrep_capmon (
  monitor_time timestamp NOT NULL, current_log_time timestamp NOT NULL, capture_idle integer NOT NULL,
  current_memory integer NOT NULL, rows_processed bigint NOT NULL, trans_skipped bigint NOT NULL,
  trans_processed bigint NOT NULL, trans_spilled bigint NOT NULL, max_trans_size bigint NOT NULL,
  queues_in_error integer NOT NULL, restart_seq pg_lsn NOT NULL, current_seq pg_lsn NOT NULL,
  last_eol_time timestamp, slot_lag bigint NOT NULL);
CREATE TABLE {schema}.ibmqrep_capqmon (
  monitor_time timestamp NOT NULL, sendq varchar(48) NOT NULL, rows_published bigint NOT NULL,
  trans_published bigint NOT NULL, delrows_suppressed bigint NOT NULL, rows_skipped bigint NOT NULL,
  qfull_error_count bigint NOT NULL, bytes bigint NOT NULL, messages bigint NOT NULL);
