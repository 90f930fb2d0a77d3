//! Rows that are not as expected, equal rows, keys that change, and by what values are equal.

use super::{Bench, Change, delete, group, is_committed, message, row, schema_of};
use ferromq_postgres::server::Server;
use ferromq_replicate::apply::engine::{Manner, Transaction};
use ferromq_replicate::apply::footprint::{Footprints, Reach};
use ferromq_replicate::message::{Action, Column, Identity, Kind, Message, Schema};
use ferromq_replicate::target::agent::AgentEvent;
use ferromq_replicate::target::table::ByKeys;

/// A row whose key changes; `u` in place of a value for one that is not said.
fn moved(from: &str, to: &str, name: Option<&str>) -> Change {
    let mut rows = row(b'K', &[Some(from), None]);
    match name {
        Some(name) => rows.extend(row(b'N', &[Some(to), Some(name)])),
        None => {
            rows.extend(row(b'N', &[Some(to), None]));
            rows.pop();
            rows.push(b'u');
        }
    }
    (Action::Update, rows)
}

/// With the whole row as it was.
fn changed(from: &[Option<&str>], to: &[Option<&str>]) -> Change {
    let mut rows = row(b'O', from);
    rows.extend(row(b'N', to));
    (Action::Update, rows)
}

fn deleted(from: &[Option<&str>]) -> Change {
    (Action::Delete, row(b'O', from))
}

/// The table of people, with other columns or another identity.
fn schema(sequence: u64, identity: Identity, columns: &[(&str, bool)]) -> Message {
    let column = |(name, is_of_identity): &(&str, bool)| Column {
        is_of_identity: *is_of_identity,
        type_oid: 25,
        type_modifier: -1,
        name: (*name).to_owned(),
        type_name: String::new(),
    };
    let mut message = schema_of(sequence, 1, "people", "PEOPLE");
    let mut schema = Schema::decode(&message.body).expect("a schema");
    schema.identity = identity;
    schema.columns = columns.iter().map(column).collect();
    message.body = schema.encode().expect("short").into();
    message
}

impl Bench {
    /// A target whose table is made by these statements.
    fn with(cluster: &Server, conflict: char, sql: &str, schema: Message) -> Self {
        let mut bench = Self::new(cluster, conflict, 'Q');
        bench.sql("DROP TABLE public.people");
        bench.sql(sql);
        let said = bench.apply(group(vec![schema], Manner::Fast));
        assert!(is_committed(&said), "{said:?}");
        bench
    }

    fn sql(&mut self, sql: &str) -> String {
        let rows = self.db.execute(sql).expect(sql);
        rows.text(0, 0).unwrap_or_default().to_owned()
    }

    /// Rows as text, in order.
    fn all(&mut self) -> String {
        self.sql("SELECT coalesce(string_agg(people::text, ' ' ORDER BY people::text), '') FROM public.people")
    }

    #[track_caller]
    fn applied(&mut self, sequence: u64, rows: Vec<Change>, manner: Manner) {
        let said = self.rows(vec![(sequence, rows)], manner);
        assert!(is_committed(&said), "{said:?}");
    }

    /// What each of these transactions touches.
    fn touched(&mut self, transactions: &[Vec<Change>]) -> Vec<Vec<u64>> {
        let mut by_keys = ByKeys::new(self.tables.clone());
        let of = |rows: &Vec<Change>| {
            let transaction = Transaction {
                first: 9,
                last: 9,
                begin: 9,
                ends: true,
                messages: vec![message(9, Kind::Transaction, rows)],
            };
            match by_keys.of(&transaction) {
                Reach::Some(keys) => keys,
                Reach::Everything => panic!("everything"),
            }
        };
        transactions.iter().map(of).collect()
    }
}

