//! The programs of the system, in directories of the command path only.

use super::programs::{Programs, Ran, RunId, Runnable};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, ErrorKind, Read};
use std::os::fd::AsFd;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Component, Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// Bytes that are read of the output of a program at a time; what is not kept is read, too, or it would wait for ever.
const READ_BYTES: usize = 16 << 10;
/// In front of the names of variables that tell all metadata: nothing that runs programs goes by variables of such names.
const METADATA_PREFIX: &str = "FTE_METADATA_";

/// See the module. Programs have the rights of this process, nothing on standard input, and are groups of processes of their own.
#[derive(Debug)]
pub struct SystemPrograms {
    directories: Vec<PathBuf>,
    /// Bytes of each output that are kept.
    output_bytes_max: usize,
    /// Metadata that become variables of their own names though these have no dot.
    variables: Vec<String>,
    running: BTreeMap<RunId, Running>,
}

#[derive(Debug)]
struct Running {
    child: Child,
    output: Vec<u8>,
    error_output: Vec<u8>,
}

impl SystemPrograms {
    /// Programs in these directories and below them.
    #[must_use]
    pub fn new(directories: &[String], output_bytes_max: usize) -> Self {
        let directories = directories.iter().filter(|path| path.starts_with('/'));
        Self {
            directories: directories.map(PathBuf::from).collect(),
            output_bytes_max,
            variables: Vec::new(),
            running: BTreeMap::new(),
        }
    }

    /// The same, and metadata of these names become variables of theirs.
    #[must_use]
    pub fn with_variables(mut self, variables: &[String]) -> Self {
        self.variables = variables.to_vec();
        self
    }

    /// Variables for metadata. Whoever asks for a transfer names them, and is not to say what the loader, a shell or an interpreter does, which
    /// go by names without a dot: of these only what the settings let through keeps its name. All of them have one behind a prefix. The first of
    /// a name counts, which is the agent's own.
    fn variables(&self, metadata: &[(String, String)]) -> BTreeMap<String, String> {
        let mut variables = BTreeMap::new();
        for (name, value) in metadata {
            if name.is_empty() || value.contains('\0') {
                continue;
            }
            // Functions of shells, for one, have other characters in their names.
            let is_plain = |char: char| char.is_alphanumeric() || matches!(char, '.' | '_' | '-');
            let is_let = name.contains('.') || self.variables.contains(name);
            let behind = name.chars().map(|char| match char {
                char if char.is_ascii_alphanumeric() => char,
                _ => '_',
            });
            let behind = METADATA_PREFIX.chars().chain(behind).collect();
            let own = Some(name.clone()).filter(|name| is_let && name.chars().all(is_plain));
            for variable in own.into_iter().chain([behind]) {
                variables.entry(variable).or_insert_with(|| value.clone());
            }
        }
        variables
    }

    /// Where a program is: its path without links, which lies below a directory of the command path without links.
    fn find(&self, name: &str) -> io::Result<PathBuf> {
        let outside = || {
            let text = format!("{name} is in no directory of commandPath");
            io::Error::new(ErrorKind::PermissionDenied, text)
        };
        let name_path = Path::new(name);
        if name_path
            .components()
            .any(|part| part == Component::ParentDir)
        {
            return Err(outside());
        }
        let mut found = Err(outside());
        for directory in &self.directories {
            let Ok(directory) = fs::canonicalize(directory) else {
                continue;
            };
            // An absolute name stays as it is.
            match fs::canonicalize(directory.join(name_path)) {
                Ok(path) if path.starts_with(&directory) => {
                    let metadata = fs::metadata(&path)?;
                    let is_program =
                        metadata.is_file() && metadata.permissions().mode() & 0o111 != 0;
                    if is_program {
                        return Ok(path);
                    }
                    let text = format!("{} is no program", path.display());
                    found = Err(io::Error::new(ErrorKind::PermissionDenied, text));
                }
                Ok(_) => {}
                Err(error) if !name_path.is_absolute() => {
                    let text = format!("{name}: {error}");
                    found = Err(io::Error::new(error.kind(), text));
                }
                Err(_) => {}
            }
        }
        found
    }
}

/// Reads what is there without waiting, and keeps the beginning of it.
fn drain(pipe: Option<&mut impl Read>, kept: &mut Vec<u8>, most: usize) {
    let Some(pipe) = pipe else {
        return;
    };
    let mut buffer = [0; READ_BYTES];
    // Bounded, so that a program that writes without end holds nobody up.
    for _ in 0..16 {
        match pipe.read(&mut buffer) {
            Ok(0) | Err(_) => return,
            Ok(count) => {
                let room = most.saturating_sub(kept.len()).min(count);
                kept.extend_from_slice(&buffer[..room]);
            }
        }
    }
}

