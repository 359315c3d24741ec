//! Constraints become rules; what their arguments say is read in [`super::arguments`].

use super::cell_of_name;
use super::nfa;
use super::shape::Shape;
use super::tree::Node;
use crate::Cell;
use crate::formats::no_rules::NoRules;
use crate::rule::{
    Arrow, Cage, Compare, Connected, Contains, Counting, Different, Dot, Either, EndsLine,
    EqualSums, Groups, GroupsLine, How, Index, Jump, Machine, Mirror, Negative, OddCage, OneOf,
    PairSum, Rank, Regions, Relation, Renban, Rule, RuleError, SameValues, Sandwich, Signs,
    Skyscraper, Squares, Sum, SumLine, Thermometer, Values, Whisper, XSum, Zipper,
};

/// What constraints need to know of the puzzle around them.
pub(super) struct Reader<'s> {
    pub shape: &'s Shape,
    /// Whether equal lines share their ranks.
    pub shared_ranks: bool,
    /// Pairs that bear a dot, or X and V: what is not marked with them.
    pub dots: Vec<(Cell, Cell)>,
    pub sums: Vec<(Cell, Cell)>,
}

pub(super) type Read = Result<Vec<Rule>, NoRules>;

pub(super) fn wrong<T>(what: impl Into<String>) -> Result<T, NoRules> {
    Err(NoRules::Wrong(what.into()))
}