/// With `CONFLICT_ACTION` F nothing is left under the old key of a row.
pub(super) fn forced(cluster: &Server) {
    let mut bench = Bench::new(cluster, 'F', 'Q');
    bench.sql(
        "INSERT INTO public.people VALUES ('1', 'ann'), ('2', 'bob'), ('3', 'cat'), ('4', 'dan')",
    );
    let rows = vec![moved("1", "2", Some("eve")), moved("3", "4", None)];
    bench.applied(2, rows, Manner::Careful);
    assert_eq!(bench.people(), "2eve 4cat");
    assert_eq!(bench.exceptions(), "DUPLICATE UPDATE Y, DUPLICATE UPDATE Y");
    // What is not there at all, and is not known as a whole, is left.
    bench.applied(3, vec![moved("7", "2", None)], Manner::Careful);
    assert_eq!(bench.people(), "2eve 4cat");

    // A row that is looked up by all it was is there with other values.
    drop(bench);
    let mut bench = Bench::new(cluster, 'F', 'Q');
    bench.sql("UPDATE asn.ibmqrep_targets SET conflict_rule = 'A'");
    bench.sql("INSERT INTO public.people VALUES ('1', 'ann'), ('2', 'bob')");
    let columns = [("id", true), ("name", true)];
    let schema = schema(2, Identity::Full, &columns);
    assert!(is_committed(
        &bench.apply(group(vec![schema], Manner::Fast))
    ));
    let (one, two) = ([Some("1"), Some("x")], [Some("2"), Some("x")]);
    let rows = vec![changed(&one, &[Some("5"), Some("eve")]), deleted(&two)];
    bench.applied(3, rows, Manner::Careful);
    assert_eq!(bench.people(), "5eve");
}

/// Of equal rows one is meant, whichever partition has it; and nothing is done to several that a key should tell apart.
pub(super) fn several(cluster: &Server) {
    let whole = [("id", true), ("name", true)];
    let mut bench = Bench::with(
        cluster,
        'I',
        "CREATE TABLE public.people (id text, name text) PARTITION BY LIST (id); \
         CREATE TABLE public.people_1 PARTITION OF public.people FOR VALUES IN ('1'); \
         CREATE TABLE public.people_2 PARTITION OF public.people FOR VALUES IN ('2'); \
         INSERT INTO public.people VALUES ('1', 'x'), ('1', 'x'), ('2', 'x'), ('2', 'y')",
        schema(2, Identity::Full, &whole),
    );
    let gone = deleted(&[Some("1"), Some("x")]);
    bench.applied(3, vec![gone.clone()], Manner::Fast);
    assert_eq!(bench.all(), "(1,x) (2,x) (2,y)");
    bench.applied(4, vec![gone], Manner::Careful);
    assert_eq!(bench.all(), "(2,x) (2,y)");

    for conflict in ['I', 'F'] {
        drop(bench);
        bench = Bench::with(
            cluster,
            conflict,
            "CREATE TABLE public.people (id text, name text); INSERT INTO public.people VALUES ('1', 'x'), ('1', 'y')",
            schema_of(2, 1, "people", "PEOPLE"),
        );
        bench.applied(3, vec![delete("1")], Manner::Careful);
        assert_eq!(bench.all(), "(1,x) (1,y)");
        assert_eq!(bench.exceptions(), "CHECKFAILED DELETE N");
    }
    drop(bench);
}

/// Rows done by one statement come out as those done one by one, where all there is of a row is its key.
pub(super) fn keys_that_change(cluster: &Server) {
    let pair = |a: &'static str, b: &'static str| vec![Some(a), Some(b)];
    let to = |from: Vec<Option<&str>>, to: Vec<Option<&str>>| {
        let mut rows = row(b'K', &from);
        rows.extend(row(b'N', &to));
        (Action::Update, rows)
    };
    let changes = vec![
        (Action::Update, row(b'N', &pair("9", "9"))),
        to(pair("1", "1"), pair("1", "2")),
        to(pair("1", "3"), pair("1", "1")),
        to(pair("1", "1"), pair("1", "5")),
    ];
    for manner in [Manner::Fast, Manner::Careful] {
        let mut bench = Bench::with(
            cluster,
            'I',
            "CREATE TABLE public.people (id text, name text, PRIMARY KEY (id, name)); INSERT INTO public.people VALUES ('9', '9'), ('1', '1'), ('1', '3')",
            schema(2, Identity::Default, &[("id", true), ("name", true)]),
        );
        bench.applied(3, changes.clone(), manner);
        assert_eq!(bench.all(), "(1,2) (1,5) (9,9)", "{manner:?}");
    }
}

