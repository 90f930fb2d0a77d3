//! From text to a tree of conditions.

use crate::field::Field;
use crate::pattern::Pattern;
use crate::token::{Token, Tokens};
use crate::{Fault, Reads, SelectorError};

/// Conditions in conditions, and operators in a row, go no deeper than this.
const DEPTH_MAX: usize = 200;

/// A part of a selector.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    Boolean(bool),
    Integer(i64),
    Float(f64),
    Text(Box<str>),
    Bytes(Box<[u8]>),
    Field(Field),
    Negative(Box<Node>),
    Arithmetic(Arithmetic, Box<Node>, Box<Node>),
    Compare(Comparison, Box<Node>, Box<Node>),
    And(Vec<Node>),
    Or(Vec<Node>),
    Not(Box<Node>),
    /// The value, the ends of the range, and whether it must not be in it.
    Between(Box<[Node; 3]>, bool),
    In(Field, Box<[Box<str>]>, bool),
    Like(Field, Pattern, bool),
    IsNull(Field, bool),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    Divide,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// What is known of the value of a node without looking at a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Condition,
    Number,
    Text,
    Bytes,
    /// That of a property: anything.
    Open,
}

impl Node {
    fn kind(&self) -> Kind {
        match self {
            Self::Integer(_) | Self::Float(_) | Self::Negative(_) | Self::Arithmetic(..) => {
                Kind::Number
            }
            Self::Text(_) => Kind::Text,
            Self::Bytes(_) => Kind::Bytes,
            Self::Field(_) => Kind::Open,
            _ => Kind::Condition,
        }
    }

    pub(crate) fn reads(&self) -> Reads {
        let mut reads = Reads::default();
        self.add_reads(&mut reads);
        reads
    }

    fn add_reads(&self, reads: &mut Reads) {
        match self {
            Self::Boolean(_)
            | Self::Integer(_)
            | Self::Float(_)
            | Self::Text(_)
            | Self::Bytes(_) => {}
            Self::Field(field)
            | Self::In(field, ..)
            | Self::Like(field, ..)
            | Self::IsNull(field, _) => {
                reads.fields = true;
                reads.properties |= field.reads_properties();
                reads.backout_count |= field.reads_backout_count();
            }
            Self::Negative(node) | Self::Not(node) => node.add_reads(reads),
            Self::Arithmetic(_, left, right) | Self::Compare(_, left, right) => {
                left.add_reads(reads);
                right.add_reads(reads);
            }
            Self::And(nodes) | Self::Or(nodes) => {
                nodes.iter().for_each(|node| node.add_reads(reads));
            }
            Self::Between(nodes, _) => nodes.iter().for_each(|node| node.add_reads(reads)),
        }
    }
}

type Parsed<T = Node> = Result<T, SelectorError>;

/// Parses a whole selector.
pub(crate) fn parse(text: &str) -> Parsed {
    let mut tokens = Tokens::new(text);
    let (at, token) = tokens.next()?;
    if token == Token::End {
        return Ok(Node::Boolean(true));
    }
    let mut parser = Parser {
        tokens,
        at,
        token,
        depth: 0,
    };
    let node = parser.either()?;
    if parser.token != Token::End {
        return parser.expected("AND, OR or the end");
    }
    condition(node, 0)
}

struct Parser<'a> {
    tokens: Tokens<'a>,
    /// The token that comes next, and its place.
    at: usize,
    token: Token,
    depth: usize,
}

