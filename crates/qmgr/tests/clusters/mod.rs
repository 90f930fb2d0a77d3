//! Queues of a cluster: where messages go, what opens and inquiries say, names that are asked for, and what is kept of it all.

mod asking;
mod binding;
mod home;
mod names;
mod options;
mod records;
mod transmission;
