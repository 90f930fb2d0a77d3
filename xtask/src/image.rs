//! An image for containers, built without a daemon: an OCI layout as files, and as one archive.
//!
//! Source: the OCI image format specification 1.0 (layout, index, manifest, configuration, layers). The same installation gives the
//! same image, byte for byte: files are in the order of their names, and belong to nobody in particular at no particular time.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Where the installation is in the image, as people know it.
const PLACE: &str = "opt/mqm";
/// What a shell, and the checks people write in compose files, need. All are one program.
const APPLETS: &[&str] = &[
    "sh", "ash", "awk", "base64", "basename", "cat", "chmod", "cp", "cut", "date", "df", "dirname",
    "du", "env", "find", "grep", "head", "hostname", "id", "kill", "ln", "ls", "mkdir", "mv", "nc",
    "printf", "ps", "pwd", "rm", "sed", "sleep", "sort", "stat", "tail", "tar", "tee", "test",
    "timeout", "touch", "tr", "true", "uniq", "vi", "wc", "wget", "xargs",
];
/// People type `bash` to get a shell; busybox has none of that name.
const BASH: &str = "#!/bin/sh\nexec /bin/sh \"$@\"\n";
/// Users: the one the image runs as, and those everybody expects.
const USERS: &str = "root:x:0:0:root:/root:/bin/sh\nmqm:x:1001:0:queue managers:/var/mqm:/bin/sh\nnobody:x:65534:65534:nobody:/:/bin/sh\n";
const GROUPS: &str = "root:x:0:\nmqm:x:1001:mqm\nnobody:x:65534:\n";
/// What the image says of itself, but for the digests of its layers.
const ENVIRONMENT: &[&str] = &[
    "PATH=/opt/mqm/bin:/opt/mqm/samp/bin:/usr/bin:/bin",
    "MQ_DATA_PATH=/var/mqm",
    "AMQ_ADDITIONAL_JSON_LOG=1",
    "LANG=C.UTF-8",
    "HOME=/var/mqm",
];
const ARCHITECTURES: &[(&str, &str)] = &[("x86_64", "amd64"), ("aarch64", "arm64")];

