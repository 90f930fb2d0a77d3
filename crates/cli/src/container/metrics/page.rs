//! The page that is scraped, and as much of HTTP as it takes: one request to a connection, one connection at a time.

use super::Figures;
use openssl::ssl::SslAcceptor;
use std::fmt::Write as _;
use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Longest request.
const REQUEST_BYTES_MAX: usize = 8 << 10;
/// How long a request may take to come, and its answer to be taken.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(5);

/// Answers requests for ever, over TLS where there is a certificate.
pub(super) fn serve(
    listening: &TcpListener,
    certificate: Option<&SslAcceptor>,
    figures: &Mutex<Figures>,
    q_mgr: &str,
) {
    for stream in listening.incoming() {
        let Ok(stream) = stream else {
            // Too many open files, most likely.
            std::thread::sleep(Duration::from_millis(100));
            continue;
        };
        // Who does not say what they want, or goes away, is not answered.
        let _ = taken(stream, certificate, figures, q_mgr);
    }
}

fn taken(
    mut stream: TcpStream,
    certificate: Option<&SslAcceptor>,
    figures: &Mutex<Figures>,
    q_mgr: &str,
) -> io::Result<()> {
    stream.set_write_timeout(Some(REQUEST_TIMEOUT))?;
    stream.set_read_timeout(Some(REQUEST_TIMEOUT))?;
    let Some(acceptor) = certificate else {
        return answer(&mut stream, figures, q_mgr);
    };
    let mut stream = acceptor.accept(stream).map_err(io::Error::other)?;
    answer(&mut stream, figures, q_mgr)?;
    // It is answered, however it takes the end.
    let _ = stream.shutdown();
    Ok(())
}

