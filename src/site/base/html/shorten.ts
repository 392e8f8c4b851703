import { countFitting } from '../count-fitting.ts';
import { type Block, blocksOf, itemsOf, withoutTags } from './markup.ts';

// Shortens bodies and lists of changes for pages with several entries. Texts are cut only between
// blocks and between list items, so that tables and code stay whole.

/** Maximum length of a listed entry's body and changes, in characters. */
const budgets = { body: 1200, changes: 900 } as const;

/**
 * Texts stay whole up to the budget times this factor, because a line or two are not worth a click.
 */
const tolerance = 1.25;

/** Additional cost of a picture and of a list item or change, in characters. */
const pictureCost = 400;
const lineCost = 40;

/** The beginning of a prepared body; empty if the body's first block is too long. */
export function shortenBody(html: string): string {
  return shortenTo(html, budgets.body);
}

/** The first changes of a release. */
export function shortenChanges<T extends { html: string }>(changes: readonly T[]): T[] {
  const costs = changes.map((change) => cost(change) + lineCost);
  return changes.slice(0, fitting(costs, budgets.changes));
}

/**
 * Matches a `div` around a whole text, which some editors write. The `div` around a table does not
 * match, because its first attribute is a label.
 */
const wholeBox = /^(<div(?: (?:id|lang|dir)="[^"]*")*>)(.*)<\/div>$/s;

function shortenTo(html: string, budget: number): string {
  const blocks = blocksOf(html);
  const box = blocks.length === 1 ? wholeBox.exec(html) : null;
  if (box) {
    const inside = shortenTo(box[2] ?? '', budget);
    return inside && `${box[1]}${inside}</div>`;
  }
  const costs = blocks.map(cost);
  const count = fitting(costs, budget);
  if (count === blocks.length) return html;
  const kept = blocks.slice(0, count);
  const left = budget - costs.slice(0, count).reduce((a, b) => a + b, 0);
  const beginning = left > 0 ? shortenList(blocks[count], left) : '';
  while (!beginning && kept.length > 0 && isLeadIn(kept.at(-1))) kept.pop();
  return kept.map((one) => one.html).join('') + beginning;
}

/** The first items of a list, or the beginning of a long first item. Empty for other blocks. */
function shortenList(block: Block | undefined, budget: number): string {
  const list = block && itemsOf(block);
  if (!list) return '';
  const { start, items, end } = list;
  const costs = items.map((html) => cost({ html }) + lineCost);
  const count = fitting(costs, budget);
  if (count > 0) return start + items.slice(0, count).join('') + end;
  const [, open = '', inside = ''] = wholeItem.exec(items[0] ?? '') ?? [];
  const beginning = shortenTo(inside, budget - lineCost);
  return beginning && `${start}${open}${beginning}</li>${end}`;
}

const wholeItem = /^(\s*<li(?: [a-z]+="[^"]*")*>)(.*)<\/li>$/s;

/**
 * Returns how many items, counted from the first, fit the budget together. If the total is within
 * the tolerance, all items fit. The first item always fits if its cost is at most twice the budget.
 */
function fitting(costs: readonly number[], budget: number): number {
  const total = costs.reduce((a, b) => a + b, 0);
  if (total <= budget * tolerance) return costs.length;
  const count = countFitting(costs, budget);
  return count === 0 && (costs[0] ?? 0) <= budget * 2 ? 1 : count;
}

/**
 * The length of a block's text, or a third of the length of its HTML if that is more, plus an
 * amount for each picture.
 */
function cost({ html }: Pick<Block, 'html'>): number {
  const pictures = html.split('<img ').length - 1;
  return Math.max(withoutTags(html).length, html.length / 3) + pictures * pictureCost;
}

/**
 * Whether a block is useless at the end of a shortened text: a heading, also inside boxes, a
 * horizontal rule or white space.
 */
function isLeadIn(block: Block | undefined): boolean {
  if (!block) return false;
  const endsInHeading = /<\/h\d>(?:<\/(?:div|[uo]l|li)>)*$/.test(block.html);
  return endsInHeading || block.name === 'hr' || block.html.trim() === '';
}