/// Operators of types that somebody has made, and types without any.
pub(super) fn equal_values(cluster: &Server) {
    let whole = [("id", true), ("name", true)];
    let code = "CREATE TYPE public.code; \
         CREATE FUNCTION public.code_in(cstring) RETURNS public.code AS 'byteain' LANGUAGE internal IMMUTABLE STRICT; \
         CREATE FUNCTION public.code_out(public.code) RETURNS cstring AS 'byteaout' LANGUAGE internal IMMUTABLE STRICT; \
         CREATE TYPE public.code (INPUT = public.code_in, OUTPUT = public.code_out, LIKE = pg_catalog.bytea); \
         CREATE FUNCTION public.code_eq(public.code, public.code) RETURNS bool AS 'byteaeq' LANGUAGE internal IMMUTABLE STRICT; \
         CREATE FUNCTION public.code_hash(public.code) RETURNS int AS 'hashvarlena' LANGUAGE internal IMMUTABLE STRICT; \
         CREATE OPERATOR public.= (LEFTARG = public.code, RIGHTARG = public.code, FUNCTION = public.code_eq, HASHES); \
         CREATE OPERATOR CLASS public.code_ops DEFAULT FOR TYPE public.code USING hash AS OPERATOR 1 public.=, FUNCTION 1 public.code_hash(public.code)";
    let mut bench = Bench::new(cluster, 'I', 'Q');
    bench.sql("SET client_min_messages = warning");
    bench.sql(code);
    for of in [
        "public.code",
        "public.code[]",
        "json",
        "json[]",
        "box",
        "point",
    ] {
        let (one, other) = match of {
            "public.code[]" => ("{\\\\x01}", "{\\\\x02}"),
            "public.code" => ("\\x01", "\\x02"),
            "json" => ("{\"a\": 1}", "{\"a\": 2}"),
            "json[]" => ("{1,2}", "{1,3}"),
            // Of the same area.
            "box" => ("(2,2),(0,0)", "(4,1),(0,0)"),
            _ => ("(1,2)", "(1,3)"),
        };
        drop(bench);
        let sql = format!("CREATE TABLE public.people (id text, name {of})");
        bench = Bench::with(cluster, 'I', &sql, schema(2, Identity::Full, &whole));
        for value in [one, other] {
            let value = ferromq_postgres::literal(value);
            bench.sql(&format!("INSERT INTO public.people VALUES ('1', {value})"));
        }
        // The other is left, and is found by what it is.
        let both = [
            deleted(&[Some("1"), Some(one)]),
            changed(&[Some("1"), Some(other)], &[Some("2"), Some(other)]),
        ];
        bench.applied(3, both.to_vec(), Manner::Fast);
        let found = bench.sql("SELECT id FROM public.people");
        let count = bench.sql("SELECT count(*) FROM public.people");
        assert_eq!((found.as_str(), count.as_str()), ("2", "1"), "{of}");
    }
    // By a key, one by one and by one statement; and its index is for that.
    drop(bench);
    let sql = "CREATE TABLE public.people (id public.code, name text); INSERT INTO public.people SELECT ('\\x0' || n)::public.code, 'x' FROM generate_series(1, 5) n";
    bench = Bench::with(cluster, 'I', sql, schema_of(2, 1, "people", "PEOPLE"));
    bench.applied(3, vec![delete("\\x01")], Manner::Fast);
    let rows = ["2", "3", "4", "5"].map(|id| delete(&format!("\\x0{id}")));
    bench.applied(4, rows.to_vec(), Manner::Fast);
    assert_eq!(bench.all(), "");
    bench.sql("DROP TABLE public.people; DROP TYPE public.code CASCADE");
}

