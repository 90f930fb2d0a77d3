//! Text against patterns in which one character stands for any number of others.

/// Whether a text fits a pattern, in which `any` stands for any number of characters, none included, and `one` for one of them. The work is at most
/// the product of both lengths.
pub fn fits<T: Copy + PartialEq>(pattern: &[T], text: &[T], any: T, one: Option<T>) -> bool {
    let (mut at, mut read) = (0, 0);
    // Where the pattern goes on behind the last `any`, and where in the text that was tried last: nowhere else is there a reason to go back to.
    let mut back: Option<(usize, usize)> = None;
    while read < text.len() {
        match pattern.get(at) {
            Some(sign) if *sign == any => {
                at += 1;
                back = Some((at, read));
            }
            Some(sign) if Some(*sign) == one || *sign == text[read] => {
                at += 1;
                read += 1;
            }
            _ => {
                let Some((behind, tried)) = back else {
                    return false;
                };
                back = Some((behind, tried + 1));
                (at, read) = (behind, tried + 1);
            }
        }
    }
    pattern[at..].iter().all(|sign| *sign == any)
}

/// The same of names, in which an asterisk stands for any text.
#[must_use]
pub fn fits_name(pattern: &str, name: &str) -> bool {
    fits(pattern.as_bytes(), name.as_bytes(), b'*', None)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By trying everything.
    fn plainly(pattern: &[u8], text: &[u8]) -> bool {
        match pattern.split_first() {
            None => text.is_empty(),
            Some((b'*', rest)) => (0..=text.len()).any(|from| plainly(rest, &text[from..])),
            Some((sign, rest)) => text.split_first().is_some_and(|(first, others)| {
                (*sign == b'?' || sign == first) && plainly(rest, others)
            }),
        }
    }

    #[test]
    fn a_text_fits_where_trying_everything_finds_a_way() {
        let words = |signs: &[u8], longest: usize| {
            let mut all = vec![Vec::new()];
            for from in 0.. {
                let Some(word) = all.get(from).filter(|word: &&Vec<u8>| word.len() < longest)
                else {
                    break;
                };
                let longer = signs.iter().map(|sign| [&word[..], &[*sign]].concat());
                let longer: Vec<Vec<u8>> = longer.collect();
                all.extend(longer);
            }
            all
        };
        let texts = words(b"ab", 5);
        for pattern in words(b"ab*?", 4) {
            for text in &texts {
                let found = fits(&pattern, text, b'*', Some(b'?'));
                assert_eq!(found, plainly(&pattern, text), "{pattern:?} {text:?}");
            }
        }
    }

    #[test]
    fn a_question_mark_is_itself_where_nothing_stands_for_one_character() {
        assert!(fits_name("C*1*2", "C0102"));
        assert!(fits_name("A?", "A?"));
        assert!(!fits_name("A?", "AB"));
        assert!(!fits_name("", "A"));
    }
}
