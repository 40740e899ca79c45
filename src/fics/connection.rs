//! The connection: one socket, a thread that reads it, and the sealed writing end.
//!
//! Pings are answered by the reading thread the moment they arrive, whatever the rest of the program
//! is doing.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream, ToSocketAddrs};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::engine::NAME;
use crate::fics::bridge::Outgoing;
use crate::fics::config::{Port, ServerConfig};
use crate::fics::line::{Received, ServerLineReader};
use crate::fics::password::Password;
use crate::fics::timeseal::{Seal, SealWriter};

/// How long one address may take to answer.
const CONNECT_TIME: Duration = Duration::from_secs(10);
/// A write that takes longer means that the peer no longer reads.
const WRITE_TIME: Duration = Duration::from_secs(10);
/// A wrapped line's continuation follows within this time.
const CONTINUATION_TIME: Duration = Duration::from_millis(40);
const BUFFER_BYTES: usize = 16 << 10;

/// An event of the connection.
#[derive(Debug)]
pub(super) enum ConnectionEvent {
    /// There is a connection, and here is its writing end.
    Opened(Writer),
    /// A line, prompt or ping of the server, with its time of arrival.
    Received(Instant, Received),
    /// The connection has ended, or could not be made.
    Closed(String),
}

/// The writing end. Dropping the last copy closes the connection.
#[derive(Clone, Debug)]
pub(super) struct Writer {
    wire: Arc<Mutex<Wire>>,
    password: Option<Password>,
}

#[derive(Debug)]
struct Wire {
    stream: TcpStream,
    seal: SealWriter,
    connected: Instant,
}

impl Wire {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.stream.write_all(bytes)
    }
}

impl Writer {
    fn lock(&self) -> MutexGuard<'_, Wire> {
        self.wire.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends; the stamp is of this moment.
    pub fn send(&self, outgoing: &Outgoing) -> io::Result<()> {
        let text = match outgoing {
            Outgoing::Line(line) => {
                log::debug!(target: "fics", "-> {line}");
                line.as_str()
            }
            Outgoing::Return => {
                log::debug!(target: "fics", "-> (return)");
                ""
            }
            Outgoing::Password => {
                log::debug!(target: "fics", "-> (password)");
                self.password.as_ref().map_or("", Password::reveal)
            }
        };
        let mut wire = self.lock();
        let since = wire.connected.elapsed();
        let bytes = wire.seal.line(text, since);
        wire.write(&bytes)
    }

    /// Ends the connection for the reading thread too.
    pub fn close(&self) {
        // It may be closed already.
        let _ = self.lock().stream.shutdown(Shutdown::Both);
    }

    fn answer_ping(&self, arrived: Instant) -> io::Result<()> {
        let mut wire = self.lock();
        let since = wire.connected.elapsed();
        let bytes = wire.seal.ping_answer(since);
        let written = wire.write(&bytes);
        log::debug!(target: "fics", "ping answered after {} us", arrived.elapsed().as_micros());
        written
    }
}

/// Connects after a while and reads until the end, on a thread of its own.
///
/// # Errors
/// When the thread cannot be started.
pub(super) fn open(
    server: &ServerConfig,
    seal: Seal,
    password: Option<Password>,
    after: Duration,
    news: impl Fn(ConnectionEvent) + Send + 'static,
) -> io::Result<()> {
    let (host, ports) = (server.host.clone(), server.ports.clone());
    thread::Builder::new()
        .name("network".to_owned())
        .spawn(move || {
            thread::sleep(after);
            let why = match connect(&host, &ports) {
                Ok(stream) => converse(stream, seal, password, &news),
                Err(error) => format!("{host}: {error}"),
            };
            news(ConnectionEvent::Closed(why));
        })
        .map(|_| ())
}

/// The first of all addresses on all ports that answers.
fn connect(host: &str, ports: &[Port]) -> io::Result<TcpStream> {
    let mut last = io::Error::new(ErrorKind::NotFound, "the name has no address");
    for port in ports {
        let addresses = match (host, port.get()).to_socket_addrs() {
            Ok(addresses) => addresses,
            Err(error) => {
                last = error;
                continue;
            }
        };
        for address in addresses {
            match TcpStream::connect_timeout(&address, CONNECT_TIME) {
                Ok(stream) => {
                    log::info!("connected to {address}");
                    return Ok(stream);
                }
                Err(error) => last = io::Error::new(error.kind(), format!("{address}: {error}")),
            }
        }
    }
    Err(last)
}

/// Reads until the end and says why it came.
fn converse(
    mut stream: TcpStream,
    seal: Seal,
    password: Option<Password>,
    news: &impl Fn(ConnectionEvent),
) -> String {
    match begin(&stream, seal, password) {
        Ok(writer) => {
            news(ConnectionEvent::Opened(writer.clone()));
            let why = read(&mut stream, ServerLineReader::new(seal), &writer, news);
            writer.close();
            why
        }
        Err(error) => error.to_string(),
    }
}

fn begin(stream: &TcpStream, seal: Seal, password: Option<Password>) -> io::Result<Writer> {
    stream.set_nodelay(true)?;
    stream.set_write_timeout(Some(WRITE_TIME))?;
    let mut wire = Wire {
        stream: stream.try_clone()?,
        seal: SealWriter::new(seal),
        connected: Instant::now(),
    };
    // A stamp of zero would be taken for a broken one.
    let hello = wire
        .seal
        .hello(NAME, std::env::consts::OS, Duration::from_millis(1));
    wire.write(&hello)?;
    Ok(Writer {
        wire: Arc::new(Mutex::new(wire)),
        password,
    })
}

fn read(
    stream: &mut TcpStream,
    mut reader: ServerLineReader,
    writer: &Writer,
    news: &impl Fn(ConnectionEvent),
) -> String {
    let mut buffer = vec![0; BUFFER_BYTES];
    loop {
        let patience = reader.holds_a_line().then_some(CONTINUATION_TIME);
        let count = stream
            .set_read_timeout(patience)
            .and_then(|()| stream.read(&mut buffer));
        let arrived = Instant::now();
        let (received, end) = match count {
            // The last words may say why it ends.
            Ok(0) => {
                let why = "the server has closed the connection".to_owned();
                (reader.finish(), Some(why))
            }
            Ok(count) => {
                let bytes = buffer.get(..count).unwrap_or_default();
                (reader.receive(bytes), None)
            }
            Err(error) => match error.kind() {
                ErrorKind::WouldBlock | ErrorKind::TimedOut if patience.is_some() => {
                    (reader.flush().into_iter().collect(), None)
                }
                ErrorKind::Interrupted => continue,
                _ => (reader.finish(), Some(error.to_string())),
            },
        };
        let trouble = pass_on(received, arrived, writer, news).err();
        if let Some(why) = end.or(trouble.map(|error| error.to_string())) {
            return why;
        }
    }
}

/// Answers pings at once and sends everything else to the host.
fn pass_on(
    received: Vec<Received>,
    arrived: Instant,
    writer: &Writer,
    news: &impl Fn(ConnectionEvent),
) -> io::Result<()> {
    for item in received {
        match &item {
            Received::Ping => {
                writer.answer_ping(arrived)?;
                continue;
            }
            Received::Line(line) => log::debug!(target: "fics", "<- {line}"),
            Received::Prompt(_) => {}
        }
        news(ConnectionEvent::Received(arrived, item));
    }
    Ok(())
}
