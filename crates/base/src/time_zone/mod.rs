//! What clocks on walls show, and by how much those of a place are ahead of UTC.

mod civil;
mod local;
mod zone;

pub use civil::{CivilTime, digits};
pub use local::{local, local_name, read_file};
pub use zone::{NoZone, ZONE_BYTES_MAX, ZONE_NAME_LEN_MAX, Zone};
