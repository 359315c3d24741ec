//! Functions that are the same machine code are one in the library, where the linker can tell them.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let target = std::env::var("TARGET").unwrap_or_default();
    // The toolchain links this target with a linker of its own, which knows the option.
    if target == "x86_64-unknown-linux-gnu" {
        println!("cargo:rustc-cdylib-link-arg=-Wl,--icf=all");
    }
}
