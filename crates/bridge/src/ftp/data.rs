//! Data connections: to where a server listens, or from it to here where it is to come (`passiveMode="false"`).

use super::FtpRemote;
use super::stream::{Stream, secured};
use std::io::{self, ErrorKind};
use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream};
use std::time::{Duration, Instant};

/// Who waits for a server to come looks so often.
const LOOK: Duration = Duration::from_millis(5);

/// How the next data connection is made.
enum Way {
    /// To there, which is connected to.
    Connected(TcpStream),
    /// From the server, which was told where to come.
    Awaited(TcpListener),
}

impl FtpRemote {
    /// Where the next data connection goes: to the server, whatever other address it names.
    fn passive(&mut self) -> io::Result<SocketAddr> {
        let strange =
            || io::Error::new(ErrorKind::InvalidData, "the server names no port for data");
        let extended = self.ask("EPSV")?;
        if extended.code == 229 {
            let text = extended.lines.first().ok_or_else(strange)?;
            let port = text.split('|').nth(3).and_then(|port| port.parse().ok());
            return Ok(SocketAddr::new(self.peer.ip(), port.ok_or_else(strange)?));
        }
        let plain = self.ask("PASV")?.wants(&[227])?;
        let text = plain.lines.first().ok_or_else(strange)?;
        let numbers = text.trim_matches(|c: char| !c.is_ascii_digit()).rsplit(',');
        let mut bytes = numbers.map(|number| {
            let digits: String = number
                .trim()
                .chars()
                .rev()
                .take_while(char::is_ascii_digit)
                .collect();
            digits.chars().rev().collect::<String>().parse::<u8>()
        });
        let (low, high) = (bytes.next(), bytes.next());
        match (low, high) {
            (Some(Ok(low)), Some(Ok(high))) => Ok(SocketAddr::new(
                self.peer.ip(),
                u16::from_be_bytes([high, low]),
            )),
            _ => Err(strange()),
        }
    }

    /// Tells the server where to come with its data.
    fn active(&mut self) -> io::Result<TcpListener> {
        let listener = TcpListener::bind(SocketAddr::new(self.own, 0))?;
        listener.set_nonblocking(true)?;
        let port = listener.local_addr()?.port();
        let family = if self.own.is_ipv6() { 2 } else { 1 };
        let extended = self.ask(&format!("EPRT |{family}|{}|{port}|", self.own))?;
        if extended.code == 200 {
            return Ok(listener);
        }
        let IpAddr::V4(own) = self.own else {
            return Err(extended.error());
        };
        let [a, b, c, d] = own.octets();
        let [high, low] = port.to_be_bytes();
        let plain = self.ask(&format!("PORT {a},{b},{c},{d},{high},{low}"))?;
        plain.wants(&[200])?;
        Ok(listener)
    }

    /// The connection the server comes with. Others that come to that port are sent away.
    fn awaited(&self, listener: &TcpListener) -> io::Result<TcpStream> {
        let began = Instant::now();
        while began.elapsed() < self.host.timeout {
            match listener.accept() {
                Ok((stream, from)) if from.ip() == self.peer.ip() => {
                    stream.set_nonblocking(false)?;
                    return Ok(stream);
                }
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => std::thread::sleep(LOOK),
                Err(error) => return Err(error),
            }
        }
        let text = "the server has not come to the port it was told";
        Err(io::Error::new(ErrorKind::TimedOut, text))
    }

    /// Has the server send or take data.
    pub(super) fn begin(&mut self, offset: u64, command: &str) -> io::Result<()> {
        let way = match self.host.is_active {
            true => Way::Awaited(self.active()?),
            false => {
                let address = self.passive()?;
                Way::Connected(TcpStream::connect_timeout(&address, self.host.timeout)?)
            }
        };
        if offset > 0 {
            self.ask(&format!("REST {offset}"))?.wants(&[350])?;
        }
        if !command.starts_with("RETR") {
            self.leave.leave()?;
        }
        self.ask(command)?.wants(&[125, 150])?;
        let stream = match way {
            Way::Connected(stream) => Ok(stream),
            Way::Awaited(listener) => self.awaited(&listener),
        };
        self.is_out_of_step |= stream.is_err();
        let stream = stream?;
        stream.set_read_timeout(Some(self.host.timeout))?;
        stream.set_write_timeout(Some(self.host.timeout))?;
        self.data = Some(match &self.tls {
            Some(tls) => {
                let secured = secured(tls, &self.host, stream);
                self.is_out_of_step |= secured.is_err();
                secured?
            }
            None => Stream::Plain(stream),
        });
        self.is_writing = command.starts_with("STOR") || command.starts_with("APPE");
        Ok(())
    }
}