fn does_not_wait(pipe: Option<&impl AsFd>) -> io::Result<()> {
    if let Some(pipe) = pipe {
        let flags = fcntl_getfl(pipe)?;
        fcntl_setfl(pipe, flags | OFlags::NONBLOCK)?;
    }
    Ok(())
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

impl Programs for SystemPrograms {
    fn start(&mut self, id: RunId, program: &Runnable) -> io::Result<()> {
        if self.running.contains_key(&id) {
            return Ok(());
        }
        let path = self.find(&program.name)?;
        let mut child = Command::new(path)
            .args(&program.arguments)
            .envs(self.variables(&program.metadata))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()?;
        let ready = does_not_wait(child.stdout.as_ref())
            .and_then(|()| does_not_wait(child.stderr.as_ref()));
        if let Err(error) = ready {
            let _ = child.kill();
            let _ = child.wait();
            return Err(error);
        }
        let running = Running {
            child,
            output: Vec::new(),
            error_output: Vec::new(),
        };
        self.running.insert(id, running);
        Ok(())
    }

    fn look(&mut self, id: RunId) -> Option<Ran> {
        let most = self.output_bytes_max;
        let Some(running) = self.running.get_mut(&id) else {
            return Some(Ran::default());
        };
        let ended = running.child.try_wait();
        drain(running.child.stdout.as_mut(), &mut running.output, most);
        drain(
            running.child.stderr.as_mut(),
            &mut running.error_output,
            most,
        );
        let code = match ended {
            Ok(None) => return None,
            Ok(Some(status)) => status.code(),
            Err(_) => None,
        };
        let running = self.running.remove(&id)?;
        Some(Ran {
            code,
            output: text(&running.output),
            error_output: text(&running.error_output),
        })
    }

    fn stop(&mut self, id: RunId) {
        if let Some(mut running) = self.running.remove(&id) {
            // What it has started as well.
            if let Some(group) = i32::try_from(running.child.id())
                .ok()
                .and_then(rustix::process::Pid::from_raw)
            {
                let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
            }
            let _ = running.child.kill();
            let _ = running.child.wait();
        }
    }
}

impl Drop for SystemPrograms {
    fn drop(&mut self) {
        let ids: Vec<_> = self.running.keys().copied().collect();
        for id in ids {
            self.stop(id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    struct Place(PathBuf);

    impl Place {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir()
                .join(format!("ferromq-programs-{name}-{}", std::process::id()));
            let _ = fs::remove_dir_all(&path);
            fs::create_dir_all(path.join("bin/below")).expect("made");
            Self(path)
        }

        fn script(&self, name: &str, text: &str) {
            let path = self.0.join(name);
            fs::write(&path, format!("#!/bin/sh\n{text}\n")).expect("written");
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("set");
        }

        fn programs(&self) -> SystemPrograms {
            let bin = self.0.join("bin").to_str().expect("UTF-8").to_owned();
            SystemPrograms::new(&["/nowhere".to_owned(), bin], 1_000)
        }
    }

    impl Drop for Place {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        let pairs = pairs.iter();
        pairs
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect()
    }

    fn runnable(name: &str) -> Runnable {
        Runnable {
            name: name.to_owned(),
            arguments: vec!["a b".to_owned(), "$HOME".to_owned()],
            metadata: pairs(&[("org.foo.season", "spring")]),
        }
    }

    fn run(programs: &mut SystemPrograms, name: &str) -> io::Result<Ran> {
        programs.start(RunId(1), &runnable(name))?;
        loop {
            if let Some(ran) = programs.look(RunId(1)) {
                return Ok(ran);
            }
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
    }

    #[test]
    fn programs_have_their_arguments_and_only_the_beginning_of_what_they_write_is_kept() {
        let place = Place::new("run");
        place.script(
            "bin/below/tell",
            r#"echo "$1|$2|$FTE_METADATA_org_foo_season"; tr '\0' '\n' < /proc/$$/environ | grep ^org; echo no >&2; exit 7"#,
        );
        place.script("bin/loud", "yes | head -c 3000000");
        let mut programs = place.programs();
        let ran = run(&mut programs, "below/tell").expect("started");
        let told = (ran.code, ran.output.as_str(), ran.error_output.as_str());
        assert_eq!(
            told,
            (Some(7), "a b|$HOME|spring\norg.foo.season=spring\n", "no\n",)
        );
        let ran = run(&mut programs, "loud").expect("started");
        assert_eq!((ran.code, ran.output.len()), (Some(0), 1_000));
    }

    #[test]
    fn what_is_outside_of_the_command_path_does_not_run() {
        let place = Place::new("outside");
        place.script("secret", "exit 0");
        fs::write(place.0.join("bin/text"), "no program").expect("written");
        symlink(place.0.join("secret"), place.0.join("bin/link")).expect("linked");
        let absolute = place.0.join("secret").to_str().expect("UTF-8").to_owned();
        let mut programs = place.programs();
        for name in ["../secret", "link", "text", "below", "/bin/sh", &absolute] {
            let kind = run(&mut programs, name).map_err(|error| error.kind());
            assert_eq!(kind, Err(ErrorKind::PermissionDenied), "{name}");
        }
        let missing = run(&mut programs, "none").map_err(|error| error.kind());
        assert_eq!(missing, Err(ErrorKind::NotFound));
    }

    /// What programs go by that a shell, the loader or an interpreter reads as well.
    const DANGEROUS: [&str; 14] = [
        "LD_PRELOAD",
        "LD_LIBRARY_PATH",
        "LD_AUDIT",
        "GCONV_PATH",
        "PATH",
        "HOME",
        "IFS",
        "ENV",
        "BASH_ENV",
        "SHELLOPTS",
        "BASH_FUNC_echo%%",
        "BASH_FUNC_or.g%%",
        "PYTHONPATH",
        "PERL5OPT",
    ];

    #[test]
    fn metadata_set_no_variables_that_say_what_runs() {
        let place = Place::new("variables");
        // Shells do not tell of names that are none of theirs.
        place.script("bin/tell", r"tr '\0' '\n' < /proc/$$/environ");
        let bin = place.0.join("bin").to_str().expect("UTF-8").to_owned();
        let mut programs = SystemPrograms::new(&[bin], 1 << 20);
        let mut asked: Vec<_> = DANGEROUS.iter().map(|name| (*name, "() { :; }")).collect();
        asked.extend([
            ("season", "spring"),
            ("a.b=c", "x"),
            ("", "y"),
            ("org.foo", "\0"),
        ]);
        let program = Runnable {
            metadata: pairs(&asked),
            ..runnable("tell")
        };
        programs.start(RunId(1), &program).expect("started");
        let ran = loop {
            match programs.look(RunId(1)) {
                Some(ran) => break ran,
                None => std::thread::sleep(std::time::Duration::from_millis(2)),
            }
        };
        assert_eq!((ran.code, ran.error_output.as_str()), (Some(0), ""));
        for name in DANGEROUS.iter().chain(&["season", "a.b", "org.foo"]) {
            let asked = ran
                .output
                .lines()
                .filter(|line| line.starts_with(&format!("{name}=")));
            assert!(
                asked
                    .clone()
                    .all(|line| !line.ends_with("() { :; }") && !line.ends_with("spring")),
                "{name}: {}",
                ran.output
            );
        }
        // They are there all the same, where nothing goes by them.
        for told in ["LD_PRELOAD=() { :; }", "season=spring", "a_b_c=x"] {
            let line = format!("FTE_METADATA_{told}");
            assert!(
                ran.output.lines().any(|told| told == line),
                "{line}: {}",
                ran.output
            );
        }
    }

    #[test]
    fn settings_let_names_through_and_the_first_of_a_name_counts() {
        let place = Place::new("let-through");
        let programs = place.programs().with_variables(&["season".to_owned()]);
        let asked = [
            ("org.foo", "own"),
            ("season", "spring"),
            ("org.foo", "forged"),
            ("org_foo", "x"),
            ("x", "y"),
        ];
        let told = programs.variables(&pairs(&asked));
        let expected = [
            ("FTE_METADATA_org_foo", "own"),
            ("FTE_METADATA_season", "spring"),
            ("FTE_METADATA_x", "y"),
            ("org.foo", "own"),
            ("season", "spring"),
        ];
        assert_eq!(told.into_iter().collect::<Vec<_>>(), pairs(&expected));
    }

    #[test]
    fn a_program_that_is_stopped_is_gone_with_what_it_has_started() {
        let place = Place::new("stop");
        place.script("bin/sleeps", "sleep 1000 & echo $!; wait");
        let mut programs = place.programs();
        programs
            .start(RunId(5), &runnable("sleeps"))
            .expect("started");
        assert_eq!(programs.look(RunId(5)), None);
        programs.stop(RunId(5));
        assert_eq!(programs.look(RunId(5)), Some(Ran::default()));
    }
}