fn answer(
    stream: &mut (impl Read + Write),
    figures: &Mutex<Figures>,
    q_mgr: &str,
) -> io::Result<()> {
    let request = request(stream)?;
    let line = request.split(|byte| *byte == b'\r').next();
    let line = String::from_utf8_lossy(line.unwrap_or_default()).into_owned();
    let mut words = line.split(' ');
    let (method, target) = (
        words.next().unwrap_or_default(),
        words.next().unwrap_or_default(),
    );
    let path = target.split('?').next().unwrap_or_default();
    let (status, body) = match (method, path) {
        ("GET" | "HEAD", "/metrics") => {
            let figures = figures.lock().unwrap_or_else(PoisonError::into_inner);
            ("200 OK", page(&figures, q_mgr))
        }
        ("GET" | "HEAD", "/") => (
            "200 OK",
            "Status: METRICS ACTIVE\nThe figures are at /metrics\n".to_owned(),
        ),
        ("GET" | "HEAD", _) => (
            "404 Not Found",
            "There is nothing here; the figures are at /metrics\n".to_owned(),
        ),
        _ => ("405 Method Not Allowed", "GET /metrics\n".to_owned()),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    if method != "HEAD" {
        stream.write_all(body.as_bytes())?;
    }
    stream.flush()
}

/// A request to the end of its head. The body nobody reads.
fn request(stream: &mut impl Read) -> io::Result<Vec<u8>> {
    let began = Instant::now();
    let mut request = Vec::new();
    let mut buffer = [0; 1024];
    while !request.windows(4).any(|bytes| bytes == b"\r\n\r\n") {
        // Each read has as long as that, too: who sends letter by letter has twice as long in all.
        if began.elapsed() > REQUEST_TIMEOUT || request.len() > REQUEST_BYTES_MAX {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let count = stream.read(&mut buffer)?;
        match buffer.get(..count) {
            Some(read) if !read.is_empty() => request.extend_from_slice(read),
            _ => return Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }
    Ok(request)
}

/// All figures that were told, in the text format of Prometheus.
fn page(figures: &Figures, q_mgr: &str) -> String {
    let label = q_mgr.replace('\\', "\\\\").replace('"', "\\\"");
    let mut out = String::new();
    for (name, figure) in figures {
        let Some(value) = figure.value else { continue };
        let kind = match figure.is_counter {
            true => "counter",
            false => "gauge",
        };
        let _ = writeln!(
            out,
            "# HELP ibmmq_qmgr_{name} {}\n# TYPE ibmmq_qmgr_{name} {kind}\nibmmq_qmgr_{name}{{qmgr=\"{label}\"}} {value}",
            figure.about
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::Figure;
    use super::*;
    use std::sync::Arc;

    fn figures() -> Figures {
        let commits = Figure {
            about: "Commit count".to_owned(),
            is_counter: true,
            value: Some(14.0),
        };
        let unknown = Figure {
            about: "Log - bytes max".to_owned(),
            is_counter: false,
            value: None,
        };
        [("commit_total", commits), ("log_max_bytes", unknown)].into()
    }

    #[test]
    fn figures_that_were_told_are_shown_with_what_they_are() {
        assert_eq!(
            page(&figures(), "QM1"),
            "# HELP ibmmq_qmgr_commit_total Commit count\n# TYPE ibmmq_qmgr_commit_total counter\n\
             ibmmq_qmgr_commit_total{qmgr=\"QM1\"} 14\n"
        );
    }

    #[test]
    fn requests_are_answered_and_what_is_none_is_not() {
        let listening = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listening.local_addr().unwrap();
        let figures = Arc::new(Mutex::new(figures()));
        std::thread::spawn(move || serve(&listening, None, &figures, "QM1"));
        let ask = |request: &[u8]| {
            let mut stream = TcpStream::connect(address).unwrap();
            // It may be cut before all of a long one is sent.
            let _ = stream.write_all(request);
            let _ = stream.shutdown(std::net::Shutdown::Write);
            let mut answer = Vec::new();
            let _ = stream.read_to_end(&mut answer);
            String::from_utf8(answer).unwrap()
        };
        let answer = ask(b"GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n");
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
        assert!(answer.ends_with("ibmmq_qmgr_commit_total{qmgr=\"QM1\"} 14\n"));
        let nowhere = ask(b"GET /nowhere HTTP/1.1\r\n\r\n");
        assert!(nowhere.starts_with("HTTP/1.1 404 "), "{nowhere}");
        let post = ask(b"POST /metrics HTTP/1.1\r\n\r\n");
        assert!(post.starts_with("HTTP/1.1 405 "), "{post}");
        let head = ask(b"HEAD /metrics HTTP/1.1\r\n\r\n");
        assert!(head.ends_with("\r\n\r\n"), "{head}");
        assert_eq!(ask(b"GET /metr"), "");
        assert_eq!(ask(&[b'x'; 3 * REQUEST_BYTES_MAX]), "");
        // And it goes on.
        assert!(ask(b"GET / HTTP/1.0\r\n\r\n").contains("ACTIVE"));
    }

    #[test]
    fn with_a_certificate_requests_come_over_tls() {
        let place = std::env::temp_dir().join(format!("ferromq-metrics-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&place);
        std::fs::create_dir_all(&place).unwrap();
        assert!(super::super::certificate(&place).unwrap().is_none());
        write_certificate(&place);
        let acceptor = super::super::certificate(&place).unwrap();
        let listening = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listening.local_addr().unwrap();
        let figures = Arc::new(Mutex::new(figures()));
        std::thread::spawn(move || serve(&listening, acceptor.as_ref(), &figures, "QM1"));
        let mut builder =
            openssl::ssl::SslConnector::builder(openssl::ssl::SslMethod::tls()).unwrap();
        builder.set_ca_file(place.join("tls.crt")).unwrap();
        let stream = TcpStream::connect(address).unwrap();
        let mut stream = builder.build().connect("localhost", stream).unwrap();
        stream.write_all(b"GET /metrics HTTP/1.1\r\n\r\n").unwrap();
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8(answer).unwrap();
        assert!(
            answer.contains("ibmmq_qmgr_commit_total{qmgr=\"QM1\"} 14"),
            "{answer}"
        );
        // A certificate that is none is an error, and not a page without TLS.
        std::fs::write(place.join("tls.crt"), "nonsense").unwrap();
        assert!(super::super::certificate(&place).is_err());
        std::fs::remove_dir_all(&place).unwrap();
    }

    /// A key, and a certificate it has signed itself, for localhost.
    fn write_certificate(place: &std::path::Path) {
        use openssl::asn1::Asn1Time;
        use openssl::hash::MessageDigest;
        use openssl::pkey::PKey;
        use openssl::x509::extension::SubjectAlternativeName;
        use openssl::x509::{X509, X509NameBuilder};
        let key = PKey::from_rsa(openssl::rsa::Rsa::generate(2048).unwrap()).unwrap();
        let mut name = X509NameBuilder::new().unwrap();
        name.append_entry_by_text("CN", "localhost").unwrap();
        let name = name.build();
        let mut builder = X509::builder().unwrap();
        builder.set_version(2).unwrap();
        builder.set_subject_name(&name).unwrap();
        builder.set_issuer_name(&name).unwrap();
        builder.set_pubkey(&key).unwrap();
        builder
            .set_not_before(&Asn1Time::days_from_now(0).unwrap())
            .unwrap();
        builder
            .set_not_after(&Asn1Time::days_from_now(2).unwrap())
            .unwrap();
        let context = builder.x509v3_context(None, None);
        let host = SubjectAlternativeName::new()
            .dns("localhost")
            .build(&context)
            .unwrap();
        builder.append_extension(host).unwrap();
        builder.sign(&key, MessageDigest::sha256()).unwrap();
        std::fs::write(place.join("tls.crt"), builder.build().to_pem().unwrap()).unwrap();
        std::fs::write(
            place.join("tls.key"),
            key.private_key_to_pem_pkcs8().unwrap(),
        )
        .unwrap();
    }
}
