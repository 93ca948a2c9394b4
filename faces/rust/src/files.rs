// SPDX-License-Identifier: Apache-2.0 OR MIT

use std::io::{ErrorKind, Read, Result};

/// Gives all that the reader has to `take`, in pieces.
pub(crate) fn read_all(reader: &mut dyn Read, mut take: impl FnMut(&[u8])) -> Result<()> {
    let mut buffer = std::vec![0; 1 << 16];
    loop {
        match reader.read(&mut buffer) {
            Ok(0) => return Ok(()),
            Ok(n) => take(&buffer[..n]),
            Err(why) if why.kind() == ErrorKind::Interrupted => {}
            Err(why) => return Err(why),
        }
    }
}

/// Gives the content of a file to `take`, in one piece if it can be mapped.
#[cfg(feature = "mmap")]
pub(crate) fn map(path: &std::path::Path, mut take: impl FnMut(&[u8])) -> Result<()> {
    let mut file = std::fs::File::open(path)?;
    let about = file.metadata()?;
    if about.is_file() && about.len() > 1 << 14 {
        // SAFETY: that nobody changes the file is said in the documentation of update_mmap.
        if let Ok(mapped) = unsafe { memmap2::Mmap::map(&file) } {
            take(&mapped);
            return Ok(());
        }
    }
    read_all(&mut file, take)
}