impl Reader<'_> {
    /// The rules of one constraint.
    pub fn read(&self, node: &Node<'_>) -> Read {
        let one = |rule: Result<Rule, RuleError>| -> Read { Ok(vec![rule?]) };
        let board = self.board();
        match node.name {
            "Cage" => {
                let sum = u32::try_from(self.number(node, 0)?).ok();
                let Some(sum) = sum else { return wrong("the sum of a cage is below 0") };
                let cells = self.cells(node, 1)?;
                let mut distinct = cells.clone();
                distinct.sort_unstable();
                distinct.dedup();
                // A cell that is named twice counts twice, and differs from the others once.
                if distinct.len() < cells.len() {
                    let mut rules = vec![Rule::Different(Different::new(distinct.clone())?)];
                    if sum != 0 {
                        let times =
                            |cell: Cell| cells.iter().filter(|&&c| c == cell).count() as i32;
                        let terms = distinct.into_iter().map(|cell| (cell, times(cell))).collect();
                        rules.push(Rule::Sum(Sum::new(terms, i64::from(sum))?));
                    }
                    return Ok(rules);
                }
                one(Cage::new(cells, (sum != 0).then_some(sum)).map(Rule::Cage))
            }
            "WhiteDot" | "BlackDot" | "X" | "V" => {
                let pairs = self.touching(&self.cells(node, 0)?)?;
                let rule = |&(a, b): &(Cell, Cell)| match node.name {
                    "WhiteDot" => Dot::white(a, b, 1).map(Rule::Dot),
                    "BlackDot" => Dot::black(a, b, 2).map(Rule::Dot),
                    "X" => PairSum::new(a, b, 10).map(Rule::PairSum),
                    _ => PairSum::new(a, b, 5).map(Rule::PairSum),
                };
                Ok(pairs.iter().map(rule).collect::<Result<_, _>>()?)
            }
            "GreaterThan" => {
                let pairs = self.touching(&self.cells(node, 0)?)?;
                Ok(pairs.into_iter().map(|(a, b)| Rule::Compare(Compare::Greater(a, b))).collect())
            }
            "StrictKropki" => Ok(vec![Rule::Negative(Negative::new(Signs::Kropki, &self.dots))]),
            "StrictXV" => Ok(vec![Rule::Negative(Negative::new(Signs::Xv, &self.sums))]),
            "Arrow" => {
                let cells = self.cells(node, 0)?;
                let Some((&bulb, shaft)) = cells.split_first() else { return wrong("no cells") };
                one(Arrow::new(vec![bulb], shaft.to_vec()).map(Rule::Arrow))
            }
            "DoubleArrow" => one(Arrow::double(self.cells(node, 0)?).map(Rule::Arrow)),
            "PillArrow" => {
                let n = usize::try_from(self.number(node, 0)?).unwrap_or(0);
                let mut cells = self.cells(node, 1)?;
                if !(2..=3).contains(&n) || cells.len() <= n {
                    return wrong("a pill has 2 or 3 cells, and others behind it");
                }
                let shaft = cells.split_off(n);
                cells.sort_unstable();
                one(Arrow::new(cells, shaft).map(Rule::Arrow))
            }
            "Thermo" => one(Thermometer::new(self.cells(node, 0)?).map(Rule::Thermometer)),
            "Whisper" => {
                one(Whisper::new(self.cells(node, 1)?, self.number(node, 0)?).map(Rule::Whisper))
            }
            "Renban" => one(Renban::new(self.cells(node, 0)?).map(Rule::Renban)),
            "Modular" => {
                let groups = Groups::Modulo(self.number(node, 0)?);
                one(GroupsLine::new(self.cells(node, 1)?, groups).map(Rule::GroupsLine))
            }
            "Entropic" => {
                one(GroupsLine::new(self.cells(node, 0)?, Groups::Thirds).map(Rule::GroupsLine))
            }
            "RegionSumLine" => {
                let mut pieces: Vec<Vec<Cell>> = Vec::new();
                let mut last = None;
                for cell in self.cells(node, 0)? {
                    let place =
                        board.place(cell).map(|(row, column)| row * board.columns() + column);
                    let region = place.and_then(|place| self.shape.regions[place]);
                    match pieces.last_mut() {
                        Some(piece) if last == Some(region) => piece.push(cell),
                        _ => pieces.push(vec![cell]),
                    }
                    last = Some(region);
                }
                if self.shape.regions.iter().all(Option::is_none) {
                    return Ok(Vec::new());
                }
                let parts = crate::rule::Parts { lists: pieces, ..Default::default() };
                one(Rule::from_parts("region-sum", parts))
            }
            "Between" => one(EndsLine::between(self.cells(node, 0)?).map(Rule::EndsLine)),
            "Lockout" => {
                let least = self.number(node, 0)?;
                one(EndsLine::lockout(self.cells(node, 1)?, least).map(Rule::EndsLine))
            }
            "Palindrome" => one(Mirror::palindrome(self.cells(node, 0)?).map(Rule::Mirror)),
            "Zipper" => one(Zipper::new(self.cells(node, 0)?).map(Rule::Zipper)),
            "SumLine" => {
                let total = self.number(node, 0)?;
                let ring = node.arguments.last().is_some_and(|last| last == "LOOP");
                let mut node = node.clone();
                node.arguments.retain(|word| word != "LOOP");
                let cells = self.cells(&node, 1)?;
                let rule =
                    if ring { SumLine::ring(cells, total) } else { SumLine::new(cells, total) };
                one(rule.map(Rule::SumLine))
            }
            "Regex" => {
                let packed = node.argument(0).unwrap_or_default();
                let pattern = match packed.contains('%') {
                    true => Some(super::percent_decoded(packed)),
                    false => nfa::decode(packed).and_then(|bytes| String::from_utf8(bytes).ok()),
                };
                let Some(pattern) = pattern else { return wrong("the expression is not readable") };
                let rule = |cells| Machine::expression(cells, &pattern).map(Rule::Machine);
                Ok(self.groups(node)?.into_iter().map(rule).collect::<Result<_, _>>()?)
            }
            "NFA" => {
                let Some(automaton) = nfa::read(node.argument(0).unwrap_or_default()) else {
                    return wrong("the automaton is not readable");
                };
                let mut rules = Vec::new();
                for segments in self.segmented_groups(node)? {
                    let lengths: Vec<usize> = segments.iter().map(Vec::len).collect();
                    let automaton = match lengths.len() {
                        1 => Some(automaton.clone()),
                        _ => nfa::over_segments(&automaton, &lengths, board.size()),
                    };
                    let Some(automaton) = automaton else {
                        return wrong("the automaton is too large for lines of so many cells");
                    };
                    rules.push(Rule::Machine(Machine::automaton(segments.concat(), automaton)?));
                }
                Ok(rules)
            }
            "ConnectedValues" => {
                // Of groups of cells beside the grid nobody says how they touch.
                if !node.argument(0).unwrap_or_default().is_empty() {
                    return Err(NoRules::Unknown);
                }
                let values = node.argument(1).unwrap_or_default().split('_');
                let Ok(values) = values.map(str::parse).collect::<Result<Vec<i64>, _>>() else {
                    return wrong("the values are not readable");
                };
                let size = match node.argument(2).filter(|size| !size.is_empty()) {
                    None => None,
                    Some(size) => match size.parse() {
                        Ok(size) => Some(size),
                        Err(_) => return wrong(format!("{size:?} is no number of cells")),
                    },
                };
                one(Connected::new(values, size).map(Rule::Connected))
            }
            "Pair" | "PairX" | "Binary" | "BinaryX" => {
                let swapped = node.name.starts_with("Binary");
                let table = self.table(node.argument(0).unwrap_or_default(), swapped)?;
                let rule = |cells| match node.name.ends_with('X') {
                    true => Relation::among(cells, table.clone()).map(Rule::Relation),
                    false => Relation::along(cells, table.clone()).map(Rule::Relation),
                };
                Ok(self.groups(node)?.into_iter().map(rule).collect::<Result<_, _>>()?)
            }
            "AntiKnight" => Ok(vec![Rule::Jump(Jump::Apart(1, 2))]),
            "AntiKing" => Ok(vec![Rule::Jump(Jump::Apart(1, 1))]),
            "AntiConsecutive" => Ok(vec![Rule::Jump(Jump::Nonconsecutive(1))]),
            "AntiTaxicab" => Ok(vec![Rule::Jump(Jump::Taxicab)]),
            "GlobalEntropy" => Ok(vec![Rule::Squares(Squares::Entropy)]),
            "GlobalMod" => Ok(vec![Rule::Squares(Squares::Modular)]),
            "DutchFlatmates" => Ok(vec![Rule::Squares(Squares::Flatmates)]),
            "FullRankTies" => Ok(match node.argument(0) {
                Some("none") => vec![Rule::Rank(Rank::NoTies)],
                _ => Vec::new(),
            }),
            "FullRank" => self.both_ends(node, |line, place| {
                Rank::new(line, place, self.shared_ranks).map(Rule::Rank)
            }),
            "ValueIndexing" => {
                let cells = self.cells(node, 0)?;
                let &[value, says, ref line @ ..] = cells.as_slice() else {
                    return wrong("three cells are needed at least");
                };
                one(Index::other(value, says, line.to_vec()).map(Rule::Index))
            }
            "RellikCage" => {
                let total = self.number(node, 0)?;
                one(OddCage::rellik(self.cells(node, 1)?, total).map(Rule::OddCage))
            }
            "EqualityCage" => one(OddCage::equality(self.cells(node, 0)?).map(Rule::OddCage)),
            "Sum" => self.sum(node),
            "LittleKiller" => {
                let cells = self.diagonal(node.argument(1).unwrap_or_default())?;
                one(Sum::little_killer(cells, self.number(node, 0)?).map(Rule::Sum))
            }
            "XSum" => self.both_ends(node, |line, total| XSum::new(line, total).map(Rule::XSum)),
            "Sandwich" => {
                let line = self.line(node.argument(1).unwrap_or_default(), false)?;
                one(Sandwich::new(line, self.number(node, 0)?).map(Rule::Sandwich))
            }
            "Lunchbox" => {
                let total = self.number(node, 0)?;
                one(Sandwich::lunchbox(self.cells(node, 1)?, total).map(Rule::Sandwich))
            }
            "Skyscraper" => {
                self.both_ends(node, |line, n| Skyscraper::seen(line, n).map(Rule::Skyscraper))
            }
            "HiddenSkyscraper" => {
                self.both_ends(node, |line, v| Skyscraper::hidden(line, v).map(Rule::Skyscraper))
            }
            "NumberedRoom" => {
                self.both_ends(node, |line, value| Index::room(line, value).map(Rule::Index))
            }
            "AllDifferent" => one(Different::new(self.cells(node, 0)?).map(Rule::Different)),
            "ContainAtLeast" | "ContainExact" => {
                let how = if node.name == "ContainExact" { How::Exactly } else { How::Quadruple };
                let values = node.argument(0).unwrap_or_default().split('_');
                let values: Result<Vec<i64>, _> = values.map(str::parse).collect();
                let Ok(values) = values else { return wrong("the values are not readable") };
                one(Contains::new(self.cells(node, 1)?, how, values).map(Rule::Contains))
            }
            "LookAndSay" => {
                let digits: Option<Vec<i64>> = node
                    .argument(0)
                    .unwrap_or_default()
                    .chars()
                    .map(|c| c.to_digit(10).map(i64::from))
                    .collect();
                let numbers = digits.filter(|all| all.len().is_multiple_of(2)).map(|all| {
                    all.chunks(2).flat_map(|pair| [pair[1], pair[0]]).collect::<Vec<i64>>()
                });
                let Some(numbers) = numbers else {
                    return wrong("the clue is not pairs of digits");
                };
                one(Contains::new(self.cells(node, 1)?, How::Counts, numbers).map(Rule::Contains))
            }
            "Quad" => {
                let corner = board.place(self.cell(node.argument(0).unwrap_or_default())?);
                let Some((row, column)) = corner else { return wrong("it lies beside the grid") };
                let places =
                    [(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)];
                let cells: Option<Vec<Cell>> =
                    places.into_iter().map(|(row, column)| board.cell_at(row, column)).collect();
                let Some(cells) = cells else { return wrong("its square is not on the grid") };
                let values = node.arguments.iter().skip(1).map(|v| v.parse::<i64>());
                let Ok(values) = values.collect::<Result<Vec<i64>, _>>() else {
                    return wrong("its values are not numbers");
                };
                one(Contains::new(cells, How::Quadruple, values).map(Rule::Contains))
            }
            "SameValues" => {
                let n = usize::try_from(self.number(node, 0)?).unwrap_or(0);
                let cells = self.cells(node, 1)?;
                if n == 0 || cells.is_empty() || !cells.len().is_multiple_of(n) {
                    return wrong("its cells do not fall into so many sets");
                }
                let sets = cells.chunks(cells.len() / n).map(<[Cell]>::to_vec).collect();
                one(SameValues::new(sets).map(Rule::SameValues))
            }
            "RegionSameValues" => self.same_regions(),
            "EqualSum" => {
                one(EqualSums::new(self.segments(&node.arguments, "-")?).map(Rule::EqualSums))
            }
            "Indexing" => self.indexing(node),
            "CountingCircles" => one(Counting::circles(self.cells(node, 0)?).map(Rule::Counting)),
            "CountDistinct" => {
                let cells = self.cells(node, 0)?;
                let Some((&says, rest)) = cells.split_first() else { return wrong("no cells") };
                one(Counting::distinct(says, rest.to_vec()).map(Rule::Counting))
            }
            "ChaosConstruction" => {
                let cells: Vec<Cell> =
                    board.cells().filter(|&c| board.place(c).is_some()).collect();
                let regions: Result<Vec<Cell>, NoRules> =
                    cells.iter().map(|&cell| self.region_cell(cell)).collect();
                one(Regions::unknown(cells, regions?, self.shape.region_size).map(Rule::Regions))
            }
            "ChaosArrow" => self.chaos_arrow(node),
            "ChaosCount" => self.chaos_count(node),
            "Doppelganger" => self.doppelganger(),
            "" => self.given_rules(node),
            "And" => self.all(&node.children),
            "Or" => {
                let ways: Result<Vec<Vec<Rule>>, NoRules> =
                    node.children.iter().map(|child| self.read(child)).collect();
                let ways = ways?;
                // A way that asks for nothing always holds.
                if ways.iter().any(Vec::is_empty) {
                    return Ok(Vec::new());
                }
                one(Either::new(ways).map(Rule::Either))
            }
            "Replicate" => {
                let mut rules = Vec::new();
                for copy in self.replicas(node)? {
                    rules.extend(self.all(&copy)?);
                }
                Ok(rules)
            }
            // These say what the board is, which was read before, or help a search.
            "Shape" | "NoBoxes" | "RegionSize" | "Jigsaw" | "Diagonal" | "Windoku"
            | "DisjointSets" | "Var" | "SearchPriority" => Ok(Vec::new()),
            _ => Err(NoRules::Unknown),
        }
    }

    fn all(&self, nodes: &[Node<'_>]) -> Read {
        let mut rules = Vec::new();
        for node in nodes {
            rules.extend(self.read(node)?);
        }
        Ok(rules)
    }

    /// Givens inside other constraints are rules; those of the puzzle are read as givens.
    fn given_rules(&self, node: &Node<'_>) -> Read {
        let mut rules = Vec::new();
        for given in &node.arguments {
            let mut words = given.split('_');
            let cell = self.cell(words.next().unwrap_or_default())?;
            let values: Result<Vec<i64>, _> = words.map(str::parse).collect();
            let Ok(values) = values else { return wrong(format!("{given:?} is not a given")) };
            rules.push(Rule::OneOf(OneOf::new(vec![cell], Values::These(values.into()))?));
        }
        Ok(rules)
    }

    fn sum(&self, node: &Node<'_>) -> Read {
        let mut words = node.argument(0).unwrap_or_default().split('_');
        let total = words.next().and_then(|text| text.parse::<i64>().ok());
        let Some(total) = total else { return wrong("the sum is not a number") };
        let cells = self.cells(node, 1)?;
        let weights: Option<Vec<i32>> = match words.next() {
            None => Some(vec![1; cells.len()]),
            Some("=") => words.map(|text| text.parse().ok()).collect(),
            Some(_) => None,
        };
        let weights = weights.filter(|weights| weights.len() == cells.len());
        let Some(weights) = weights else { return wrong("there is not one weight for each cell") };
        let terms = cells.into_iter().zip(weights).collect();
        Ok(vec![Rule::Sum(Sum::new(terms, total)?)])
    }

    /// The largest of all rows, columns and regions hold the same values.
    fn same_regions(&self) -> Read {
        let board = self.board();
        let houses = board.houses().iter().filter(|house| house.kind() != crate::HouseKind::Extra);
        let lists: Vec<Vec<Cell>> = houses.map(|house| house.cells().to_vec()).collect();
        let most = lists.iter().map(Vec::len).max().unwrap_or(0);
        let largest: Vec<Vec<Cell>> = lists.into_iter().filter(|list| list.len() == most).collect();
        if most == board.size() || largest.len() < 2 {
            return Ok(Vec::new());
        }
        Ok(vec![Rule::SameValues(SameValues::new(largest)?)])
    }

    fn indexing(&self, node: &Node<'_>) -> Read {
        let board = self.board();
        let by_rows = match node.argument(0) {
            Some("R") => true,
            Some("C") => false,
            _ => return wrong("it says neither R nor C"),
        };
        let mut rules = Vec::new();
        for cell in self.cells(node, 1)? {
            let Some((row, column)) = board.place(cell) else {
                return wrong("it lies beside the grid");
            };
            let (value, line): (usize, Vec<Cell>) = match by_rows {
                true => {
                    (row + 1, (0..board.rows()).filter_map(|r| board.cell_at(r, column)).collect())
                }
                false => (
                    column + 1,
                    (0..board.columns()).filter_map(|c| board.cell_at(row, c)).collect(),
                ),
            };
            rules.push(Rule::Index(Index::fixed(cell, line, value as i64)?));
        }
        Ok(rules)
    }

    fn chaos_arrow(&self, node: &Node<'_>) -> Read {
        let says = self.cell(node.argument(0).unwrap_or_default())?;
        let less = match node.argument(1) {
            None => 0,
            Some(_) => self.number(node, 1)?,
        };
        let board = self.board();
        let mut arms = match node.arguments.len() > 2 {
            true => self.segments(&node.arguments[2..], "-")?,
            false => {
                let Some((row, column)) = board.place(says) else { return wrong("no arms") };
                let arm = |(down, right): (isize, isize)| -> Vec<Cell> {
                    let steps = 0..board.rows().max(board.columns()) as isize;
                    let at = |i: isize| {
                        let row = row.checked_add_signed(down * i)?;
                        board.cell_at(row, column.checked_add_signed(right * i)?)
                    };
                    steps.map_while(at).collect()
                };
                [(0, -1), (0, 1), (-1, 0), (1, 0)].map(arm).to_vec()
            }
        };
        for cell in arms.iter_mut().flatten() {
            *cell = self.region_cell(*cell)?;
        }
        // An arm of its first cell alone adds nothing.
        let long: Vec<Vec<Cell>> = arms.iter().filter(|arm| arm.len() > 1).cloned().collect();
        let arms = if long.is_empty() { arms.into_iter().take(1).collect() } else { long };
        Ok(vec![Rule::Regions(Regions::run(says, arms, less)?)])
    }

    fn chaos_count(&self, node: &Node<'_>) -> Read {
        let says = self.cell(node.argument(0).unwrap_or_default())?;
        let less = match node.argument(1) {
            None => 0,
            Some(_) => self.number(node, 1)?,
        };
        let board = self.board();
        let mut cells = self.cells(node, 2)?;
        if cells.is_empty() {
            let Some((row, column)) = board.place(says) else { return wrong("no cells") };
            cells.push(says);
            for (down, right) in (-1..=1).flat_map(|d| (-1..=1).map(move |r| (d, r))) {
                let near = row.checked_add_signed(down).zip(column.checked_add_signed(right));
                let near = near.and_then(|(row, column)| board.cell_at(row, column));
                cells.extend(near.filter(|&cell| cell != says));
            }
        }
        let cells: Result<Vec<Cell>, NoRules> =
            cells.into_iter().map(|cell| self.region_cell(cell)).collect();
        Ok(vec![Rule::Regions(Regions::count(says, cells?, less)?)])
    }

    /// Each row, column and box lacks one value, which is a cell beside the grid; a zero stands only
    /// where the three lacking values differ.
    fn doppelganger(&self) -> Read {
        let board = self.board();
        let n = board.rows();
        if board.columns() != n || board.size() != n + 1 || board.first_value() != 0 {
            return wrong("it needs a square grid with values from 0 to its size");
        }
        let side = |group: &str, i: usize| self.cell(&format!("{group}{}", i + 1));
        let zero = self.cell("DGZ")?;
        let different = |cells: Vec<Cell>| Different::new(cells).map(Rule::Different);
        let these = |cell, values: Vec<i64>| {
            OneOf::new(vec![cell], Values::These(values.into())).map(Rule::OneOf)
        };
        let mut rules = vec![these(zero, vec![0])?];
        let groups = [
            ("DGC", crate::HouseKind::Row),
            ("DGR", crate::HouseKind::Column),
            ("DGB", crate::HouseKind::Box),
        ];
        for (group, kind) in groups {
            let mut lacking = vec![zero];
            for (i, house) in board.houses().iter().filter(|house| house.kind() == kind).enumerate()
            {
                let lack = side(group, i)?;
                lacking.push(lack);
                rules.push(different([house.cells(), &[lack]].concat())?);
            }
            if lacking.len() > 1 {
                rules.push(different(lacking)?);
            } else {
                for i in 0..n {
                    rules.push(these(side(group, i)?, vec![0])?);
                }
            }
        }
        let others: Vec<i64> = (1..=n as i64).collect();
        for cell in board.cells() {
            let Some((row, column)) = board.place(cell) else { continue };
            let mut lacks = vec![side("DGC", row)?, side("DGR", column)?];
            if let Some(number) = board.box_of(cell) {
                lacks.push(side("DGB", number)?);
            }
            let ways = vec![vec![these(cell, others.clone())?], vec![different(lacks)?]];
            rules.push(Rule::Either(Either::new(ways)?));
        }
        Ok(rules)
    }

    /// The constraints of a template, moved to each of its targets.
    pub fn replicas<'a>(&self, node: &Node<'a>) -> Result<Vec<Vec<Node<'a>>>, NoRules> {
        let board = self.board();
        let origin = self.cell(node.argument(1).unwrap_or("R1C1"))?;
        let Some((row, column)) = board.place(origin) else { return Err(NoRules::Unknown) };
        let mut targets: Vec<Cell> = Vec::new();
        for (i, symbol) in node.argument(0).unwrap_or_default().chars().enumerate() {
            let Some(value) = super::base64_value(symbol) else {
                return wrong("its targets are not readable");
            };
            for bit in (0..6).filter(|bit| value >> bit & 1 == 1) {
                targets.push(Cell::new((origin.index() + i * 6 + bit).min(usize::from(u16::MAX))));
            }
        }
        let mut copies = Vec::new();
        for target in targets {
            let place = if target.index() < board.n_cells() { board.place(target) } else { None };
            let Some((to_row, to_column)) = place else {
                return wrong("a target is beyond the grid");
            };
            let step = (to_row as isize - row as isize, to_column as isize - column as isize);
            let moved: Result<Vec<Node<'a>>, NoRules> =
                node.children.iter().map(|child| self.shifted(child, step)).collect();
            copies.push(moved?);
        }
        Ok(copies)
    }

    fn shifted<'a>(&self, node: &Node<'a>, step: (isize, isize)) -> Result<Node<'a>, NoRules> {
        let mut node = node.clone();
        let board = self.board();
        for word in &mut node.arguments {
            let name = word.split('_').next().unwrap_or_default();
            let Some(place) = cell_of_name(board, name).and_then(|cell| board.place(cell)) else {
                continue;
            };
            let row = place.0.checked_add_signed(step.0);
            let to = row.zip(place.1.checked_add_signed(step.1));
            let Some(to) = to.and_then(|(row, column)| board.cell_at(row, column)) else {
                return wrong("a moved cell is beyond the grid");
            };
            *word = format!("{}{}", super::name_of_cell(board, to), &word[name.len()..]);
        }
        let children: Result<Vec<Node<'a>>, NoRules> =
            node.children.iter().map(|child| self.shifted(child, step)).collect();
        node.children = children?;
        Ok(node)
    }

    /// The pairs that bear signs, wherever constraints stand.
    pub fn marked(&self, nodes: &[Node<'_>], names: &[&str]) -> Result<Vec<(Cell, Cell)>, NoRules> {
        let mut pairs = Vec::new();
        for node in nodes {
            if names.contains(&node.name) {
                pairs.extend(self.touching(&self.cells(node, 0)?)?);
            } else if node.name == "Replicate" {
                for copy in self.replicas(node)? {
                    pairs.extend(self.marked(&copy, names)?);
                }
            } else {
                pairs.extend(self.marked(&node.children, names)?);
            }
        }
        Ok(pairs)
    }
}
