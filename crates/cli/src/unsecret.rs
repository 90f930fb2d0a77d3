//! What a stranger may have: settings, documents, commands and variables are read as those who use them read them, and written again with
//! what is secret masked. What cannot be read is not given away, because nobody knows what it has.

use ferromq_transfer::properties::Properties;
use ferromq_transfer::xml::{self, Element, Writer};

/// What stands for a secret.
const MASK: &str = "********";
/// Keys of settings that have one, whatever else is in the name.
const SECRET_KEYS: [&str; 11] = [
    "password",
    "passphrase",
    "passwd",
    "pwd",
    "initialkey",
    "secret",
    "token",
    "apikey",
    "api_key",
    "api-key",
    "accesskey",
];
/// The same of attributes and elements, where keys and what was made of a password by a cipher stand too.
const SECRET_NAMES: [&str; 3] = ["cipher", "key", "credential"];
/// Words that tell of a secret in a value or in a script. A device for keys is named with the number that opens it, by its place or by a name.
const SECRET_WORDS: [&str; 13] = [
    "passw",
    "passphrase",
    "pwd",
    "secret",
    "gsk_pkcs11",
    "pin-value",
    "token",
    "bearer ",
    "apikey",
    "api_key",
    "api-key",
    "accesskey",
    "key=",
];
/// Keywords of commands whose values are secret, besides those that end in `PWD`.
const SECRET_KEYWORDS: [&str; 3] = ["PASSWORD", "INITKEY", "SSLCRYP"];

fn has(text: &str, words: &[&str]) -> bool {
    let text = text.to_ascii_lowercase();
    words.iter().any(|word| text.contains(word))
}

/// A URI with a user, and maybe a password; its colon may have been taken for the end of a key.
fn has_login(text: &str) -> bool {
    let rest = text.split_once("//");
    rest.is_some_and(|(_, rest)| rest.contains('@'))
}

/// A value may have a user and a password in a URI, or a password in a connection string.
fn may_have_secret(value: &str) -> bool {
    has_login(value) || has(value, &SECRET_WORDS)
}

/// Characters, unless there are zero bytes between them, as UTF-16 has, or it is a document.
fn plain(bytes: &[u8]) -> Result<(), &'static str> {
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    if text.contains(&0) {
        return Err("there are zero bytes in it");
    }
    match text.trim_ascii_start().first() {
        Some(b'<') => Err("it is a document, whatever its name says"),
        _ => Ok(()),
    }
}

/// Settings, without comments: an old password may be in one.
pub(crate) fn settings(bytes: &[u8]) -> Result<String, &'static str> {
    plain(bytes)?;
    let file = Properties::parse(bytes).map_err(|_| "it cannot be read as properties")?;
    let mut text = String::new();
    for (key, value, _) in file.entries() {
        // What a database is connected by as a whole may have a password in it, in one of many forms.
        let is_conninfo =
            key.contains("database.name") && (value.contains('=') || value.contains("://"));
        let is_secret = is_conninfo || has(key, &SECRET_KEYS) || may_have_secret(value);
        let masked = |is_secret, text| if is_secret { MASK } else { text };
        let mut one = Properties::new();
        one.set(masked(has_login(key), key), masked(is_secret, value));
        text.push_str(&one.to_text());
    }
    Ok(text)
}

/// A settings file of stanzas. Lines keep their numbers; comments are emptied: an old password may be in one. A line that is neither a stanza nor an
/// attribute is wrong, which a maintainer wants to see, and stays if nothing in it looks like a secret.
pub(crate) fn stanzas(bytes: &[u8]) -> Result<String, &'static str> {
    plain(bytes)?;
    let text = String::from_utf8_lossy(bytes);
    let mut masked = String::new();
    for line in text.lines() {
        let rest = line.trim_start();
        if rest.starts_with(['#', ';']) {
            masked.push_str("#\n");
            continue;
        }
        match line.split_once('=') {
            Some((key, value)) if !may_have_login_or_words(key) => {
                masked.push_str(key);
                masked.push('=');
                // `PasswordProtection` says how passwords travel.
                let says_how = key.trim().eq_ignore_ascii_case("PasswordProtection");
                let is_secret = (has(key, &SECRET_KEYS) && !says_how) || may_have_secret(value);
                masked.push_str(if is_secret { MASK } else { value });
            }
            _ => masked.push_str(match may_have_secret(line) || has(line, &SECRET_KEYS) {
                true => MASK,
                false => line,
            }),
        }
        masked.push('\n');
    }
    Ok(masked)
}

