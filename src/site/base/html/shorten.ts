import { countFitting } from '../count-fitting.ts';
import { type Block, blocksOf, itemsOf, withoutTags } from './markup.ts';

// Shortens bodies and lists of changes for pages with several entries. Texts are cut only between
// blocks and between list items, so that tables and code stay whole.

/**
 * Maximum length of a listed entry's body and changes together, in characters: about 320 px on a
 * phone.
 */
const budget = 500;

/**
 * Texts stay whole up to the budget times this factor, because a line or two are not worth a click.
 */
const tolerance = 1.15;

/** Additional cost of a picture and of a list item or change, in characters. */
const pictureCost = 250;
const lineCost = 40;
/** At most five items and changes fit into the budget. */
const minItemCost = budget / 5;

/** The beginning of a prepared body; empty if the body's first block is too long. */
export function shortenBody(html: string): string {
  return shortenTo(html, budget);
}

/**
 * The first changes of a release that fit below its shortened body, or the beginning of a long first
 * change.
 */
export function shortenChanges<T extends { html: string }>(
  changes: readonly T[],
  body: string,
): T[] {
  const used = blocksOf(body).reduce((sum, block) => sum + cost(block), 0);
  const left = Math.max(0, budget - used);
  const count = fitting(changes.map(costOfItem), left);
  if (count > 0) return changes.slice(0, count);
  return changes.slice(0, 1).flatMap((first) => {
    const html = shortenTo(first.html, left);
    return html ? [{ ...first, html }] : [];
  });
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
  // A list that does not fit is cut, even if it is the first block.
  const costs = blocks.map((block) => {
    const own = cost(block);
    return own > budget * tolerance && itemsOf(block) ? Number.POSITIVE_INFINITY : own;
  });
  const count = fittingAfterStart(costs, budget);
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
  const costs = items.map((html) => costOfItem({ html }));
  const count = fitting(costs, budget);
  if (count > 0) return start + items.slice(0, count).join('') + end;
  const [, open = '', inside = ''] = wholeItem.exec(items[0] ?? '') ?? [];
  const beginning = shortenTo(inside, budget - lineCost);
  return beginning && `${start}${open}${beginning}</li>${end}`;
}

const wholeItem = /^(\s*<li(?: [a-z]+="[^"]*")*>)(.*)<\/li>$/s;

/**
 * Returns how many items, counted from the first, fit the budget together. If the total is within
 * the tolerance, all items fit. The first item always fits if its cost is at most one and a half times the budget.
 */
function fitting(costs: readonly number[], budget: number): number {
  const total = costs.reduce((a, b) => a + b, 0);
  if (total <= budget * tolerance) return costs.length;
  const count = countFitting(costs, budget);
  return count === 0 && (costs[0] ?? 0) <= budget * 1.5 ? 1 : count;
}

/** Like `fitting`, but a short start, such as a date, is no beginning: it does not count. */
function fittingAfterStart(costs: readonly number[], budget: number): number {
  const count = fitting(costs, budget);
  const start = costs.slice(0, count);
  const isShort = start.reduce((a, b) => a + b, 0) < budget / 5;
  return isShort && count < costs.length ? count + fitting(costs.slice(count), budget) : count;
}

/** The cost of a block; of a list, the sum of its items. */
function cost(block: Block): number {
  const items = itemsOf(block)?.items.map((html) => costOfItem({ html }));
  return items ? items.reduce((sum, one) => sum + one, 0) : costOfText(block);
}

function costOfItem(item: Pick<Block, 'html'>): number {
  return Math.max(minItemCost, costOfText(item) + lineCost);
}

/**
 * The length of a text, or a third of the length of its HTML if that is more, plus an amount for
 * each picture.
 */
function costOfText({ html }: Pick<Block, 'html'>): number {
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