impl Parser<'_> {
    fn advance(&mut self) -> Parsed<Token> {
        let (at, token) = self.tokens.next()?;
        self.at = at;
        Ok(std::mem::replace(&mut self.token, token))
    }

    fn eat(&mut self, token: &Token) -> Parsed<bool> {
        let there = self.token == *token;
        if there {
            self.advance()?;
        }
        Ok(there)
    }

    fn eat_word(&mut self, word: &'static str) -> Parsed<bool> {
        self.eat(&Token::Word(word))
    }

    fn need_sign(&mut self, sign: &'static str) -> Parsed<()> {
        if self.eat(&Token::Sign(sign))? {
            return Ok(());
        }
        self.expected(sign)
    }

    fn expected<T>(&self, what: &'static str) -> Parsed<T> {
        fail(self.at, Fault::Expected(what))
    }

    fn deeper(&mut self) -> Parsed<()> {
        self.depth += 1;
        if self.depth > DEPTH_MAX {
            return fail(self.at, Fault::TooDeep);
        }
        Ok(())
    }

    fn either(&mut self) -> Parsed {
        let at = self.at;
        let first = self.both()?;
        if self.token != Token::Word("OR") {
            return Ok(first);
        }
        let mut nodes = vec![condition(first, at)?];
        while self.eat_word("OR")? {
            let at = self.at;
            nodes.push(condition(self.both()?, at)?);
        }
        Ok(Node::Or(nodes))
    }

    fn both(&mut self) -> Parsed {
        let at = self.at;
        let first = self.negation()?;
        if self.token != Token::Word("AND") {
            return Ok(first);
        }
        let mut nodes = vec![condition(first, at)?];
        while self.eat_word("AND")? {
            let at = self.at;
            nodes.push(condition(self.negation()?, at)?);
        }
        Ok(Node::And(nodes))
    }

    fn negation(&mut self) -> Parsed {
        if !self.eat_word("NOT")? {
            return self.comparison();
        }
        self.deeper()?;
        let at = self.at;
        let node = condition(self.negation()?, at)?;
        self.depth -= 1;
        Ok(Node::Not(Box::new(node)))
    }

    fn comparison(&mut self) -> Parsed {
        let at = self.at;
        let left = self.sum()?;
        if let Some(comparison) = self.comparison_sign() {
            self.advance()?;
            let right = self.sum()?;
            check_comparison(comparison, &left, &right, at)?;
            return Ok(Node::Compare(comparison, Box::new(left), Box::new(right)));
        }
        if self.eat_word("IS")? {
            let not = self.eat_word("NOT")?;
            if !self.eat_word("NULL")? {
                return self.expected("NULL");
            }
            return Ok(Node::IsNull(field(left, at)?, not));
        }
        let not = self.eat_word("NOT")?;
        if self.eat_word("BETWEEN")? {
            return self.between(left, at, not);
        }
        if self.eat_word("IN")? {
            let values = self.list()?;
            return Ok(Node::In(field(left, at)?, values, not));
        }
        if self.eat_word("LIKE")? {
            return self.like(field(left, at)?, not);
        }
        if not {
            return self.expected("BETWEEN, IN or LIKE");
        }
        Ok(left)
    }

    fn comparison_sign(&self) -> Option<Comparison> {
        let Token::Sign(sign) = self.token else {
            return None;
        };
        Some(match sign {
            "=" => Comparison::Equal,
            "<>" => Comparison::NotEqual,
            "<" => Comparison::Less,
            "<=" => Comparison::LessOrEqual,
            ">" => Comparison::Greater,
            ">=" => Comparison::GreaterOrEqual,
            _ => return None,
        })
    }

    fn between(&mut self, value: Node, at: usize, not: bool) -> Parsed {
        let low = self.sum()?;
        if !self.eat_word("AND")? {
            return self.expected("AND");
        }
        let high = self.sum()?;
        let range = [number(value, at)?, number(low, at)?, number(high, at)?];
        Ok(Node::Between(Box::new(range), not))
    }

    fn list(&mut self) -> Parsed<Box<[Box<str>]>> {
        self.need_sign("(")?;
        let mut values = Vec::new();
        loop {
            values.push(self.text()?.into());
            if !self.eat(&Token::Sign(","))? {
                break;
            }
        }
        self.need_sign(")")?;
        Ok(values.into())
    }

    fn like(&mut self, field: Field, not: bool) -> Parsed {
        let at = self.at;
        let pattern = self.text()?;
        let mut escape = None;
        if self.eat_word("ESCAPE")? {
            let at = self.at;
            let text = self.text()?;
            let mut chars = text.chars();
            escape = chars.next();
            if escape.is_none() || chars.next().is_some() {
                return fail(at, Fault::Type("ESCAPE takes one character"));
            }
        }
        match Pattern::new(&pattern, escape) {
            Some(pattern) => Ok(Node::Like(field, pattern, not)),
            None => fail(at, Fault::Type("the escape character escapes nothing")),
        }
    }

    fn text(&mut self) -> Parsed<String> {
        if !matches!(self.token, Token::Text(_)) {
            return self.expected("text in single quotation marks");
        }
        match self.advance()? {
            Token::Text(text) => Ok(text),
            _ => self.expected("text in single quotation marks"),
        }
    }

    fn sum(&mut self) -> Parsed {
        self.chain(Self::product, |sign| match sign {
            "+" => Some(Arithmetic::Add),
            "-" => Some(Arithmetic::Subtract),
            _ => None,
        })
    }

    fn product(&mut self) -> Parsed {
        self.chain(Self::signed, |sign| match sign {
            "*" => Some(Arithmetic::Multiply),
            "/" => Some(Arithmetic::Divide),
            _ => None,
        })
    }

    /// Operators of one rank, from left to right.
    fn chain(
        &mut self,
        part: fn(&mut Self) -> Parsed,
        of_sign: fn(&str) -> Option<Arithmetic>,
    ) -> Parsed {
        let at = self.at;
        let before = self.depth;
        let mut left = part(self)?;
        while let Token::Sign(sign) = self.token
            && let Some(arithmetic) = of_sign(sign)
        {
            self.deeper()?;
            self.advance()?;
            let right_at = self.at;
            let right = number(part(self)?, right_at)?;
            left = Node::Arithmetic(arithmetic, Box::new(number(left, at)?), Box::new(right));
        }
        self.depth = before;
        Ok(left)
    }

    fn signed(&mut self) -> Parsed {
        if self.eat(&Token::Sign("+"))? {
            self.deeper()?;
            let at = self.at;
            let node = number(self.signed()?, at);
            self.depth -= 1;
            return node;
        }
        if !self.eat(&Token::Sign("-"))? {
            return self.primary();
        }
        if let Token::Integer(value) = self.token {
            let at = self.at;
            self.advance()?;
            return match 0_i64.checked_sub_unsigned(value) {
                Some(value) => Ok(Node::Integer(value)),
                None => fail(at, Fault::Number),
            };
        }
        self.deeper()?;
        let at = self.at;
        let node = number(self.signed()?, at)?;
        self.depth -= 1;
        Ok(Node::Negative(Box::new(node)))
    }

    fn primary(&mut self) -> Parsed {
        let at = self.at;
        match self.advance()? {
            Token::Name(name) => match Field::named(&name) {
                Some(field) => Ok(Node::Field(field)),
                None => fail(at, Fault::Name(name)),
            },
            Token::Word("TRUE") => Ok(Node::Boolean(true)),
            Token::Word("FALSE") => Ok(Node::Boolean(false)),
            Token::Text(text) => Ok(Node::Text(text.into())),
            Token::Bytes(bytes) => Ok(Node::Bytes(bytes.into())),
            Token::Float(value) => Ok(Node::Float(value)),
            Token::Integer(value) => match i64::try_from(value) {
                Ok(value) => Ok(Node::Integer(value)),
                Err(_) => fail(at, Fault::Number),
            },
            Token::Sign("(") => {
                self.deeper()?;
                let node = self.either()?;
                self.need_sign(")")?;
                self.depth -= 1;
                Ok(node)
            }
            _ => fail(at, Fault::Expected("a name, a literal or a parenthesis")),
        }
    }
}