/// What stands before the first `=` has a secret itself: the line was meant in another way.
fn may_have_login_or_words(key: &str) -> bool {
    has_login(key) || (key.trim().contains(char::is_whitespace) && has(key, &SECRET_WORDS))
}

/// A variable of the environment.
pub(crate) fn variable(name: &str, value: &str) -> String {
    let is_secret = has(name, &SECRET_KEYS) || may_have_secret(value);
    format!("{name}={}", if is_secret { MASK } else { value })
}

/// Attributes whose values are programs' own: what looks like a name in them may be a password.
const OF_PROGRAMS: [&str; 4] = ["ARG", "DATA", "CMD", "EXIT"];

/// MQSC commands, or what they display: `KEYWORD(value)`, with the value in quotation marks or without.
pub(crate) fn commands(text: &str) -> String {
    let mut masked = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('(') {
        let before = &rest[..at];
        let keyword = last_word(before);
        masked.push_str(&without_mistyped(before));
        masked.push('(');
        let value = &rest[at + 1..at + 1 + value_bytes(&rest[at + 1..])];
        masked.push_str(if is_secret_attribute(keyword, value) {
            MASK
        } else {
            value
        });
        rest = &rest[at + 1 + value.len()..];
    }
    masked.push_str(&without_mistyped(rest));
    masked
}

fn is_of_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}

/// The word at the end, which may have blanks behind it.
fn last_word(text: &str) -> &str {
    let text = text.trim_end();
    text.rsplit(|one| !is_of_word(one)).next().unwrap_or(text)
}

/// What stands between values. A keyword of a secret that has neither a parenthesis nor a word behind it was mistyped: nobody knows where its value
/// ends, and the rest of the line may have it.
fn without_mistyped(text: &str) -> String {
    let mut kept = String::new();
    for line in text.split_inclusive('\n') {
        match mistyped_from(line) {
            Some(from) => {
                kept.push_str(&line[..from]);
                kept.push_str(MASK);
                kept.push_str(if line.ends_with('\n') { "\n" } else { "" });
            }
            None => kept.push_str(line),
        }
    }
    kept
}

/// Where the first such keyword ends.
fn mistyped_from(line: &str) -> Option<usize> {
    let mut from = 0;
    for piece in line.split_inclusive(|one| !is_of_word(one)) {
        let word = piece.trim_end_matches(|one| !is_of_word(one));
        let end = from + word.len();
        let behind = line[end..].trim_start().chars().next();
        if is_secret_keyword(word) && behind.is_some_and(|one| "'\"=:[{<".contains(one)) {
            return Some(end);
        }
        from += piece.len();
    }
    None
}

fn is_secret_keyword(keyword: &str) -> bool {
    let keyword = keyword.to_ascii_uppercase();
    keyword.ends_with("PWD") || SECRET_KEYWORDS.contains(&keyword.as_str())
}

fn is_secret_attribute(keyword: &str, value: &str) -> bool {
    let is_of_programs = {
        let keyword = keyword.to_ascii_uppercase();
        OF_PROGRAMS.iter().any(|end| keyword.ends_with(end))
    };
    let is_name = |value: &str| {
        let of_names = |one: char| one.is_ascii_alphanumeric() || "./_%*".contains(one);
        value.trim().trim_matches(MARKS).chars().all(of_names) && !is_of_programs
    };
    // A value without an end has what follows in it.
    let has_keyword = || value.split(|one| !is_of_word(one)).any(is_secret_keyword);
    let is_secret = is_secret_keyword(keyword)
        || (may_have_secret(value) && !is_name(value))
        || (value.contains('(') && has_keyword());
    is_secret && !value.trim().trim_matches(MARKS).is_empty()
}

/// What quotes.
const MARKS: [char; 2] = ['\'', '"'];

