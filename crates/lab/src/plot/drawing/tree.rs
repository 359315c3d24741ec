//! A tree of labels from its root at the top; branches that failed are crossed.

use super::super::figure::{Content, Figure, Size};
use super::super::svg::{Anchor, Font, Paint, Svg};
use super::Illustration;

/// A node; parents stand before their children.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeNode {
    /// What stands in it.
    pub label: String,
    /// The place of its parent in the list; `None` for a root.
    pub parent: Option<usize>,
    /// Whether the branch ends here in failure.
    pub failed: bool,
    /// What stands at the left of its level, if it is the first node there; may be empty.
    pub level: String,
}

/// The tree as a figure.
pub fn tree(title: &str, caption: &str, nodes: Vec<TreeNode>) -> Figure {
    Figure {
        title: title.to_owned(),
        caption: caption.to_owned(),
        size: Size::PAGE,
        content: Content::Drawing(Illustration::Tree(nodes)),
    }
}

const RISE: f64 = 34.0;

/// Depth of each node, and its place in units of leaves: a leaf takes the next one, a parent stands
/// above the middle of its children.
fn layout(nodes: &[TreeNode]) -> (Vec<usize>, Vec<f64>) {
    let mut depth = vec![0; nodes.len()];
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    for (i, node) in nodes.iter().enumerate() {
        if let Some(parent) = node.parent.filter(|&p| p < i) {
            depth[i] = depth[parent] + 1;
            children[parent].push(i);
        }
    }
    let mut place = vec![0.0; nodes.len()];
    let mut next = 0.0;
    let mut stack: Vec<(usize, bool)> = Vec::new();
    for root in (0..nodes.len()).rev().filter(|&i| nodes[i].parent.is_none()) {
        stack.push((root, false));
    }
    while let Some((node, done)) = stack.pop() {
        match &children[node][..] {
            [] => {
                place[node] = next;
                next += 1.0;
            }
            [first, .., last] if done => place[node] = (place[*first] + place[*last]) / 2.0,
            [only] if done => place[node] = place[*only],
            list => {
                stack.push((node, true));
                stack.extend(list.iter().rev().map(|&child| (child, false)));
            }
        }
    }
    (depth, place)
}

pub(super) fn draw(nodes: &[TreeNode], svg: &mut Svg, x: f64, y: f64, width: f64) -> f64 {
    let (depth, place) = layout(nodes);
    let leaves = place.iter().copied().fold(0.0, f64::max) + 1.0;
    let left = x + 52.0;
    let each = ((width - 60.0) / leaves).min(70.0);
    let at = |i: usize| (left + (place[i] + 0.5) * each, y + 12.0 + depth[i] as f64 * RISE);
    let radius = |label: &str| 4.0 + 2.1 * label.chars().count().max(1) as f64;
    for (i, node) in nodes.iter().enumerate() {
        if let Some(parent) = node.parent {
            let ((x1, y1), (x2, y2)) = (at(parent), at(i));
            svg.line((x1, y1 + 7.0), (x2, y2 - 7.0), Paint::INK);
        }
    }
    for (i, node) in nodes.iter().enumerate() {
        let (cx, cy) = at(i);
        let half = radius(&node.label);
        let frame = super::rectangle(cx - half, cy - 7.0, 2.0 * half, 14.0);
        let paint = Paint::coloured(Some(usize::from(node.failed)));
        svg.path(&frame, paint.stroke(0.8).fill(0.12));
        svg.text((cx, cy + 2.8), Anchor::Middle, Font::LABEL, &node.label, None);
        if node.failed {
            let cross = Paint::coloured(Some(1)).stroke(1.3);
            svg.line((cx - 4.0, cy + 10.0), (cx + 4.0, cy + 18.0), cross);
            svg.line((cx + 4.0, cy + 10.0), (cx - 4.0, cy + 18.0), cross);
        }
        if !node.level.is_empty() {
            svg.text((x + 2.0, cy + 2.8), Anchor::Start, Font::TICK, &node.level, None);
        }
    }
    let deepest = depth.iter().copied().max().unwrap_or(0);
    y + 12.0 + deepest as f64 * RISE + 26.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parents_stand_above_the_middle_of_their_children() {
        let node =
            |parent| TreeNode { label: "x".into(), parent, failed: false, level: String::new() };
        let nodes: Vec<TreeNode> =
            [None, Some(0), Some(1), Some(1), Some(0)].into_iter().map(node).collect();
        let (depth, place) = layout(&nodes);
        assert_eq!(depth, [0, 1, 2, 2, 1]);
        assert_eq!(place, [1.25, 0.5, 0.0, 1.0, 2.0]);
    }
}