fn fail<T>(at: usize, fault: Fault) -> Parsed<T> {
    Err(SelectorError { at, fault })
}

fn condition(node: Node, at: usize) -> Parsed {
    match node.kind() {
        Kind::Condition | Kind::Open => Ok(node),
        _ => fail(at, Fault::Type("a condition is needed, not a value")),
    }
}

fn number(node: Node, at: usize) -> Parsed {
    match node.kind() {
        Kind::Number | Kind::Open => Ok(node),
        _ => fail(at, Fault::Type("a number is needed")),
    }
}

fn field(node: Node, at: usize) -> Parsed<Field> {
    match node {
        Node::Field(field) => Ok(field),
        _ => fail(at, Fault::Type("the name of a property is needed")),
    }
}

/// Documented: of strings, byte strings and booleans it can only be asked whether they are equal.
fn check_comparison(comparison: Comparison, left: &Node, right: &Node, at: usize) -> Parsed<()> {
    let ordered = !matches!(comparison, Comparison::Equal | Comparison::NotEqual);
    let sortable = |node: &Node| matches!(node.kind(), Kind::Number | Kind::Open);
    if ordered && !(sortable(left) && sortable(right)) {
        let what = "only numbers can be less or greater than others";
        return fail(at, Fault::Type(what));
    }
    Ok(())
}