/// How many bytes of this are the value a parenthesis begins: up to the one that ends it, or all.
fn value_bytes(text: &str) -> usize {
    let mut depth = 0;
    let mut is_quoted = false;
    let mark = text
        .trim_start()
        .chars()
        .next()
        .filter(|first| MARKS.contains(first));
    for (at, one) in text.char_indices() {
        match one {
            one if Some(one) == mark => is_quoted = !is_quoted,
            '(' if !is_quoted => depth += 1,
            ')' if !is_quoted && depth == 0 => return at,
            ')' if !is_quoted => depth -= 1,
            // What a display shows has no marks, and ends with its line.
            '\n' if mark.is_none() => return at,
            _ => {}
        }
    }
    text.len()
}

/// A script, if nothing in it looks like a secret.
pub(crate) fn script(bytes: &[u8]) -> Result<String, &'static str> {
    plain(bytes)?;
    let text = String::from_utf8_lossy(bytes).into_owned();
    match may_have_secret(&text) {
        true => Err("it may have a password"),
        false => Ok(text),
    }
}

/// A document, without comments and without what has a prefix of others. Of text between elements it is not told where it stood.
pub(crate) fn document(bytes: &[u8]) -> Result<String, &'static str> {
    let root = xml::read(bytes).map_err(|_| "it cannot be read as a document")?;
    if has(&root.name, &["credential"]) {
        return Err("it has credentials");
    }
    let mut writer = Writer::new();
    write(&root, "", &mut writer);
    Ok(writer.finish())
}

fn is_secret_name(name: &str) -> bool {
    has(name, &SECRET_KEYS) || has(name, &SECRET_NAMES)
}

