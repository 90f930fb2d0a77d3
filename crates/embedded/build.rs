//! The name under which the linker knows the library, and how it is left in memory.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // As the library below: `ferromq-libraries` writes the name of the copy in its place.
    println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libmqmzf_r.so");
    println!("cargo:rustc-cdylib-link-arg=-Wl,--strip-debug");
    // The queue manager has threads, so its code must stay although a program closes the library.
    println!("cargo:rustc-cdylib-link-arg=-Wl,-z,nodelete");
}
