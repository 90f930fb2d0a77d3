//! Documents that mean harm, and such as are merely wrong.

use ferromq_transfer::request::Request;
use ferromq_transfer::xml::{
    ATTRIBUTES_MAX, DEPTH_MAX, DOCUMENT_BYTES_MAX, ELEMENTS_MAX, PREFIXES_MAX, ProblemKind, read,
    read_properties_document,
};

fn kind(document: impl AsRef<[u8]>) -> ProblemKind {
    read(document.as_ref()).expect_err("refused").kind
}

#[test]
fn entities_are_not_expanded() {
    let bomb = "<!DOCTYPE a [<!ENTITY b 'lol'><!ENTITY c '&b;&b;&b;&b;&b;&b;&b;&b;'>]><a>&c;</a>";
    assert_eq!(kind(bomb), ProblemKind::DocumentType);
    let file = "<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>";
    assert_eq!(kind(file), ProblemKind::DocumentType);
    assert_eq!(
        kind("<!DOCTYPE a SYSTEM 'http://example.com/a.dtd'><a/>"),
        ProblemKind::DocumentType
    );
    for text in ["<a>&b;</a>", "<a c='&b;'/>"] {
        assert_eq!(kind(text), ProblemKind::Entity("b".to_owned()), "{text}");
    }
    let all = read(b"<a b='&lt;&gt;&amp;&apos;&quot;&#x41;'>&lt;&gt;&amp;&apos;&quot;&#66;</a>")
        .expect("read");
    assert_eq!(
        (all.attribute("b"), all.text.as_str()),
        (Some("<>&'\"A"), "<>&'\"B")
    );
}

/// Only properties have a document type, only theirs, and it is not read.
#[test]
fn the_document_type_of_properties_is_skipped() {
    let theirs = "<?xml version='1.0'?>\n<!DOCTYPE properties SYSTEM \"http://java.sun.com/dtd/properties.dtd\">\n<properties/>";
    assert!(read_properties_document(theirs.as_bytes()).is_ok());
    assert_eq!(kind(theirs), ProblemKind::DocumentType);
    for other in [
        "<!DOCTYPE properties SYSTEM \"http://example.com/properties.dtd\"><properties/>",
        "<!DOCTYPE properties SYSTEM \"http://java.sun.com/dtd/properties.dtd\" [<!ENTITY a 'b'>]><properties/>",
        "<!DOCTYPE properties [<!ENTITY a 'b'>]><properties/>",
        "<properties/><!DOCTYPE properties SYSTEM \"http://java.sun.com/dtd/properties.dtd\">",
        "<properties><!DOCTYPE properties SYSTEM \"http://java.sun.com/dtd/properties.dtd\"></properties>",
    ] {
        let problem = read_properties_document(other.as_bytes()).expect_err(other);
        assert_eq!(problem.kind, ProblemKind::DocumentType, "{other}");
    }
}

#[test]
fn documents_are_bounded() {
    let deep = |depth: usize| "<a>".repeat(depth) + &"</a>".repeat(depth);
    assert!(read(deep(DEPTH_MAX).as_bytes()).is_ok());
    assert_eq!(kind(deep(DEPTH_MAX + 1)), ProblemKind::TooDeep);
    assert_eq!(kind("<a>".repeat(1_000_000)), ProblemKind::TooDeep);

    let wide = |count: usize| format!("<a>{}</a>", "<b/>".repeat(count));
    let widest = read(wide(ELEMENTS_MAX - 1).as_bytes()).expect("read");
    assert_eq!(widest.children.len(), ELEMENTS_MAX - 1);
    assert_eq!(kind(wide(ELEMENTS_MAX)), ProblemKind::TooManyElements);

    let attributes = |count: usize| {
        let all: String = (0..count).map(|place| format!(" a{place}=''")).collect();
        format!("<a{all}/>")
    };
    assert!(read(attributes(ATTRIBUTES_MAX).as_bytes()).is_ok());
    assert_eq!(
        kind(attributes(ATTRIBUTES_MAX + 1)),
        ProblemKind::TooManyAttributes
    );
    assert_eq!(kind(attributes(200_000)), ProblemKind::TooManyAttributes);

    let prefixes = |count: usize| {
        let all: String = (0..count)
            .map(|place| format!("<a xmlns:p{}='u' xmlns:q{0}='u'>", place))
            .collect();
        all + &"</a>".repeat(count)
    };
    assert_eq!(PREFIXES_MAX, 2 * DEPTH_MAX);
    assert!(read(prefixes(DEPTH_MAX).as_bytes()).is_ok());
    let more = prefixes(DEPTH_MAX).replacen("<a ", "<a xmlns:r='u' ", 1);
    assert_eq!(kind(more), ProblemKind::TooManyPrefixes);
    let in_turn = format!("<a>{}</a>", "<b xmlns:c='u'/>".repeat(1_000));
    assert!(
        read(in_turn.as_bytes()).is_ok(),
        "they end with their element"
    );

    let long = |len: usize| format!("<a>{}</a>", "x".repeat(len - "<a></a>".len()));
    assert!(read(long(DOCUMENT_BYTES_MAX).as_bytes()).is_ok());
    let problem = kind(long(DOCUMENT_BYTES_MAX + 1));
    assert_eq!(problem, ProblemKind::TooLong(DOCUMENT_BYTES_MAX + 1));
}