/// Types that are made of others: `=` between such a value and one without a type is none.
pub(super) fn composites(cluster: &Server) {
    let both = [("id", true), ("name", true)];
    let key = [("id", true), ("name", false)];
    let mut bench = Bench::new(cluster, 'F', 'Q');
    bench.sql("DROP TYPE IF EXISTS public.pair; CREATE TYPE public.pair AS (a int, b text)");
    for manner in [Manner::Fast, Manner::Careful] {
        drop(bench);
        let sql = "CREATE TABLE public.people (id public.pair PRIMARY KEY, name text); INSERT INTO public.people VALUES ((1, 'x'), 'ann'), ((2, 'x'), 'bob')";
        bench = Bench::with(cluster, 'F', sql, schema(2, Identity::Default, &key));
        let change = (Action::Update, row(b'N', &[Some("(1,x)"), Some("eve")]));
        let rows = vec![
            change,
            delete("(2,x)"),
            moved("(1,x)", "(3,x)", Some("eve")),
        ];
        bench.applied(3, rows, manner);
        assert_eq!(bench.all(), "(\"(3,x)\",eve)");

        // Forced, too.
        bench.sql("INSERT INTO public.people VALUES ((4, 'x'), 'dan')");
        bench.applied(
            4,
            vec![moved("(3,x)", "(4,x)", Some("eve"))],
            Manner::Careful,
        );
        assert_eq!(bench.all(), "(\"(4,x)\",eve)");

        drop(bench);
        let sql = "CREATE TABLE public.people (id text, name public.pair); INSERT INTO public.people VALUES ('1', (1, 'x')), ('2', (1, 'x'))";
        bench = Bench::with(cluster, 'I', sql, schema(2, Identity::Full, &both));
        let (one, two) = ([Some("1"), Some("(1,x)")], [Some("2"), Some("(1,x)")]);
        let rows = vec![deleted(&one), changed(&two, &[Some("2"), Some("(2,x)")])];
        bench.applied(3, rows, manner);
        assert_eq!(bench.all(), "(2,\"(2,x)\")");
    }
    bench.sql("DROP TABLE public.people; DROP TYPE public.pair");
}

