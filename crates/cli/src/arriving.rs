//! Input that may make us wait: a pipe or a terminal, read so that Ctrl-C is heard meanwhile.
//!
//! A system call that waits for bytes cannot be left when a signal comes. So a thread of its own
//! waits, hands over what arrives, and is left behind when the user asks to end.

use crate::interrupt;
use std::io::{self, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

/// Blocks on the way at the most.
const AHEAD: usize = 4;

/// How soon an interrupt is noticed while nothing arrives.
const LOOK: Duration = Duration::from_millis(20);

/// A source whose bytes arrive in blocks.
pub struct Arriving {
    blocks: Receiver<io::Result<Vec<u8>>>,
    /// The block at hand, and how much of it is read.
    block: io::Cursor<Vec<u8>>,
}

impl Arriving {
    /// Reads a source in blocks of this size.
    pub fn of(source: impl Read + Send + 'static, size: usize) -> Arriving {
        let (sender, blocks) = sync_channel(AHEAD);
        std::thread::spawn(move || pass_on(source, size, &sender));
        Arriving { blocks, block: io::Cursor::default() }
    }
}

fn pass_on(mut source: impl Read, size: usize, sender: &SyncSender<io::Result<Vec<u8>>>) {
    loop {
        let mut block = vec![0; size];
        let read = match source.read(&mut block) {
            Ok(0) => return,
            Ok(n) => {
                block.truncate(n);
                Ok(block)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => Err(error),
        };
        let is_over = read.is_err();
        if sender.send(read).is_err() || is_over {
            return;
        }
    }
}

impl Read for Arriving {
    /// Fails when the user asks to end: what stands at the end of the buffer is no whole record.
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        while self.block.position() == self.block.get_ref().len() as u64 {
            if interrupt::is_raised() {
                return Err(io::Error::other("the user asked to end"));
            }
            match self.blocks.recv_timeout(LOOK) {
                Ok(block) => self.block = io::Cursor::new(block?),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
            }
        }
        self.block.read(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_arrives_is_what_was_sent_in_pieces_of_any_size() {
        let sent: Vec<u8> = (0..100_000_u32).map(|i| (i % 251) as u8).collect();
        for size in [1 << 10, 1 << 16] {
            let mut read = Vec::new();
            Arriving::of(io::Cursor::new(sent.clone()), size).read_to_end(&mut read).unwrap();
            assert_eq!(read, sent);
        }
    }

    #[test]
    fn an_error_of_the_source_arrives_after_what_came_before_it() {
        struct Breaks(usize);
        impl Read for Breaks {
            fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
                self.0 += 1;
                match self.0 {
                    1 => bytes[0] = b'a',
                    2 => return Err(io::ErrorKind::Interrupted.into()),
                    _ => return Err(io::ErrorKind::ConnectionReset.into()),
                }
                Ok(1)
            }
        }
        let mut arriving = Arriving::of(Breaks(0), 16);
        let mut bytes = [0; 4];
        assert_eq!(arriving.read(&mut bytes).unwrap(), 1);
        let error = arriving.read(&mut bytes).expect_err("the source broke");
        assert_eq!(error.kind(), io::ErrorKind::ConnectionReset);
    }
}
