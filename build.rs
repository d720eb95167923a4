//! Tells Cargo what the sources alone do not: the migrations are read when the program is built.

fn main() {
    println!("cargo:rerun-if-changed=migrations");
}