/// A column that the source has got since is nobody's until it is mapped, and what lacks a column ends as `ERROR_ACTION` says.
pub(super) fn columns_that_are_added(cluster: &Server) {
    let told = |said: &[AgentEvent], what: &str| {
        let is_it =
            |it: &&AgentEvent| matches!(it, AgentEvent::Notice(line) if line.contains(what));
        said.iter().filter(is_it).count()
    };
    let more = [("id", true), ("name", false), ("age", false)];
    let person = |id: &str| {
        let cells = [Some(id), Some("ann"), Some("7")];
        (Action::Insert, row(b'N', &cells))
    };
    let mut bench = Bench::new(cluster, 'I', 'Q');
    let said = bench.apply(group(
        vec![schema(2, Identity::Default, &more)],
        Manner::Fast,
    ));
    assert!(is_committed(&said), "{said:?}");
    assert_eq!(told(&said, "FMQ0415W"), 1, "{said:?}");
    bench.applied(3, vec![person("1")], Manner::Fast);
    assert_eq!(bench.people(), "1ann");
    // Once; and it is nobody's though the target has got it, too.
    bench.sql("ALTER TABLE public.people ADD COLUMN age int");
    let said = bench.apply(group(
        vec![schema(4, Identity::Default, &more)],
        Manner::Fast,
    ));
    assert_eq!(
        (is_committed(&said), told(&said, "FMQ0415W")),
        (true, 0),
        "{said:?}"
    );
    bench.applied(5, vec![person("2")], Manner::Fast);
    assert_eq!(bench.sql("SELECT count(age) FROM public.people"), "0");
    // Until it is mapped.
    bench.sql("INSERT INTO asn.ibmqrep_trg_cols (subname, recvq, target_colname, source_colname) VALUES ('PEOPLE', 'Q', 'age', 'age')");
    let said = bench.apply(group(
        vec![schema(6, Identity::Default, &more)],
        Manner::Fast,
    ));
    assert!(is_committed(&said), "{said:?}");
    bench.applied(7, vec![person("3")], Manner::Fast);
    assert_eq!(
        bench.sql("SELECT id || age FROM public.people WHERE age IS NOT NULL"),
        "37"
    );

    // What was there and is not any more.
    for error in ['D', 'S'] {
        drop(bench);
        bench = Bench::new(cluster, 'I', error);
        bench.sql("ALTER TABLE public.people DROP COLUMN name");
        let said = bench.apply(group(vec![super::schema(2)], Manner::Fast));
        if error == 'S' {
            let ends =
                |it: &AgentEvent| matches!(it, AgentEvent::Failed(refusal) if refusal.ends_program);
            assert!(said.iter().any(ends), "{said:?}");
            continue;
        }
        assert_eq!(
            (is_committed(&said), told(&said, "FMQ0442")),
            (true, 1),
            "{said:?}"
        );
        let state = bench.sql("SELECT state || ' ' || state_info FROM asn.ibmqrep_targets");
        assert!(state.starts_with("I FMQ0437"), "{state}");
        bench.applied(3, vec![super::insert("1", "ann")], Manner::Fast);
        assert_eq!(bench.sql("SELECT count(*) FROM public.people"), "0");
    }
}

/// Transactions that touch the same row have a number in common, whatever keys the target has.
pub(super) fn touched(cluster: &Server) {
    let columns = [("id", true), ("email", false)];
    // What a row is found by is not unique, and something else is.
    let mut bench = Bench::with(
        cluster,
        'I',
        "CREATE TABLE public.people (id text, email text UNIQUE)",
        schema(2, Identity::Default, &columns),
    );
    let to = |id: &str, email: Option<&str>| vec![(Action::Update, row(b'N', &[Some(id), email]))];
    let all = [
        to("1", Some("b")),
        to("1", Some("c")),
        to("2", Some("d")),
        to("1", None),
        vec![delete("1")],
    ];
    let found = bench.touched(&all);
    let common = |a: usize, b: usize| found[a].iter().any(|it| found[b].contains(it));
    assert!(
        common(0, 1) && common(0, 3) && common(3, 4) && common(0, 4),
        "{found:?}"
    );
    assert!(!common(0, 2) && !common(2, 4), "{found:?}");

    // The identity is another than the primary key, and may be NULL.
    drop(bench);
    let mut bench = Bench::with(
        cluster,
        'I',
        "CREATE TABLE public.people (id text, pk text PRIMARY KEY)",
        schema(2, Identity::Index, &[("id", true), ("pk", false)]),
    );
    let all = [
        to("1", Some("7")),
        vec![delete("1")],
        to("2", Some("8")),
        vec![delete("2")],
    ];
    let found = bench.touched(&all);
    let common = |a: usize, b: usize| found[a].iter().any(|it| found[b].contains(it));
    assert!(common(0, 1) && common(2, 3) && !common(0, 3), "{found:?}");

    // No key at all: an insert and what becomes of that row.
    drop(bench);
    let mut bench = Bench::with(
        cluster,
        'I',
        "CREATE TABLE public.people (id text, name text)",
        schema(2, Identity::Full, &[("id", true), ("name", true)]),
    );
    let all = [
        vec![super::insert("1", "x")],
        vec![deleted(&[Some("1"), Some("x")])],
        vec![super::insert("2", "x")],
    ];
    let found = bench.touched(&all);
    let common = |a: usize, b: usize| found[a].iter().any(|it| found[b].contains(it));
    assert!(common(0, 1) && !common(0, 2) && !common(1, 2), "{found:?}");
}
