//! The C interface. The headers in `include/` are generated from `tables/`; the tests compile them and hold them against
//! the tables.
