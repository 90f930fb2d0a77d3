//! Documents, settings, names and codes of file transfer, as those who write and read them see them.

mod awkward;
mod examples;
mod hostile;
mod logged;
mod published;
mod round_trips;
mod settings;
mod times_and_names;
mod watched;