/// Builds the image of what `make build` left in `dist`.
///
/// # Errors
/// What is missing, or a tool that failed.
pub(crate) fn build(root: &Path) -> Result<String, String> {
    let dist = root.join("dist");
    let program = dist.join("bin").join("ferromq");
    if !program.is_file() {
        return Err("there is no dist/bin/ferromq: run `make build` first".to_owned());
    }
    let work = dist.join("image");
    let tree = work.join("tree");
    let shown = |error: io::Error| format!("{}: {error}", work.display());
    remove(&work).map_err(shown)?;
    fs::create_dir_all(&tree).map_err(shown)?;
    lay_out(&dist, &program, &tree)?;
    let layout = work.join("oci");
    write_layout(&tree, &layout, &work)?;
    let archive = dist.join("ferromq-image.tar");
    tar(&layout, &archive)?;
    let bytes = fs::metadata(&archive).map_err(shown)?.len();
    Ok(format!(
        "image: {} ({} MB), the same as files in {}\n\
         podman load -i {0}      or docker load -i {0} (25 and later), or:\n\
         skopeo copy oci-archive:{0} docker-daemon:ferromq:latest\n\
         podman run -e LICENSE=accept -e MQ_QMGR_NAME=QM1 -p 1414:1414 localhost/ferromq:latest",
        archive.display(),
        bytes / 1_000_000,
        layout.display()
    ))
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Makes the root of the image's file system.
fn lay_out(dist: &Path, program: &Path, tree: &Path) -> Result<(), String> {
    let shown = |error: io::Error| format!("{}: {error}", tree.display());
    let directory = |path: &str, mode: u32| {
        let path = tree.join(path);
        fs::create_dir_all(&path)?;
        fs::set_permissions(&path, fs::Permissions::from_mode(mode))
    };
    // Whoever runs it belongs to group 0, as clusters that choose a user for it have it.
    for (path, mode) in [
        ("bin", 0o755),
        ("etc", 0o755),
        ("etc/mqm", 0o775),
        ("mnt", 0o755),
        ("mnt/mqm", 0o775),
        ("mnt/mqm/data", 0o775),
        ("root", 0o700),
        ("run", 0o775),
        ("run/runmqserver", 0o775),
        ("run/secrets", 0o775),
        ("tmp", 0o1777),
        ("usr/bin", 0o755),
        ("var", 0o755),
        (PLACE, 0o755),
        ("opt/mqm/bin", 0o755),
        ("opt/mqm/samp/bin", 0o755),
    ] {
        directory(path, mode).map_err(shown)?;
    }
    symlink("/mnt/mqm/data", tree.join("var/mqm")).map_err(shown)?;
    fs::write(tree.join("etc/passwd"), USERS).map_err(shown)?;
    fs::write(tree.join("etc/group"), GROUPS).map_err(shown)?;
    fs::write(
        tree.join("etc/nsswitch.conf"),
        "passwd: files\ngroup: files\nhosts: files dns\n",
    )
    .map_err(shown)?;
    installation(dist, program, &tree.join(PLACE))?;
    libraries(program, tree)?;
    shell(tree)
}

/// The commands, libraries, headers and samples.
fn installation(dist: &Path, program: &Path, place: &Path) -> Result<(), String> {
    let shown = |error: io::Error| format!("{}: {error}", place.display());
    let copy = place.join("bin/ferromq");
    run(Command::new("strip").arg("-o").arg(&copy).arg(program))?;
    fs::set_permissions(&copy, fs::Permissions::from_mode(0o755)).map_err(shown)?;
    for entry in fs::read_dir(dist.join("bin")).map_err(shown)? {
        let path = entry.map_err(shown)?.path();
        let name = path.file_name().and_then(|name| name.to_str());
        let Some(name) = name.filter(|name| *name != "ferromq") else {
            continue;
        };
        let to = place.join("bin").join(name);
        if !path.is_symlink() {
            // What is no name of the executable is itself: `setmqenv`, which shells read.
            run(Command::new("cp").arg("-p").arg(&path).arg(&to))?;
            continue;
        }
        symlink("ferromq", to).map_err(shown)?;
        if name.starts_with("amqs") {
            symlink("../../bin/ferromq", place.join("samp/bin").join(name)).map_err(shown)?;
        }
    }
    for part in ["lib64", "inc", "samp"] {
        run(Command::new("cp").arg("-a").arg(dist.join(part)).arg(place))?;
    }
    symlink("lib64", place.join("lib")).map_err(shown)?;
    for entry in fs::read_dir(place.join("lib64")).map_err(shown)? {
        let path = entry.map_err(shown)?.path();
        if path.is_file() && !path.is_symlink() {
            run(Command::new("strip").arg("--strip-debug").arg(&path))?;
        }
    }
    Ok(())
}

/// The libraries of the system the program uses, where its loader looks for them.
fn libraries(program: &Path, tree: &Path) -> Result<(), String> {
    let listed = output(Command::new("ldd").arg(program))?;
    // `libc.so.6 => /lib/libc.so.6 (0x...)`, or the loader's own path alone.
    let paths: BTreeSet<&str> = listed
        .split_whitespace()
        .filter(|word| word.starts_with('/'))
        .collect();
    if paths.is_empty() {
        return Err(format!("ldd names no library of {}", program.display()));
    }
    for path in paths {
        let to = tree.join(path.trim_start_matches('/'));
        let directory = to.parent().unwrap_or(tree);
        fs::create_dir_all(directory)
            .map_err(|error| format!("{}: {error}", directory.display()))?;
        run(Command::new("cp").arg("-L").arg(path).arg(&to))?;
    }
    Ok(())
}

/// A shell and what people type in one.
fn shell(tree: &Path) -> Result<(), String> {
    let Some(found) = ["/bin/busybox", "/usr/bin/busybox"]
        .iter()
        .find(|path| Path::new(path).is_file())
    else {
        return Err("there is no busybox: install the package busybox-static".to_owned());
    };
    // One that needs libraries would not start.
    if output(Command::new("ldd").arg(found)).is_ok_and(|listed| listed.contains("=>")) {
        return Err(format!(
            "{found} needs libraries: install the package busybox-static"
        ));
    }
    let bin = tree.join("bin");
    run(Command::new("cp")
        .arg("-L")
        .arg(found)
        .arg(bin.join("busybox")))?;
    let listed = output(Command::new(found).arg("--list"))?;
    let has: BTreeSet<&str> = listed.lines().collect();
    for name in APPLETS {
        if !has.contains(name) {
            return Err(format!("{found} has no '{name}'"));
        }
        symlink("busybox", bin.join(name)).map_err(|error| format!("{name}: {error}"))?;
    }
    let bash = bin.join("bash");
    let shown = |error: io::Error| format!("{}: {error}", bash.display());
    fs::write(&bash, BASH).map_err(shown)?;
    fs::set_permissions(&bash, fs::Permissions::from_mode(0o755)).map_err(shown)
}

/// Writes the layout: a layer of all, the configuration, the manifest, the index.
fn write_layout(tree: &Path, layout: &Path, work: &Path) -> Result<(), String> {
    let blobs = layout.join("blobs/sha256");
    let shown = |error: io::Error| format!("{}: {error}", layout.display());
    fs::create_dir_all(&blobs).map_err(shown)?;
    let layer = work.join("layer.tar");
    tar(tree, &layer)?;
    let plain = digest(&layer)?;
    // Without the name and the time, which would differ.
    run(Command::new("gzip").arg("-n").arg("-9").arg(&layer))?;
    let packed = work.join("layer.tar.gz");
    let layer = add(&packed, &blobs)?;
    let configuration = configuration(&plain)?;
    let configuration = add_text(&configuration, work, &blobs)?;
    let manifest = format!(
        "{{\"schemaVersion\":2,\"mediaType\":\"application/vnd.oci.image.manifest.v1+json\",\
         \"config\":{},\"layers\":[{}]}}",
        configuration.descriptor("application/vnd.oci.image.config.v1+json", ""),
        layer.descriptor("application/vnd.oci.image.layer.v1.tar+gzip", ""),
    );
    let manifest = add_text(&manifest, work, &blobs)?;
    let named = ",\"annotations\":{\"org.opencontainers.image.ref.name\":\"latest\",\"io.containerd.image.name\":\"localhost/ferromq:latest\"}";
    let index = format!(
        "{{\"schemaVersion\":2,\"mediaType\":\"application/vnd.oci.image.index.v1+json\",\"manifests\":[{}]}}",
        manifest.descriptor("application/vnd.oci.image.manifest.v1+json", named)
    );
    fs::write(layout.join("index.json"), index).map_err(shown)?;
    fs::write(
        layout.join("oci-layout"),
        "{\"imageLayoutVersion\":\"1.0.0\"}",
    )
    .map_err(shown)
}

fn configuration(layer: &str) -> Result<String, String> {
    let known = ARCHITECTURES
        .iter()
        .find(|(name, _)| *name == std::env::consts::ARCH);
    let (_, architecture) =
        known.ok_or_else(|| format!("no image is built for {}", std::env::consts::ARCH))?;
    let environment: Vec<String> = ENVIRONMENT.iter().map(|one| format!("\"{one}\"")).collect();
    Ok(format!(
        "{{\"architecture\":\"{architecture}\",\"os\":\"linux\",\"config\":{{\"User\":\"1001\",\
         \"ExposedPorts\":{{\"1414/tcp\":{{}},\"9157/tcp\":{{}}}},\"Env\":[{}],\"Entrypoint\":[\"runmqdevserver\"],\
         \"WorkingDir\":\"/\",\"StopSignal\":\"SIGTERM\",\"Labels\":{{\
         \"org.opencontainers.image.title\":\"FerroMQ\",\"org.opencontainers.image.version\":\"{}\",\
         \"org.opencontainers.image.licenses\":\"Apache-2.0\"}}}},\
         \"rootfs\":{{\"type\":\"layers\",\"diff_ids\":[\"sha256:{layer}\"]}},\
         \"history\":[{{\"created_by\":\"cargo xtask image\"}}]}}",
        environment.join(","),
        env!("CARGO_PKG_VERSION")
    ))
}

/// A blob of the layout.
struct Blob {
    digest: String,
    bytes: u64,
}

impl Blob {
    fn descriptor(&self, kind: &str, besides: &str) -> String {
        format!(
            "{{\"mediaType\":\"{kind}\",\"digest\":\"sha256:{}\",\"size\":{}{besides}}}",
            self.digest, self.bytes
        )
    }
}

/// Moves a file to the blobs.
fn add(path: &Path, blobs: &Path) -> Result<Blob, String> {
    let shown = |error: io::Error| format!("{}: {error}", path.display());
    let digest = digest(path)?;
    let bytes = fs::metadata(path).map_err(shown)?.len();
    fs::rename(path, blobs.join(&digest)).map_err(shown)?;
    Ok(Blob { digest, bytes })
}

fn add_text(text: &str, work: &Path, blobs: &Path) -> Result<Blob, String> {
    let path = work.join("text");
    fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    add(&path, blobs)
}

/// An archive of what is in a directory.
fn tar(directory: &Path, archive: &Path) -> Result<(), String> {
    run(Command::new("tar")
        .args([
            "--create",
            "--format=posix",
            "--sort=name",
            "--mtime=@0",
            "--owner=0",
            "--group=0",
            "--numeric-owner",
        ])
        .args(["--pax-option=exthdr.name=%d/PaxHeaders/%f,delete=atime,delete=ctime"])
        .arg("--file")
        .arg(archive)
        .arg("--directory")
        .arg(directory)
        .arg("."))
}

fn digest(path: &Path) -> Result<String, String> {
    let said = output(Command::new("sha256sum").arg(path))?;
    let digest = said.split_whitespace().next().unwrap_or_default();
    // A path with odd characters puts a backslash in front.
    Ok(digest.trim_start_matches('\\').to_owned())
}

fn run(command: &mut Command) -> Result<(), String> {
    output(command).map(|_| ())
}

fn output(command: &mut Command) -> Result<String, String> {
    let name = PathBuf::from(command.get_program()).display().to_string();
    let done = command.stdin(Stdio::null()).output();
    let done = done.map_err(|error| format!("{name}: {error}"))?;
    match done.status.success() {
        true => Ok(String::from_utf8_lossy(&done.stdout).into_owned()),
        false => Err(format!(
            "{name}: {}",
            String::from_utf8_lossy(&done.stderr).trim()
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_executable_are_links_and_scripts_are_themselves() {
        let work = std::env::temp_dir().join(format!("ferromq-image-{}", std::process::id()));
        let (dist, place) = (work.join("dist"), work.join("place"));
        for directory in ["bin", "lib64", "inc", "samp"] {
            fs::create_dir_all(dist.join(directory)).expect("made");
        }
        fs::create_dir_all(place.join("bin")).expect("made");
        fs::create_dir_all(place.join("samp/bin")).expect("made");
        let program = dist.join("bin/ferromq");
        fs::copy("/bin/true", &program).expect("a program");
        symlink("ferromq", dist.join("bin/dspmq")).expect("a link");
        symlink("ferromq", dist.join("bin/amqsput")).expect("a link");
        fs::write(dist.join("bin/setmqenv"), "# a script\n").expect("written");
        let made = installation(&dist, &program, &place);
        let link = |name: &str| fs::read_link(place.join(name)).expect("a link");
        made.expect("laid out");
        assert_eq!(link("bin/dspmq"), Path::new("ferromq"));
        assert_eq!(link("samp/bin/amqsput"), Path::new("../../bin/ferromq"));
        let script = place.join("bin/setmqenv");
        assert!(!script.is_symlink());
        assert_eq!(fs::read_to_string(script).expect("read"), "# a script\n");
        fs::remove_dir_all(&work).expect("removed");
    }
}
