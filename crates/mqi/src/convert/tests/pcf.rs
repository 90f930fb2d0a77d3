use super::*;

fn numbers(values: &[i32]) -> Vec<u8> {
    values.iter().flat_map(|one| one.to_be_bytes()).collect()
}

fn numbers_here(values: &[i32]) -> Vec<u8> {
    values.iter().flat_map(|one| one.to_le_bytes()).collect()
}

fn header() -> Vec<u8> {
    numbers(&[MQCFT_COMMAND, 36, 1, 2, 1, 1, 0, 0, 1])
}

fn parameter(bytes: &[u8], from: Described, to: Described) -> Result<Vec<u8>, Reason> {
    let mut data = header();
    data.extend(bytes);
    match made(&data, &conversion("MQADMIN", from, to)) {
        (data, _, Reason::NONE) => Ok(data[36..].to_vec()),
        (same, described, reason) => {
            assert_eq!((same, described), (data, from));
            Err(reason)
        }
    }
}

#[test]
fn numbers_change_their_byte_order() {
    let (data, ..) = made(&header(), &conversion("MQEVENT", HOST, HERE));
    assert_eq!(data, numbers_here(&[1, 36, 1, 2, 1, 1, 0, 0, 1]));
    for values in [
        vec![MQCFT_INTEGER, 16, 7, 8],
        vec![MQCFT_INTEGER_LIST, 24, 7, 2, 8, 9],
        vec![MQCFT_INTEGER_FILTER, 20, 7, 8, 9],
        vec![MQCFT_GROUP, 16, 7, 8],
    ] {
        assert_eq!(
            parameter(&numbers(&values), HOST, HERE),
            Ok(numbers_here(&values))
        );
    }
    let mut wide = numbers(&[MQCFT_INTEGER64, 24, 7, 0]);
    wide.extend(5_i64.to_be_bytes());
    let mut expected = numbers_here(&[MQCFT_INTEGER64, 24, 7, 0]);
    expected.extend(5_i64.to_le_bytes());
    assert_eq!(parameter(&wide, HOST, HERE), Ok(expected));
}

#[test]
fn byte_strings_stay() {
    let mut data = numbers(&[MQCFT_BYTE_STRING, 20, 7, 3]);
    data.extend([1, 2, 3, 0]);
    let made = parameter(&data, HOST, HERE).unwrap();
    assert_eq!(made[16..], [1, 2, 3, 0]);
}

#[test]
fn strings_grow_and_their_lengths_with_them() {
    let mut data = numbers(&[MQCFT_STRING, 24, 7, 0, 4]);
    data.extend(text(500, "a\u{e9}bc"));
    let mut expected = numbers_here(&[MQCFT_STRING, 28, 7, 0, 5]);
    expected.extend("a\u{e9}bc\0\0\0".as_bytes());
    assert_eq!(parameter(&data, HOST, HERE), Ok(expected));
}

#[test]
fn strings_of_a_list_are_filled_to_the_longest() {
    let mut data = numbers(&[MQCFT_STRING_LIST, 28, 7, 0, 2, 2]);
    data.extend(text(500, "ab\u{e9}c"));
    let mut expected = numbers_here(&[MQCFT_STRING_LIST, 32, 7, 0, 2, 3]);
    expected.extend("ab \u{e9}c\0\0".as_bytes());
    assert_eq!(parameter(&data, HOST, HERE), Ok(expected));
}

#[test]
fn a_string_with_a_code_page_of_its_own_goes_by_it() {
    let embedded = Described {
        ccsid: MQCCSI_EMBEDDED,
        ..HOST
    };
    let mut data = numbers(&[MQCFT_STRING_FILTER, 28, 7, 1, 819, 4]);
    data.extend(b"a\xe9bc");
    let mut expected = numbers_here(&[MQCFT_STRING_FILTER, 32, 7, 1, 1208, 5]);
    expected.extend("a\u{e9}bc\0\0\0".as_bytes());
    assert_eq!(parameter(&data, HOST, HERE), Ok(expected.clone()));
    assert_eq!(parameter(&data, embedded, HERE), Ok(expected));
    data[16..20].fill(0);
    assert_eq!(
        parameter(&data, embedded, HERE),
        Err(Reason::SOURCE_CCSID_ERROR)
    );
}

#[test]
fn lengths_that_contradict_each_other_are_format_errors() {
    for values in [
        vec![MQCFT_INTEGER, 20, 7, 8],
        vec![MQCFT_INTEGER, 4, 7, 8],
        vec![MQCFT_INTEGER, -1, 7, 8],
        vec![99, 16, 7, 8],
        vec![MQCFT_INTEGER64, 20, 7, 8, 9],
        vec![MQCFT_STRING, 24, 7, 0, 5, 0],
        vec![MQCFT_STRING, 24, 7, 0, -1, 0],
        vec![MQCFT_STRING_LIST, 24, 7, 0, i32::MAX, i32::MAX],
        vec![MQCFT_STRING, 8],
    ] {
        let refused = parameter(&numbers(&values), HOST, HERE);
        assert_eq!(refused, Err(Reason::FORMAT_ERROR), "{values:?}");
    }
}
