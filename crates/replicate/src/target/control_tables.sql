CREATE SCHEMA IF NOT EXISTS {schema};
CREATE TABLE {schema}.ibmqrep_applyparms (
  qmgr varchar(48) NOT NULL, monitor_limit integer NOT NULL DEFAULT 10080, trace_limit integer NOT NULL DEFAULT 10080,
  monitor_interval integer NOT NULL DEFAULT 30000, prune_interval integer NOT NULL DEFAULT 300,
  autostop char(1) NOT NULL DEFAULT 'N', logreuse char(1) NOT NULL DEFAULT 'N', logstdout char(1) NOT NULL DEFAULT 'N',
  apply_path varchar(1040), arch_level char(4) NOT NULL DEFAULT '1021', term char(1) NOT NULL DEFAULT 'Y',
  deadlock_retries integer NOT NULL DEFAULT 3, cmdq varchar(48),
  max_parallel_loads integer NOT NULL DEFAULT 4);
CREATE TABLE {schema}.ibmqrep_recvqueues (
  repqmapname varchar(128) NOT NULL UNIQUE, recvq varchar(48) NOT NULL PRIMARY KEY, sendq varchar(48), adminq varchar(48) NOT NULL,
  num_apply_agents integer NOT NULL DEFAULT 1, memory_limit integer NOT NULL DEFAULT 64,
  state char(1) NOT NULL DEFAULT 'A', state_time timestamp NOT NULL DEFAULT clock_timestamp(), state_info char(8),
  description varchar(254), source_server varchar(2048), mapid integer NOT NULL UNIQUE,
  commit_order char(1) NOT NULL DEFAULT 'O', group_trans integer NOT NULL DEFAULT 100,
  purge_batch integer NOT NULL DEFAULT 200, gap_timeout integer NOT NULL DEFAULT 60, fire_triggers char(1) NOT NULL DEFAULT 'N');
CREATE TABLE {schema}.ibmqrep_targets (
  subname varchar(132) NOT NULL, recvq varchar(48) NOT NULL REFERENCES {schema}.ibmqrep_recvqueues,
  source_owner varchar(128) NOT NULL, source_name varchar(128) NOT NULL,
  target_owner varchar(128) NOT NULL, target_name varchar(128) NOT NULL, target_type integer NOT NULL DEFAULT 1,
  state char(1) NOT NULL DEFAULT 'I', state_time timestamp NOT NULL DEFAULT clock_timestamp(), state_info varchar(1024),
  subtype char(1) NOT NULL DEFAULT 'U', conflict_rule char(1) NOT NULL DEFAULT 'K', conflict_action char(1) NOT NULL DEFAULT 'I',
  error_action char(1) NOT NULL DEFAULT 'Q', oksqlstates varchar(128), has_loadphase char(1) NOT NULL DEFAULT 'N',
  load_type smallint NOT NULL DEFAULT 0, description varchar(254), load_lsn pg_lsn,
  spillq varchar(48), modelq varchar(48) NOT NULL DEFAULT 'IBMQREP.SPILL.MODELQ', load_position bigint,
  load_epoch bigint, load_last_epoch bigint, load_source varchar(32), load_publication varchar(128),
  PRIMARY KEY (subname, recvq));
CREATE TABLE {schema}.ibmqrep_trg_cols (
  subname varchar(132) NOT NULL, recvq varchar(48) NOT NULL, target_colname varchar(128) NOT NULL,
  source_colname varchar(128) NOT NULL, is_key char(1) NOT NULL DEFAULT 'N',
  PRIMARY KEY (subname, recvq, target_colname),
  FOREIGN KEY (subname, recvq) REFERENCES {schema}.ibmqrep_targets ON DELETE CASCADE);
CREATE TABLE {schema}.ibmqrep_exceptions (
  exception_time timestamp NOT NULL DEFAULT clock_timestamp(), recvq varchar(48) NOT NULL, src_commit_lsn pg_lsn NOT NULL,
  src_trans_time timestamp NOT NULL, subname varchar(132) NOT NULL, reason char(12) NOT NULL, sqlcode integer,
  sqlstate char(5), sqlerrmc varchar(1024), operation varchar(18) NOT NULL, text text NOT NULL,
  is_applied char(1) NOT NULL, conflict_rule char(1), sequence bigint NOT NULL);
CREATE TABLE {schema}.ibmqrep_donemsg (
  recvq varchar(48) NOT NULL, epoch bigint NOT NULL, mqmsgid bigint NOT NULL, PRIMARY KEY (recvq, epoch, mqmsgid));
CREATE TABLE {schema}.ibmqrep_spillqs (
  spillq varchar(48) NOT NULL PRIMARY KEY, subname varchar(132) NOT NULL, recvq varchar(48) NOT NULL, is_over char(1) NOT NULL DEFAULT 'N');
CREATE TABLE {schema}.ibmqrep_spilledrow (
  spillq varchar(48) NOT NULL, epoch bigint NOT NULL, mqmsgid_from bigint NOT NULL, mqmsgid bigint NOT NULL,
  PRIMARY KEY (spillq, epoch, mqmsgid_from));
CREATE TABLE {schema}.ibmqrep_srcschemas (
  recvq varchar(48) NOT NULL, epoch bigint NOT NULL, table_number integer NOT NULL, schema_version bigint NOT NULL,
  body bytea NOT NULL, PRIMARY KEY (recvq, epoch, table_number, schema_version));
CREATE TABLE {schema}.ibmqrep_applytrace (
  operation char(8) NOT NULL, trace_time timestamp NOT NULL DEFAULT clock_timestamp(), description varchar(1024) NOT NULL);
CREATE TABLE {schema}.ibmqrep_applymon (
  monitor_time timestamp NOT NULL DEFAULT clock_timestamp(), recvq varchar(48) NOT NULL, current_memory bigint NOT NULL,
  qdepth integer NOT NULL, end2end_latency integer NOT NULL, trans_applied bigint NOT NULL, rows_applied bigint NOT NULL,
  rows_not_applied bigint NOT NULL, key_dependencies bigint NOT NULL, deadlock_retries bigint NOT NULL,
  monster_trans bigint NOT NULL, oldest_trans timestamp, hole_wait integer NOT NULL, position bigint NOT NULL, epoch bigint NOT NULL,
  PRIMARY KEY (recvq))
