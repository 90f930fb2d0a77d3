//! What happens when a library with a road of its own is loaded.

/// Has [`crate::road::offer_embedded`] called with a function when the library that says this is loaded. Nothing
/// else runs then: a program that only links the library must not notice it.
///
/// For libraries that are linked of this crate and another. This one has no place to name theirs.
#[macro_export]
macro_rules! offer_embedded_when_loaded {
    ($embedded:path) => {
        // SAFETY: the section holds addresses of functions that the loader calls once, before any code of the program
        // can use the library. This one stores a function pointer in a cell made for that, and needs nothing that is
        // set up later.
        #[used]
        #[unsafe(link_section = ".init_array")]
        static OFFER_WHEN_LOADED: extern "C" fn() = {
            extern "C" fn offer() {
                $crate::road::offer_embedded($embedded);
            }
            offer
        };
    };
}
