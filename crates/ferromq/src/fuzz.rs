//! Any bytes as a settings file.

use crate::settings::{SettingsFile, check_file, for_creation, for_start};
use ferromq_base::ini::IniFile;
use std::path::Path;

/// Reads `bytes` as `mqs.ini` and as `qm.ini` and resolves what they say. They may be refused;
/// nothing may panic, a refused line must exist, and a file that was understood is written as
/// something that is understood again, and the same, also after a stanza was added to it.
///
/// # Panics
/// If one of these does not hold.
pub fn fuzz_one(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let path = Path::new("qm.ini");
    let Ok(mut file) = IniFile::parse(path, &text) else {
        return;
    };
    for stanza in file.stanzas() {
        assert!((1..=text.lines().count()).contains(&stanza.line));
    }
    for which in [SettingsFile::QmIni, SettingsFile::MqsIni] {
        let _refused_or_not = check_file(&file, which);
    }
    let _refused_or_not = for_start(&file);
    let _refused_or_not = for_creation(&file, &[]);
    let again = IniFile::parse(path, &file.text()).expect("what was written is understood");
    assert_eq!(again, file);
    file.add_stanza("Fuzz", &[("Name", "Value")]);
    assert_eq!(
        IniFile::parse(path, &file.text()).expect("with one stanza more"),
        file
    );
    if let Some(last) = file.stanzas().len().checked_sub(1) {
        file.remove_stanza(last);
        let again = IniFile::parse(path, &file.text()).expect("with one stanza less");
        assert_eq!(again, file);
    }
}

#[cfg(test)]
mod tests {
    use super::fuzz_one;
    use ferromq_base::random::SplitMix64;

    #[test]
    fn settings_survive_changed_files_and_noise() {
        let whole =
            b"#c\nLog:\n   LogType=LINEAR\n   LogFilePages=4096\n\n;x\nTuningParameters:\n \
            DefaultQBufferSize=1048576\n\nQueueManager:\n   Name=A\n   Prefix=/x\n";
        fuzz_one(whole);
        let mut random = SplitMix64::new(3);
        for round in 0..4_000 {
            let mut bytes = whole.to_vec();
            if round % 4 == 0 {
                bytes.truncate(random.below(whole.len() as u64) as usize);
            }
            for _ in 0..random.below(6) {
                let at = random.below(bytes.len() as u64 + 1) as usize;
                match bytes.get_mut(at) {
                    Some(byte) if random.below(2) == 0 => *byte = random.below(256) as u8,
                    Some(_) => drop(bytes.remove(at)),
                    None => bytes.push(b"\n=:# "[random.below(5) as usize]),
                }
            }
            fuzz_one(&bytes);
        }
    }
}
