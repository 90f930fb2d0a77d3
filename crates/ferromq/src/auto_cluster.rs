//! Stanzas of `qm.ini` that say what a queue manager does by itself at every start: `AutoConfig`, `AutoCluster` and `Variables`.

use ferromq_base::ini::{IniAttribute, IniError, IniFile};
use ferromq_mqi::ObjectName;
use std::path::PathBuf;

/// Longest value of a variable in bytes: that of the longest list of connection names.
const VALUE_BYTES_MAX: usize = 1024;
/// Longest name of a variable in bytes.
const NAME_BYTES_MAX: usize = 48;
/// Most variables.
const VARIABLES_MAX: usize = 1000;

/// What is said of that.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Automatic {
    /// `AutoConfig.MQSCConfig`.
    pub mqsc: Option<PathBuf>,
    /// `AutoConfig.IniConfig`.
    pub ini: Option<PathBuf>,
    /// `AutoCluster`, where it has `Type=Uniform`.
    pub cluster: Option<UniformCluster>,
    /// `Variables`, in the order of the file.
    pub variables: Vec<(String, String)>,
}

/// The uniform cluster a queue manager is a member of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UniformCluster {
    /// Its name.
    pub name: String,
    /// Its full repositories, as far as they are named: none, one or two.
    pub repositories: Vec<Repository>,
}

/// A full repository of a uniform cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repository {
    /// Name of the queue manager.
    pub q_mgr: String,
    /// Where it is reached: a `CONNAME`.
    pub connection: String,
}

impl Automatic {
    /// What the stanzas of a file say.
    ///
    /// # Errors
    /// `Line` where names are not valid, or one thing goes with another that is missing.
    pub fn read(file: &IniFile) -> Result<Self, IniError> {
        let path = |name| {
            let given = file.attribute("AutoConfig", name)?;
            Some(PathBuf::from(&given.value))
        };
        Ok(Self {
            mqsc: path("MQSCConfig"),
            ini: path("IniConfig"),
            cluster: cluster(file)?,
            variables: variables(file)?,
        })
    }

    /// What `+NAME+` stands for in commands of the queue manager of this name, its own inserts first.
    #[must_use]
    pub fn inserts(&self, q_mgr: &str) -> Vec<(String, String)> {
        let mut inserts = vec![("QMNAME".to_owned(), q_mgr.to_owned())];
        if let Some(cluster) = &self.cluster {
            inserts.push(("AUTOCL".to_owned(), cluster.name.clone()));
        }
        inserts.extend(self.variables.iter().cloned());
        inserts
    }
}

fn cluster(file: &IniFile) -> Result<Option<UniformCluster>, IniError> {
    let find = |name| file.attribute("AutoCluster", name);
    let (kind, name) = match (find("Type"), find("ClusterName")) {
        (Some(kind), Some(name)) => (kind, name),
        (None, None) => return Ok(None),
        (Some(there), None) => return Err(alone(file, there, "ClusterName")),
        (None, Some(there)) => return Err(alone(file, there, "Type")),
    };
    // The table has no other type.
    debug_assert!(kind.value.eq_ignore_ascii_case("Uniform"));
    is_name(file, name)?;
    let mut repositories = Vec::new();
    for (q_mgr, other, connection) in [
        ("Repository1Name", "RepositoryName1", "Repository1Conname"),
        ("Repository2Name", "RepositoryName2", "Repository2Conname"),
    ] {
        match (find(q_mgr).or_else(|| find(other)), find(connection)) {
            (Some(q_mgr), Some(connection)) => {
                is_name(file, q_mgr)?;
                repositories.push(Repository {
                    q_mgr: q_mgr.value.clone(),
                    connection: connection.value.clone(),
                });
            }
            (None, None) => {}
            (Some(there), None) => return Err(alone(file, there, connection)),
            (None, Some(there)) => return Err(alone(file, there, q_mgr)),
        }
    }
    Ok(Some(UniformCluster {
        name: name.value.clone(),
        repositories,
    }))
}

fn alone(file: &IniFile, there: &IniAttribute, missing: &str) -> IniError {
    let problem = format!("{}: {missing} goes with it and is missing", there.name);
    file.error_at(there.line, problem)
}

