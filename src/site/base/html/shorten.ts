import { type Block, blocksOf, itemsOf, withoutTags } from './markup.ts';

// Takes a long body or list of changes; gives its beginning, for pages that list several entries.
// Cuts between blocks and between the items of lists, so that no table or piece of code is torn.

/** What a listed entry shows of its body and of its changes, in characters. */
const budgets = { body: 1200, changes: 900 } as const;

/** How far over that is still shown: the last line or two are not worth a click. */
const tolerance = 1.25;

/** What a picture and the line of a change take, as characters. */
const pictureCost = 400;
const lineCost = 40;

/** The beginning of a prepared body; empty where already its first block is too long. */
export function shortenBody(html: string): string {
  return shortenTo(html, budgets.body);
}

/** The first changes of a release. */
export function shortenChanges<T extends { html: string }>(changes: readonly T[]): T[] {
  const costs = changes.map((change) => cost(change) + lineCost);
  return changes.slice(0, fitting(costs, budgets.changes));
}

/** Some editors put all of a text into one box; that of a table has a label first. */
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
  while (!beginning && kept.length > 0 && leadsOn(kept.at(-1))) kept.pop();
  return kept.map((one) => one.html).join('') + beginning;
}

/** The first items of a list; of a long first one its beginning. Empty for any other block. */
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

/** How many from the first on fit; the first alone may take twice as much. */
function fitting(costs: readonly number[], budget: number): number {
  const total = costs.reduce((a, b) => a + b, 0);
  if (total <= budget * tolerance) return costs.length;
  let sum = 0;
  const tooMuch = costs.findIndex((one) => {
    sum += one;
    return sum > budget;
  });
  return tooMuch === 0 && (costs[0] ?? 0) <= budget * 2 ? 1 : tooMuch;
}

/** Markup counts where there is much more of it than of text. */
function cost({ html }: Pick<Block, 'html'>): number {
  const pictures = html.split('<img ').length - 1;
  return Math.max(withoutTags(html).length, html.length / 3) + pictures * pictureCost;
}

/** Whether a block announces or divides what is no longer there, or is only the space before it. */
function leadsOn(block: Block | undefined): boolean {
  if (!block) return false;
  return /^h[\dr]$/.test(block.name) || block.html.trim() === '';
}
