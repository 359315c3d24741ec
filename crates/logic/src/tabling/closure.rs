//! Which statements follow from which, over any number of links.
//!
//! Statements that follow from each other form components (Tarjan, Depth-first search
//! and linear graph algorithms, 1972, section 4); the components come out with those
//! that follow first, so one pass of unions of bit sets gives everything. That is some
//! tens of microseconds, where expanding every table takes milliseconds: tables are
//! made only for statements from which something can be concluded.

use super::graph::{Link, NONE, Node};

#[derive(Default)]
pub(super) struct Closure {
    words: usize,
    component: Vec<u16>,
    rows: Vec<u64>,
    // Work space of the search.
    order: Vec<u16>,
    low: Vec<u16>,
    stack: Vec<Node>,
    frames: Vec<(Node, u32)>,
}

impl Closure {
    pub(super) fn compute(&mut self, links: &[Vec<Link>]) {
        let n = links.len();
        self.words = n.div_ceil(64);
        self.component.clear();
        self.component.resize(n, NONE);
        self.order.clear();
        self.order.resize(n, NONE);
        self.low.clear();
        self.low.resize(n, 0);
        self.rows.clear();
        self.stack.clear();
        let mut n_visited = 0;
        for root in 0..n as Node {
            if self.order[root as usize] == NONE {
                self.search(links, root, &mut n_visited);
            }
        }
    }

    fn search(&mut self, links: &[Vec<Link>], root: Node, n_visited: &mut u16) {
        self.enter(root, n_visited);
        while let Some(&mut (node, ref mut next)) = self.frames.last_mut() {
            let at = node as usize;
            if let Some(link) = links[at].get(*next as usize) {
                *next += 1;
                let to = link.to as usize;
                if self.order[to] == NONE {
                    self.enter(link.to, n_visited);
                } else if self.component[to] == NONE {
                    self.low[at] = self.low[at].min(self.order[to]);
                }
                continue;
            }
            self.frames.pop();
            if let Some(&(parent, _)) = self.frames.last() {
                self.low[parent as usize] = self.low[parent as usize].min(self.low[at]);
            }
            if self.low[at] == self.order[at] {
                self.close(links, node);
            }
        }
    }

    fn enter(&mut self, node: Node, n_visited: &mut u16) {
        self.order[node as usize] = *n_visited;
        self.low[node as usize] = *n_visited;
        *n_visited += 1;
        self.stack.push(node);
        self.frames.push((node, 0));
    }

    /// Takes the members of a component off the stack and writes its row.
    fn close(&mut self, links: &[Vec<Link>], root: Node) {
        let component = (self.rows.len() / self.words) as u16;
        let row = self.rows.len();
        self.rows.resize(row + self.words, 0);
        let mut from = self.stack.len();
        loop {
            from -= 1;
            let member = self.stack[from];
            self.component[member as usize] = component;
            self.rows[row + member as usize / 64] |= 1 << (member % 64);
            if member == root {
                break;
            }
        }
        for &member in &self.stack[from..] {
            for link in &links[member as usize] {
                let other = self.component[link.to as usize];
                let seen = self.rows[row + link.to as usize / 64] >> (link.to % 64) & 1 != 0;
                if other != component && !seen {
                    let (below, own) = self.rows.split_at_mut(row);
                    let other = &below[other as usize * self.words..][..self.words];
                    own.iter_mut().zip(other).for_each(|(word, bits)| *word |= bits);
                }
            }
        }
        self.stack.truncate(from);
    }

    /// Everything that follows from a statement, itself included.
    pub(super) fn row(&self, from: Node) -> &[u64] {
        &self.rows[self.component[from as usize] as usize * self.words..][..self.words]
    }

    pub(super) fn reaches(&self, from: Node, to: Node) -> bool {
        self.row(from)[to as usize / 64] >> (to % 64) & 1 != 0
    }

    pub(super) fn words(&self) -> usize {
        self.words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_closure_is_what_a_plain_search_reaches() {
        // Two cycles joined by one link, and a statement apart.
        let edges: [&[Node]; 7] = [&[1], &[2], &[0, 3], &[4], &[5], &[3], &[]];
        let links: Vec<Vec<Link>> = edges
            .iter()
            .map(|to| to.iter().map(|&to| Link { to, distance: 2 }).collect())
            .collect();
        let mut closure = Closure::default();
        closure.compute(&links);
        for from in 0..7 {
            let mut reached = vec![from];
            let mut at = 0;
            while at < reached.len() {
                for link in &links[reached[at] as usize] {
                    if !reached.contains(&link.to) {
                        reached.push(link.to);
                    }
                }
                at += 1;
            }
            for to in 0..7 {
                assert_eq!(closure.reaches(from, to), reached.contains(&to), "{from} to {to}");
            }
        }
    }
}
