//! Managed file transfer: the commands whose names begin with `fte`, and the processes of agents and loggers. What they say to agents is in
//! `ferromq_transfer`.

mod agent_place;
mod agent_process;
mod agents;
mod asking;
mod background;
mod bridge;
mod client_road;
mod clock;
mod configured;
mod controller;
mod credentials;
mod database;
mod details;
mod event_log;
mod items;
mod logger_place;
mod logger_process;
mod loggers;
mod monitors;
mod observing;
mod past;
mod past_text;
mod place;
mod programs;
mod published;
mod ras;
mod schedules;
mod setup;
mod templates;
mod transfers;
mod unbuilt;
mod watching;
mod way;
mod words;

pub(crate) use agents::{clean, controller, create, create_bridge, delete, start, stop, version};
pub(crate) use details::{list, show};
pub(crate) use loggers::{
    create as create_logger, delete as delete_logger, modify as modify_logger, show as show_logger,
    start as start_logger, stop as stop_logger,
};
pub(crate) use monitors::{
    clear as clear_monitor, create as create_monitor, delete as delete_monitor,
    list as list_monitors, start as start_monitor, stop as stop_monitor,
};
pub(crate) use observing::commands::{
    set_agent_log_level, set_agent_trace_level, set_logger_trace_level,
};
pub(crate) use past::transfers;
pub(crate) use ras::ras;
pub(crate) use schedules::{delete as delete_schedule, list as list_schedules};
pub(crate) use setup::{change_default, commands, coordination, obfuscate};
pub(crate) use templates::{
    create as create_template, delete as delete_templates, list as list_templates,
};
pub(crate) use transfers::{cancel, create as create_transfer, pause, ping, resume};
pub(crate) use unbuilt::unbuilt;
