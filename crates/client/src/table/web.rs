//! Channel tables that a web server gives out.

use super::{ChannelTable, read_whole};
use crate::failure::ConnectFailure;
use ferromq_mqi::Reason;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Seconds a web server has for its answer.
const TIMEOUT_S: u64 = 20;

impl ChannelTable {
    /// The table at an `http` or `https` address. It is asked for each time, and has 20 seconds; while the answer stays
    /// the same, so does the table, with its orders. A server with TLS has to show a certificate for its host name, from
    /// an authority the system trusts: OpenSSL's `SSL_CERT_FILE` and `SSL_CERT_DIR` say where those are.
    ///
    /// # Errors
    /// `MQRC_CCDT_URL_ERROR`, with words, when the address gives none or its server is not trusted, and those of
    /// [`ChannelTable::from_json`].
    pub fn of_web_address(url: &str) -> Result<Arc<Self>, ConnectFailure> {
        let text = fetched(url).map_err(|what| {
            let text = format!("channel table {url}: {what}");
            ConnectFailure::new(Reason::CCDT_URL_ERROR, text)
        })?;
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((same, table)) = known.get(url)
            && *same == text
        {
            return Ok(Arc::clone(table));
        }
        let table = Self::from_json(&text).map_err(|failure| {
            let text = format!("channel table {url}: {}", failure.text);
            ConnectFailure::new(failure.reason, text)
        })?;
        let table = Arc::new(table);
        known.insert(url.to_owned(), (text, Arc::clone(&table)));
        Ok(table)
    }
}

fn fetched(url: &str) -> Result<String, String> {
    let authority = url.split('/').nth(2).unwrap_or_default();
    if authority.contains('@') {
        return Err("users and passwords in addresses are not supported".to_owned());
    }
    // The reader of addresses knows small letters only.
    let (scheme, rest) = url.split_once("://").unwrap_or_default();
    let request = minreq::get(format!("{}://{rest}", scheme.to_ascii_lowercase()))
        .with_timeout(TIMEOUT_S)
        .with_max_redirects(5);
    let response = request.send_lazy().map_err(|error| error.to_string())?;
    if response.status_code != 200 {
        return Err(format!(
            "the web server answers {} {}",
            response.status_code, response.reason_phrase
        ));
    }
    String::from_utf8(read_whole(response)?).map_err(|_| "it is not in JSON".to_owned())
}

type Known = BTreeMap<String, (String, Arc<ChannelTable>)>;

/// Tables that were fetched, with their texts.
static KNOWN: Mutex<Known> = Mutex::new(BTreeMap::new());

#[cfg(test)]
mod tests {
    use super::ChannelTable;
    use ferromq_mqi::Reason;
    use std::io::{Read, Write};
    use std::net::TcpListener;
    use std::sync::Arc;
    use std::thread::JoinHandle;

    const TABLE: &str = r#"{"channel":[{"name":"A.B","type":"clientConnection",
        "clientConnection":{"connection":[{"host":"h","port":1415}],"queueManager":"QM1"}}]}"#;

    /// A web server that gives these answers, one after the other; its address, and what it was asked.
    fn serve(answers: Vec<String>) -> (String, JoinHandle<Vec<String>>) {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("bound");
        let asked = std::thread::spawn(move || {
            let mut asked = Vec::new();
            for answer in answers {
                let (mut socket, _) = listener.accept().expect("asked");
                let mut request = Vec::new();
                while !request.ends_with(b"\r\n\r\n") {
                    let mut byte = [0];
                    socket.read_exact(&mut byte).expect("a request");
                    request.extend(byte);
                }
                socket.write_all(answer.as_bytes()).expect("answered");
                asked.push(String::from_utf8_lossy(&request).into_owned());
            }
            asked
        });
        (format!("http://{address}/tables/one.json"), asked)
    }

    fn ok(body: &str) -> String {
        let length = body.len();
        format!("HTTP/1.1 200 OK\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}")
    }

    #[test]
    fn a_table_is_fetched_each_time_and_kept_while_it_is_the_same() {
        let other = TABLE.replace("A.B", "C.D");
        let (url, asked) = serve(vec![ok(TABLE), ok(TABLE), ok(&other)]);
        let fetch = || ChannelTable::of_web_address(&url).expect("a table");
        let (first, second, third) = (fetch(), fetch(), fetch());
        assert_eq!(first.definitions()[0].channel.name, "A.B");
        assert!(Arc::ptr_eq(&first, &second));
        assert_eq!(third.definitions()[0].channel.name, "C.D");
        let asked = asked.join().expect("no panic");
        assert!(
            asked[0].starts_with("GET /tables/one.json HTTP/1.1\r\n"),
            "{}",
            asked[0]
        );
    }

    #[test]
    fn a_web_server_without_the_table_is_a_failure_with_words() {
        let gone = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
        let (url, asked) = serve(vec![gone.to_owned()]);
        let failure = ChannelTable::of_web_address(&url).expect_err("none there");
        assert_eq!(failure.reason, Reason::CCDT_URL_ERROR);
        assert!(failure.text.contains("404 Not Found"), "{failure}");
        asked.join().expect("no panic");
        let failure = ChannelTable::of_web_address("http://me:secret@h/x").expect_err("refused");
        assert_eq!(failure.reason, Reason::CCDT_URL_ERROR);
    }

    #[test]
    fn what_is_no_table_is_said() {
        let (url, asked) = serve(vec![ok("<html>")]);
        let failure = ChannelTable::of_web_address(&url).expect_err("no table");
        assert_eq!(failure.reason, Reason::CLIENT_CONN_ERROR);
        asked.join().expect("no panic");
    }
}
