//! What stands for something else in the definition of a service, and its arguments.
//!
//! Source: "Replaceable inserts on service definitions".

/// Longest text after everything is put in, in bytes; what is longer is cut.
const TEXT_BYTES_MAX: usize = 16 * 1024;

/// What inserts stand for, whatever the service.
#[derive(Clone, Debug, Default)]
pub(crate) struct Inserts {
    /// Where the programs of this installation are.
    pub(crate) install_path: String,
    /// Data of all queue managers.
    pub(crate) data_path: String,
    /// The queue manager's name.
    pub(crate) q_mgr: String,
    /// Its data.
    pub(crate) q_mgr_data_path: String,
    /// Its name as that of a directory.
    pub(crate) q_mgr_data_name: String,
}

impl Inserts {
    /// The text with every insert that is known replaced; `server` is the process of the service's server, or 0.
    pub(crate) fn put_in(&self, text: &str, service: &str, server: i32) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('+') {
            out.push_str(before);
            let known = after.split_once('+').and_then(|(word, next)| {
                let value = self.value(word, service, server)?;
                Some((value, next))
            });
            match known {
                Some((value, next)) => {
                    out.push_str(&value);
                    rest = next;
                }
                None => {
                    out.push('+');
                    rest = after;
                }
            }
        }
        out.push_str(rest);
        out.truncate(out.floor_char_boundary(TEXT_BYTES_MAX));
        out
    }

    fn value(&self, word: &str, service: &str, server: i32) -> Option<String> {
        Some(match word {
            "MQ_INSTALL_PATH" => self.install_path.clone(),
            "MQ_DATA_PATH" => self.data_path.clone(),
            "QMNAME" => self.q_mgr.clone(),
            "MQ_SERVICE_NAME" => service.to_owned(),
            "MQ_SERVER_PID" => server.to_string(),
            "MQ_Q_MGR_DATA_PATH" => self.q_mgr_data_path.clone(),
            "MQ_Q_MGR_DATA_NAME" => self.q_mgr_data_name.clone(),
            _ => return None,
        })
    }
}

/// Arguments, with blanks between; one in single or double quotes may hold blanks.
pub(crate) fn split(text: &str) -> Vec<String> {
    let mut arguments = Vec::new();
    let mut current: Option<String> = None;
    let mut quote = None;
    for letter in text.chars() {
        match (letter, quote) {
            (_, Some(open)) if letter == open => quote = None,
            ('"' | '\'', None) => {
                quote = Some(letter);
                current.get_or_insert_default();
            }
            (' ' | '\t', None) => arguments.extend(current.take()),
            _ => current.get_or_insert_default().push(letter),
        }
    }
    arguments.extend(current);
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inserts_are_replaced_and_other_text_stays() {
        let inserts = Inserts {
            install_path: "/opt/ferromq".to_owned(),
            q_mgr: "QM1".to_owned(),
            ..Inserts::default()
        };
        let put_in = |text: &str| inserts.put_in(text, "SRV", 17);
        assert_eq!(put_in("+MQ_INSTALL_PATH+/bin/x"), "/opt/ferromq/bin/x");
        assert_eq!(
            put_in("-m +QMNAME+ -s +MQ_SERVICE_NAME+ +MQ_SERVER_PID+"),
            "-m QM1 -s SRV 17"
        );
        assert_eq!(
            put_in("1+1=2 +NOT_KNOWN+ +QMNAME"),
            "1+1=2 +NOT_KNOWN+ +QMNAME"
        );
        assert_eq!(put_in("a++QMNAME+"), "a+QM1");
        assert_eq!(put_in(""), "");
    }

    #[test]
    fn arguments_are_split_at_blanks_that_are_not_quoted() {
        assert_eq!(split("-m QM1  -v"), ["-m", "QM1", "-v"]);
        assert_eq!(
            split("-c 'a b' \"c 'd'\" x\"y z\""),
            ["-c", "a b", "c 'd'", "xy z"]
        );
        assert_eq!(split("''"), [""]);
        assert!(split("  ").is_empty());
        assert_eq!(split("'open end"), ["open end"]);
    }
}