/// Elements lie in one another only so deep.
fn write(element: &Element, namespace: &str, writer: &mut Writer) {
    writer.open(element.name.clone());
    if *element.namespace != *namespace {
        writer.attribute("xmlns", &element.namespace);
    }
    // `<entry key="password">` and `<property name="keyPassword" value="...">`.
    let is_secret = is_secret_name(&element.name)
        || ["key", "name"]
            .iter()
            .filter_map(|name| element.attribute(name))
            .any(is_secret_name);
    for (name, value) in &element.attributes {
        let masked = is_secret || is_secret_name(name) || may_have_secret(value);
        writer.attribute(name, if masked { MASK } else { value });
    }
    let text = element.trimmed();
    if !text.is_empty() {
        writer.text(match is_secret || may_have_secret(text) {
            true => MASK,
            false => text,
        });
    }
    for child in &element.children {
        write(child, &element.namespace, writer);
    }
    writer.close();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_as_loggers_read_them() {
        let text = "# wmqfte.database.name=host=old password=sesame\n\
            wmqfte.database.name: postgresql://ann:sesame@host/db\n\
            wmqfte.database.name = \\\n   host=h \\\n  password=sesame\n\
            wmqfte.database.name audit\n\
            keyPassword sesame\nother.\\u0070assword=sesame\njavaOptions=-Dpwd=sesame\n\
            bridge.server=sftp://ann:sesame@host\nsftp://ann:sesame@host\nsftp\\://ann\\:sesame@host\n\
            wmqfte.database.schema:FTELOG\nwmqfte.Ssl.KeyStore=/keys/one\\\\.p12\nwmqfte.Ssl.CipherSpec ANY\n";
        let masked = settings(text.as_bytes()).expect("settings");
        assert!(!masked.contains("sesame"), "{masked}");
        for wanted in [
            "wmqfte.database.name=********\n",
            "wmqfte.database.name=audit\n",
            "keyPassword=********\n",
            "wmqfte.database.schema=FTELOG\n",
            "wmqfte.Ssl.KeyStore=/keys/one\\\\.p12\n",
            "wmqfte.Ssl.CipherSpec=ANY\n",
        ] {
            assert!(masked.contains(wanted), "{wanted}: {masked}");
        }
    }

    #[test]
    fn stanzas_keep_their_lines_and_not_their_secrets() {
        let text = "# old SSLKeyRepositoryPassword=sesame\nSSL:\n   SSLKeyRepositoryPassword : sesame\n   OldPassword sesame\n\
            \u{20}  SSLKeyRepositoryPassword=sesame\n   InitialKeyFile=/sesame\n   PasswordProtection=Always\n   Name=ok\n   Url=ldap://ann:sesame@host=1\n\
            postgresql://ann:sesame@host/db?a=b\n   Nonsense\n";
        let masked = stanzas(text.as_bytes()).expect("settings");
        assert!(!masked.contains("sesame"), "{masked}");
        assert_eq!(masked.lines().count(), text.lines().count());
        for wanted in [
            "SSL:\n",
            "   PasswordProtection=Always\n",
            "   Name=ok\n",
            "   Url=********\n",
            "   Nonsense\n",
        ] {
            assert!(masked.contains(wanted), "{wanted}: {masked}");
        }
    }

    #[test]
    fn variables_are_masked_by_their_names_and_values() {
        assert_eq!(
            variable("MQ_APP_PASSWORD", "sesame"),
            "MQ_APP_PASSWORD=********"
        );
        assert_eq!(
            variable("MQ_X", "postgresql://ann:sesame@h"),
            "MQ_X=********"
        );
        assert_eq!(
            variable("MQSERVER", "A/TCP/h(1414)"),
            "MQSERVER=A/TCP/h(1414)"
        );
    }

    #[test]
    fn commands_and_displays_are_masked_attribute_by_attribute() {
        let text = "DEFINE SERVICE('SV') +\n   STARTARG('-password sesame (a) it''s sesame') +\n   DESCR('(a) b') +\n   REPLACE\n\
            DEFINE QLOCAL('PASSWORD.RESETS') +\n   TRIGDATA('pwd=sesame')\nDEFINE AUTHINFO('L') +\n   LDAPPWD('sesame') +\n   CONNAME('h(389)')\n\
            \u{20}  STARTARG(-password sesame (x) more)     STOPARG( )\n   CHANNEL(A.B)      CONNAME(10.0.0.1(1414))\n   LDAPPWD('sesame";
        let masked = commands(text);
        assert!(!masked.contains("sesame"), "{masked}");
        for wanted in [
            "STARTARG(********) +\n   DESCR('(a) b') +\n",
            "QLOCAL('PASSWORD.RESETS')",
            "CONNAME('h(389)')\n",
            "STARTARG(********)     STOPARG( )\n   CHANNEL(A.B)      CONNAME(10.0.0.1(1414))\n",
        ] {
            assert!(masked.contains(wanted), "{wanted}: {masked}");
        }
        assert_eq!(
            commands("DEFINE QLOCAL('A') DESCR('b')"),
            "DEFINE QLOCAL('A') DESCR('b')"
        );
    }

    #[test]
    fn what_opens_the_door_to_a_service_is_masked_whatever_it_is_called() {
        for value in [
            "TOKEN=sesame",
            "-token sesame",
            "API_KEY: sesame",
            "--api-key sesame",
            "apikey=sesame",
            "SharedAccessKey=sesame",
            "key=sesame",
            "client_secret=sesame",
            "Authorization: Bearer sesame",
        ] {
            let text = format!("DEFINE PROCESS('P') +\n   ENVRDATA('{value}') +\n   APPLICID('a')");
            let wanted = "DEFINE PROCESS('P') +\n   ENVRDATA(********) +\n   APPLICID('a')";
            assert_eq!(commands(&text), wanted);
            assert_eq!(variable("MQ_X", value), "MQ_X=********");
            let ini = format!("Exit:\n   Data={value}\n");
            let masked = stanzas(ini.as_bytes()).expect("settings");
            assert_eq!(masked, "Exit:\n   Data=********\n");
        }
        for name in ["X_API_KEY", "XApiKey", "X_TOKEN"] {
            assert_eq!(variable(name, "sesame"), format!("{name}=********"));
        }
        // Names of objects and files with such words are no secrets.
        let text = "DEFINE QLOCAL('TOKENS.IN') +\n   PROCESS('ISSUE.TOKEN')\nALTER QMGR SSLKEYR('/keys/token.kdb')";
        assert_eq!(commands(text), text);
    }

    #[test]
    fn the_number_of_a_device_for_keys_is_masked_wherever_it_stands() {
        let device = "GSK_PKCS11=/usr/lib/pkcs11.so;tok;4711sesame;SYMMETRIC_CIPHER_OFF;";
        for text in [
            format!("ALTER QMGR SSLCRYP('{device}') DESCR('a')"),
            "ALTER QMGR SSLCRYP('sesame') DESCR('a')".to_owned(),
            format!("   SSLCRYP({device})   DESCR(a)"),
            format!("ALTER QMGR CUSTOM('{device}') DESCR('a')"),
        ] {
            let masked = commands(&text);
            assert!(!masked.contains("sesame"), "{masked}");
            assert!(masked.contains("DESCR("), "{masked}");
        }
        let ini = format!("SSL:\n   SSLCryptoHardware={device}\n");
        let masked = stanzas(ini.as_bytes()).expect("settings");
        assert_eq!(masked, "SSL:\n   SSLCryptoHardware=********\n");
        assert_eq!(variable("MQSSLCRYP", device), "MQSSLCRYP=********");
    }

    #[test]
    fn commands_that_are_wrong_or_written_otherwise_are_masked_too() {
        for (text, wanted) in [
            ("A LDAPPWD ('sesame') B(c)", "A LDAPPWD (********) B(c)"),
            ("A LDAPPWD( 'a) sesame' ) B(c)", "A LDAPPWD(********) B(c)"),
            ("A LDAPPWD(\"a) sesame\") B(c)", "A LDAPPWD(********) B(c)"),
            (
                "A LDAPPWD'sesame') B(c)\nD(e)",
                "A LDAPPWD********(c)\nD(e)",
            ),
            ("A LDAPPWD = 'sesame'\nD(e)", "A LDAPPWD********\nD(e)"),
            ("A DESCR('b INITKEY(sesame)", "A DESCR(********"),
            (
                "DISPLAY AUTHINFO(*) LDAPPWD SHORTUSR",
                "DISPLAY AUTHINFO(*) LDAPPWD SHORTUSR",
            ),
        ] {
            assert_eq!(commands(text), wanted);
        }
    }

    #[test]
    fn what_cannot_be_read_stays_out() {
        assert!(settings(b"a=\\u00").is_err());
        assert!(settings(b"p\0a\0s\0s\0=\0x\0").is_err());
        assert!(settings(b"\xEF\xBB\xBF \n<credentials password='sesame'/>").is_err());
        assert!(document(b"<a password='sesame'>").is_err());
        assert!(document(b"not a document").is_err());
        assert!(script(b"ALTER AUTHINFO(A) AUTHTYPE(IDPWLDAP) LDAPPWD('sesame')").is_err());
        assert!(script(b"CREATE USER ann PASSWORD 'sesame'").is_err());
        assert!(script(b"DEFINE QLOCAL(SYSTEM.FTE.COMMAND.NORTH)").is_ok());
    }

    #[test]
    fn documents_are_masked_by_names() {
        let text = "<tns:serverProperties xmlns:tns='http://wmqfte.ibm.com/ProtocolBridgeProperties' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'>\
            <!-- trustStorePassword='sesame' -->\
            <tns:defaultServer name='one'/>\
            <tns:ftpsServer name='one' host='files.example.org' port='990' trustStore='/keys/one.p12' trustStorePassword='sesame' passwordCipher='sesame' hostKey='sesame'>\
            <limits maxSessions='3'/><privateKey>sesame</privateKey><property name='keyPassword' value='sesame'/><entry key='season'>spring &lt;</entry>\
            <uri>sftp://ann:sesame@host</uri></tns:ftpsServer></tns:serverProperties>";
        let masked = document(text.as_bytes()).expect("a document");
        assert!(!masked.contains("sesame"), "{masked}");
        for wanted in [
            "<serverProperties xmlns=\"http://wmqfte.ibm.com/ProtocolBridgeProperties\"><defaultServer name=\"one\"/>",
            "host=\"files.example.org\" port=\"990\" trustStore=\"/keys/one.p12\" trustStorePassword=\"********\"",
            "<limits xmlns=\"\" maxSessions=\"3\"/>",
            ">spring &lt;</entry>",
        ] {
            assert!(masked.contains(wanted), "{wanted}: {masked}");
        }
        xml::read(masked.as_bytes()).expect("it reads back");
        for name in ["mqmftCredentials", "credentials", "tns:Credentials"] {
            let text = format!("<{name} xmlns:tns='n'><user name='ann'/></{name}>");
            assert_eq!(document(text.as_bytes()), Err("it has credentials"));
        }
    }
}
