//! The name under which the linker knows the library. Copies for the other names are made by `cargo xtask libraries`.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // Names and lines for traces stay with the executables; a library that is copied seven times is kept small.
    println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libmqmzf_r.so");
    println!("cargo:rustc-cdylib-link-arg=-Wl,--strip-debug");
}
