//! The SIMD room: the only place with `unsafe`.
#![allow(unsafe_code)]

pub(crate) mod rows;
#[cfg(target_arch = "x86_64")]
mod rows_avx2;
mod rows_portable;