/// 90,000 elements in a name space whose name has a megabyte: once each would be 90 GB.
#[test]
fn what_elements_have_from_around_them_is_there_once() {
    let document = format!(
        "<a xmlns='{}'>{}</a>",
        "n".repeat(1 << 20),
        "<b/>".repeat(90_000)
    );
    let tree = read(document.as_bytes()).expect("read");
    assert_eq!(tree.children.len(), 90_000);
    assert!(
        tree.children
            .iter()
            .all(|child| child.namespace.len() == 1 << 20)
    );
}

#[test]
fn bytes_are_utf_8() {
    assert_eq!(kind(b"<a>\xFF</a>"), ProblemKind::NotUtf8);
    assert_eq!(
        kind(b"<a>\xC0\x80</a>"),
        ProblemKind::NotUtf8,
        "an overlong zero"
    );
    assert_eq!(
        kind(b"<a>\xED\xA0\x80</a>"),
        ProblemKind::NotUtf8,
        "half a pair"
    );
    let wide: Vec<u8> = "\u{FEFF}<a/>"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    assert_eq!(kind(wide), ProblemKind::NotUtf8);
    let problem = read(b"<a>\n\n\xFF</a>").expect_err("refused");
    assert_eq!(problem.line, 3);
    assert_eq!(
        read("\u{FEFF}<a>\u{E4}</a>".as_bytes())
            .expect("a mark in front")
            .text,
        "\u{E4}"
    );
}

#[test]
fn the_declared_encoding_has_to_be_so() {
    let document = |encoding: &str, text: &str| {
        format!("<?xml version=\"1.0\" encoding=\"{encoding}\"?><a>{text}</a>")
    };
    for (encoding, text) in [
        ("UTF-8", "\u{E4}"),
        ("utf-8", "\u{E4}"),
        ("US-ASCII", "a"),
        ("ISO-8859-1", "a"),
    ] {
        assert!(
            read(document(encoding, text).as_bytes()).is_ok(),
            "{encoding}"
        );
    }
    for (encoding, text) in [
        ("US-ASCII", "\u{E4}"),
        ("ISO-8859-1", "\u{E4}"),
        ("UTF-16", "a"),
        ("IBM-1047", "a"),
        ("", "a"),
    ] {
        let wanted = ProblemKind::Encoding(encoding.to_owned());
        assert_eq!(kind(document(encoding, text)), wanted, "{encoding}");
    }
    assert!(matches!(
        kind("<?xml version=\"2.0\"?><a/>"),
        ProblemKind::XmlVersion(_)
    ));
}

#[test]
fn characters_xml_does_not_have_are_refused() {
    for (text, number) in [
        ("<a>\u{0}</a>", 0),
        ("<a b='\u{1F}'/>", 0x1F),
        ("<a>&#8;</a>", 8),
        ("<a b='&#xFFFE;'/>", 0xFFFE),
    ] {
        assert_eq!(kind(text), ProblemKind::Character(number), "{text:?}");
    }
    for text in [
        "<a>&#xD800;</a>",
        "<a>&#x110000;</a>",
        "<a>&#99999999999;</a>",
        "<a>&#;</a>",
        "<a b='&#0;'/>",
    ] {
        assert!(read(text.as_bytes()).is_err(), "{text}");
    }
}

