// What each kind of rule is called and asks, in a few words (docs/rules.md has all of it).

/**
 * A kind of rule.
 * @typedef {object} Kind
 * @property {string} name as rule texts begin
 * @property {string} title
 * @property {string} asks
 * @property {string} [numbers] what its numbers are, where a setter has to give some
 * @property {string} [first] the number to begin with
 * @property {number} [least] how many cells it needs at least; 0 for a rule about the whole board
 * @property {(cells: string[]) => string} [cells] how its cells are written, where not one after the other
 * @property {string} [choose] which cells to choose, and in which order
 */

const along = "the cells along the line, in order";
const inward = "the row, column or diagonal, beginning at the clue";
/** @param {string[]} cells */
const bulb = (cells) => `${cells[0]} / ${cells.slice(1).join(" ")}`;
/** @param {string[]} cells */
const halves = (cells) => `${cells.slice(0, Math.ceil(cells.length / 2)).join(" ")} / ${cells.slice(Math.ceil(cells.length / 2)).join(" ")}`;

/** The kinds a setter can choose from come first; all others are only told. @type {Kind[]} */
export const KINDS = [
  { name: "cage", title: "Cage", asks: "No digit twice, and the sum in the corner.", numbers: "Sum, or nothing", first: "", least: 1, choose: "the cells of the cage" },
  { name: "thermometer", title: "Thermometer", asks: "Digits rise from the bulb on.", least: 2, choose: "the bulb first, then along" },
  { name: "arrow", title: "Arrow", asks: "The digits on the shaft sum to the bulb.", least: 2, cells: bulb, choose: "the bulb first, then the shaft" },
  { name: "whisper", title: "Whispers", asks: "Neighbours on the line differ by this at least.", numbers: "Difference", first: "5", least: 2, choose: along },
  { name: "renban", title: "Renban", asks: "Consecutive digits in any order.", least: 2, choose: along },
  { name: "nabner", title: "Nabner", asks: "No two digits are equal or consecutive.", least: 2, choose: along },
  { name: "white-dot", title: "White dot", asks: "The two digits differ by 1, or by what the dot says.", numbers: "Difference", first: "1", least: 2, choose: "two cells" },
  { name: "black-dot", title: "Black dot", asks: "One digit is twice the other, or as many times as the dot says.", numbers: "Ratio", first: "2", least: 2, choose: "two cells" },
  { name: "pair-sum", title: "X and V", asks: "The two digits sum to 10 at an X, to 5 at a V.", numbers: "Sum", first: "10", least: 2, choose: "two cells" },
  { name: "greater", title: "Greater", asks: "The sign opens towards the larger digit.", least: 2, choose: "the larger cell, then the smaller" },
  { name: "even", title: "Even", asks: "Even digits.", least: 1, choose: "the cells" },
  { name: "odd", title: "Odd", asks: "Odd digits.", least: 1, choose: "the cells" },
  { name: "quadruple", title: "Quadruple", asks: "These digits stand around the circle.", numbers: "Digits", first: "1 2", least: 4, choose: "four cells around a corner" },
  { name: "little-killer", title: "Little killer", asks: "The digits along the diagonal have this sum.", numbers: "Sum", first: "", least: 1, choose: "the diagonal, beginning at the clue" },
  { name: "sandwich", title: "Sandwich", asks: "The digits between the least and the largest have this sum.", numbers: "Sum", first: "", least: 2, choose: inward },
  { name: "skyscraper", title: "Skyscraper", asks: "So many digits are larger than all before them.", numbers: "Seen", first: "", least: 2, choose: inward },
  { name: "x-sum", title: "X-sum", asks: "The first digit says how many of the first digits have this sum.", numbers: "Sum", first: "", least: 2, choose: inward },
  { name: "palindrome", title: "Palindrome", asks: "The line reads the same from both ends.", least: 2, choose: along },
  { name: "between", title: "Between", asks: "Digits on the line lie between those in the circles.", least: 3, choose: along },
  { name: "lockout", title: "Lockout", asks: "The ends differ by this at least; what lies between them lies outside of them.", numbers: "Difference", first: "4", least: 3, choose: along },
  { name: "region-sum", title: "Region sums", asks: "The pieces of the line, parted where it leaves a box, have the same sum." },
  { name: "zipper", title: "Zipper", asks: "Cells as far from the middle have the same sum, which is the middle cell's digit if there is one.", least: 2, choose: along },
  { name: "entropic", title: "Entropic line", asks: "Any three in a row are low, middle and high.", least: 3, choose: along },
  { name: "modular", title: "Modular line", asks: "Any so many in a row have different rests.", numbers: "Modulus", first: "3", least: 2, choose: along },
  { name: "sum-line", title: "Sum line", asks: "The line can be cut into pieces of this sum.", numbers: "Sum", first: "10", least: 2, choose: along },
  { name: "double-arrow", title: "Double arrow", asks: "What lies between the circles sums to the circles.", least: 3, choose: along },
  { name: "clone", title: "Clone", asks: "Groups with the same digits in the same order.", least: 2, cells: halves, choose: "one group, then the other in the same order" },
  { name: "minimum", title: "Minimum", asks: "Smaller than all cells that touch it.", least: 1, choose: "the cells" },
  { name: "maximum", title: "Maximum", asks: "Larger than all cells that touch it.", least: 1, choose: "the cells" },
  { name: "different", title: "All different", asks: "No digit twice.", least: 2, choose: "the cells" },
  { name: "counting-circles", title: "Counting circles", asks: "A digit in a circle stands in so many circles.", least: 1, choose: "the cells" },
  { name: "jump", title: "Anti-knight, anti-king", asks: "Cells so many rows and columns apart differ: 1 2 is a knight's move, 1 1 a king's.", numbers: "Steps", first: "1 2", least: 0 },
  { name: "nonconsecutive", title: "Nonconsecutive", asks: "Touching cells do not differ by this.", numbers: "Difference", first: "1", least: 0 },
  { name: "negative-kropki", title: "All dots are given", asks: "Touching cells without a dot neither differ by 1 nor have the ratio 2." },
  { name: "negative-white", title: "All white dots are given", asks: "Touching cells without one do not differ by 1." },
  { name: "negative-black", title: "All black dots are given", asks: "Touching cells without one have not the ratio 2." },
  { name: "negative-xv", title: "All X and V are given", asks: "Touching cells without one sum neither to 5 nor to 10." },
  { name: "sum", title: "Sum", asks: "This sum; digits may repeat." },
  { name: "equal-sums", title: "Equal sums", asks: "Groups with the same sum." },
  { name: "sum-ring", title: "Sum ring", asks: "The ring can be cut into pieces of this sum." },
  { name: "rellik", title: "Forbidden sum", asks: "Different digits, of which no one or more have this sum." },
  { name: "lunchbox", title: "Lunchbox", asks: "The digits between the least and the largest have this sum." },
  { name: "slow-thermometer", title: "Slow thermometer", asks: "Digits rise or stay from the bulb on." },
  { name: "one-of", title: "One of", asks: "One of these digits each." },
  { name: "same-values", title: "Same digits", asks: "Groups with the same digits in any order." },
  { name: "outside", title: "Outside", asks: "These digits stand among the first of the line." },
  { name: "exactly", title: "Exactly", asks: "These digits occur exactly as often as they are named." },
  { name: "counts", title: "Counts", asks: "Digits, and how often each occurs." },
  { name: "equality-cage", title: "Equality cage", asks: "Different digits, as many even as odd, as many low as high." },
  { name: "count-distinct", title: "Count of different digits", asks: "The first cell says how many different digits the others hold." },
  { name: "hidden-skyscraper", title: "Hidden skyscraper", asks: "The first digit that is not larger than all before it." },
  { name: "rossini", title: "Rossini", asks: "Digits rise or fall away from the clue." },
  { name: "numbered-room", title: "Numbered room", asks: "This digit stands where the first cell says." },
  { name: "index", title: "Index", asks: "The digit stands in its line where the cell says." },
  { name: "rank", title: "Rank", asks: "The place of the line among all rows and columns, read as numbers." },
  { name: "taxicab", title: "Taxicab", asks: "Equal digits are never as many steps apart as they say." },
  { name: "entropy-squares", title: "Entropy", asks: "Every 2x2 square holds a low, a middle and a high digit." },
  { name: "modular-squares", title: "Modular squares", asks: "Every 2x2 square holds a digit of each rest after division by 3." },
  { name: "either", title: "Either, or", asks: "One of several ways holds." },
];

/** @param {string} name @returns {Kind} */
export function kindOf(name) {
  return KINDS.find((kind) => kind.name === name) ?? { name, title: name.replaceAll("-", " "), asks: "" };
}