fn is_name(file: &IniFile, given: &IniAttribute) -> Result<(), IniError> {
    match ObjectName::parse(&given.value) {
        Ok(_) => Ok(()),
        Err(problem) => Err(file.error_at(given.line, format!("{}: {problem}", given.name))),
    }
}

fn variables(file: &IniFile) -> Result<Vec<(String, String)>, IniError> {
    let Some(stanza) = file.stanza("Variables") else {
        return Ok(Vec::new());
    };
    if let Some(beyond) = stanza.attributes.get(VARIABLES_MAX) {
        let problem = format!("there are more than {VARIABLES_MAX} variables");
        return Err(file.error_at(beyond.line, problem));
    }
    let mut variables = Vec::new();
    for IniAttribute { name, value, line } in &stanza.attributes {
        variable_problem(name, value)
            .map_or(Ok(()), |problem| Err(file.error_at(*line, problem)))?;
        variables.push((name.clone(), value.clone()));
    }
    Ok(variables)
}

/// What is wrong with a variable, if anything, without a full stop.
#[must_use]
pub fn variable_problem(name: &str, value: &str) -> Option<String> {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    if name.is_empty() || name.len() > NAME_BYTES_MAX || !name.bytes().all(is_word) {
        return Some(format!(
            "'{name}' is no name of a variable: up to {NAME_BYTES_MAX} letters, digits and underscores"
        ));
    }
    if matches!(name, "QMNAME" | "AUTOCL") {
        return Some(format!("{name} has a meaning of its own"));
    }
    let is_long = value.len() > VALUE_BYTES_MAX;
    is_long.then(|| format!("the value of {name} is longer than {VALUE_BYTES_MAX} bytes"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn read(text: &str) -> Result<Automatic, String> {
        let file = IniFile::parse(Path::new("qm.ini"), text).unwrap();
        Automatic::read(&file).map_err(|error| error.to_string())
    }

    #[test]
    fn a_uniform_cluster_and_its_variables_are_read() {
        let text = "AutoConfig:\n MQSCConfig=/c/all.mqsc\nAutoCluster:\n Type=uniform\n ClusterName=UNI\n Repository1Name=QM1\n \
                    Repository1Conname=one(1414)\n RepositoryName2=QM2\n Repository2Conname=two(1414)\nVariables:\n CONNAME=here(1)\n";
        let automatic = read(text).unwrap();
        assert_eq!(automatic.mqsc, Some(PathBuf::from("/c/all.mqsc")));
        let cluster = automatic.cluster.clone().unwrap();
        assert_eq!(cluster.name, "UNI");
        let names: Vec<&str> = cluster
            .repositories
            .iter()
            .map(|it| it.q_mgr.as_str())
            .collect();
        assert_eq!(names, ["QM1", "QM2"]);
        let inserts = automatic.inserts("QM3");
        let of = |name: &str| inserts.iter().find(|it| it.0 == name).unwrap().1.clone();
        assert_eq!(
            [of("QMNAME"), of("AUTOCL"), of("CONNAME")],
            ["QM3", "UNI", "here(1)"]
        );
        assert_eq!(read("").unwrap(), Automatic::default());
    }

    #[test]
    fn halves_and_wrong_names_are_refused_with_their_line() {
        for (text, problem) in [
            (
                "AutoCluster:\n Type=Uniform\n",
                "qm.ini line 2: Type: ClusterName goes with it and is missing",
            ),
            (
                "AutoCluster:\n ClusterName=A\n",
                "qm.ini line 2: ClusterName: Type goes with it and is missing",
            ),
            (
                "AutoCluster:\n Type=Uniform\n ClusterName=A\n Repository1Name=Q\n",
                "qm.ini line 4: Repository1Name: Repository1Conname goes with it and is missing",
            ),
            (
                "Variables:\n A-B=1\n",
                "qm.ini line 2: 'A-B' is no name of a variable: up to 48 letters, digits and underscores",
            ),
            (
                "Variables:\n QMNAME=1\n",
                "qm.ini line 2: QMNAME has a meaning of its own",
            ),
        ] {
            assert_eq!(read(text).unwrap_err(), problem);
        }
        assert!(read("AutoCluster:\n Type=Uniform\n ClusterName=A B\n").is_err());
    }
}
