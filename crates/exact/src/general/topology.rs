//! A board as flat tables, made once for each board.

use sudolab_grid::Board;

/// The candidates of a cell, bit `d - 1` for digit `d`: one word for boards of up to 64 digits.
pub(super) type SetWord = u64;

/// The houses of a board as flat lists of cell numbers.
#[derive(Clone, Debug)]
pub(super) struct Topology {
    pub(super) size: usize,
    pub(super) n_cells: usize,
    /// All digits, bit `d - 1` for digit `d`.
    pub(super) all: SetWord,
    /// Houses, those with as many cells as digits first.
    house_cells: Lists,
    pub(super) n_full: usize,
    /// The place of each house on the board.
    places: Vec<u16>,
    houses_of: Lists,
}

/// Lists of numbers laid end to end.
#[derive(Clone, Debug, Default)]
pub(super) struct Lists {
    starts: Vec<u32>,
    items: Vec<u16>,
}

impl Lists {
    pub(super) fn of<I: IntoIterator<Item = u16>>(lists: impl Iterator<Item = I>) -> Lists {
        let mut flat = Lists { starts: vec![0], items: Vec::new() };
        for list in lists {
            flat.items.extend(list);
            flat.starts.push(flat.items.len() as u32);
        }
        flat
    }

    #[inline]
    pub(super) fn get(&self, i: usize) -> &[u16] {
        &self.items[self.starts[i] as usize..self.starts[i + 1] as usize]
    }

    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }
}

impl Topology {
    pub(super) fn new(board: &Board) -> Topology {
        let is_full = |house: &&sudolab_grid::House| house.cells().len() == board.size();
        let full = board.houses().iter().filter(is_full);
        let partial = board.houses().iter().filter(|house| !is_full(house));
        let n_full = full.clone().count();
        let place = |full: bool| {
            let houses = board.houses().iter().enumerate();
            houses.filter(move |(_, h)| is_full(h) == full).map(|(place, _)| place as u16)
        };
        let places = place(true).chain(place(false)).collect();
        let house_cells = Lists::of(
            full.chain(partial).map(|house| house.cells().iter().map(|c| c.index() as u16)),
        );
        let mut of = vec![Vec::new(); board.n_cells()];
        for house in 0..house_cells.len() {
            for &cell in house_cells.get(house) {
                of[usize::from(cell)].push(house as u16);
            }
        }
        Topology {
            size: board.size(),
            n_cells: board.n_cells(),
            all: board.digits().bits(),
            house_cells,
            n_full,
            places,
            houses_of: Lists::of(of.into_iter()),
        }
    }

    pub(super) fn n_houses(&self) -> usize {
        self.house_cells.len()
    }

    /// The place of a house on the board.
    pub(super) fn place(&self, house: usize) -> usize {
        usize::from(self.places[house])
    }

    #[inline]
    pub(super) fn house(&self, house: usize) -> &[u16] {
        self.house_cells.get(house)
    }

    #[inline]
    pub(super) fn houses_of(&self, cell: usize) -> &[u16] {
        self.houses_of.get(cell)
    }
}