#[test]
fn what_is_not_well_formed_is_refused_with_its_line() {
    for (text, line) in [
        ("", 1),
        ("   ", 1),
        ("text", 1),
        ("<a>", 1),
        ("<a>\n<b></a>", 2),
        ("<a/>\n<b/>", 2),
        ("<a/>\n\ntext", 3),
        ("<a/>&amp;", 1),
        ("<a/><![CDATA[x]]>", 1),
        ("</a>", 1),
        ("<a\n b='1'\n b='2'/>", 3),
        ("<a b=1/>", 1),
        ("<a b/>", 1),
        ("<a b='<'/>", 1),
        ("<1a/>", 1),
        ("<a 1='2'/>", 1),
        ("<a:b:c xmlns:a='u'/>", 1),
        ("<:a/>", 1),
        ("<a>\n<!-- -- -->\n</a>", 2),
        ("<a>\n&b</a>", 2),
        ("<a>\n<!-- </a>", 2),
        ("<a/><?xml version='1.0'?>", 1),
        ("<!-- x -->\n<?xml version='1.0'?>\n<a/>", 2),
    ] {
        let problem = read(text.as_bytes()).expect_err(text);
        assert!(
            matches!(problem.kind, ProblemKind::Malformed(_)),
            "{text}: {problem}"
        );
        assert_eq!(problem.line, line, "{text}: {problem}");
    }
    assert_eq!(kind("<a:b/>"), ProblemKind::Prefix("a".to_owned()));
}

fn refused(document: &str) -> String {
    let problem = Request::parse(document.as_bytes()).expect_err(document);
    problem.to_string()
}

/// What of a good request is changed, to what, and what is told then.
const WRONG: &[(&str, &str, &str)] = &[
    (
        "version=\"6.00\"",
        "version=\"6.01\"",
        "line 2: the document is of version 6.01",
    ),
    (
        "version=\"6.00\"",
        "version=\"7\"",
        "line 2: the document is of version 7",
    ),
    (
        "version=\"6.00\"",
        "version=\"new\"",
        "line 2: 'version' is 'new'",
    ),
    ("<request", "<requests", "line 2"),
    (
        "priority=\"4\"",
        "priority=\"10\"",
        "'priority' is '10'; it may be a whole number from 0 to 9",
    ),
    ("priority=\"4\"", "priority=\"-1\"", "'priority' is '-1'"),
    (
        "recoveryTimeout=\"-1\"",
        "recoveryTimeout=\"-2\"",
        "'recoveryTimeout' is '-2'",
    ),
    (
        "mode=\"text\"",
        "mode=\"words\"",
        "'mode' is 'words'; it may be binary or text",
    ),
    ("EOL=\"LF\"", "EOL=\"CR\"", "'EOL' is 'CR'"),
    (
        "type=\"directory\" exist",
        "type=\"shelf\" exist",
        "'type' is 'shelf'",
    ),
    ("<userID>ann</userID>", "", "'originator' has no userID"),
    (
        "agent=\"NORTH\"",
        "agent=\" \"",
        "'sourceAgent' has no agent",
    ),
    (
        "<file>/srv/out/big.img</file>",
        "",
        "'source' has no file or queue",
    ),
    (
        "<file>/srv/out/big.img</file>",
        "<file> </file>",
        "'file' has no path",
    ),
    ("key=\"season\"", "", "'metaData' has no key"),
    (
        "retryWait=\"30\"",
        "retryWait=\"soon\"",
        "'retryWait' is 'soon'",
    ),
];

/// What a request has to have, and may have.
#[test]
fn a_wrong_request_is_told_what_and_where() {
    let good = include_str!("documents/transfer.xml");
    Request::parse(good.as_bytes()).expect("as it is");
    for (from, to, told) in WRONG {
        let bad = good.replacen(from, to, 1);
        assert_ne!(bad, good, "{from} is in it");
        let bad = if *from == "<request" {
            bad.replace("</request>", "</requests>")
        } else {
            bad
        };
        let text = refused(&bad);
        assert!(text.contains(told), "{told}: {text}");
    }
    let without_items: String = good
        .split_inclusive("</item>")
        .map(|part| part.split("<item").next().unwrap_or(""))
        .collect();
    let told = refused(&without_items);
    assert!(told.contains("'transferSet' has no item"), "{told}");
    assert!(refused("<request version='1.00'/>").contains("has no 'managedTransfer'"));
}
