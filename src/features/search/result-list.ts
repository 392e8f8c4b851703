import { part } from '../../site/shell/part.ts';
import type { FoundRelease } from './find.ts';
import type { FoundYear } from './read/search-index.ts';
import { type ItemParts, searchResultItem } from './release-item.ts';

export interface ResultList {
  /** Puts what was found under what stands there; settles when all stands there that has room. */
  add(years: readonly FoundYear[]): Promise<void>;
  /** What stands there goes with the first that is added. */
  renew(): void;
  clear(): void;
}

/** More come when the reader asks. */
const atOnce = 20;

/** Some of what was found in a year, by their order there. */
interface Stretch {
  year: FoundYear;
  from: number;
  to: number;
}

/** The results as they stand on the page, by year. */
export function resultList(root: HTMLElement, parts: Omit<ItemParts, 'types'>): ResultList {
  const [place, more] = [part(root, '[data-results]'), part(root, '[data-more]')];
  let waiting: Stretch[] = [];
  let room = atOnce;
  let isOld = false;
  let filling: Promise<unknown> = Promise.resolve();

  const clear = () => {
    isOld = false;
    place.replaceChildren();
  };
  const empty = () => {
    waiting = [];
    room = atOnce;
    more.hidden = true;
    // Who still waits for what stood there before holds nobody up.
    filling = Promise.resolve();
  };
  /** What has room now; the rest goes on waiting. */
  const taken = (): Stretch[] => {
    const now: Stretch[] = [];
    for (let first = waiting[0]; first && room > 0; first = waiting[0]) {
      const to = Math.min(first.to, first.from + room);
      now.push({ ...first, to });
      room -= to - first.from;
      if (to === first.to) waiting.shift();
      else first.from = to;
    }
    return now;
  };
  /** Gives the first that it put there; stops when something else is looked for. */
  const fill = async (): Promise<HTMLElement | undefined> => {
    const [mine, now] = [waiting, taken()];
    let first: HTMLElement | undefined;
    let done = 0;
    try {
      for await (const { year, item } of itemsOf(now, parts)) {
        if (mine !== waiting) return undefined;
        if (isOld) clear();
        listOf(place, year, parts).append(item);
        first ??= item;
        done += 1;
      }
    } finally {
      if (mine === waiting) {
        putBack(now, done);
        more.hidden = waiting.length === 0;
      }
    }
    return first;
  };
  /** What did not arrive waits again. */
  const putBack = (now: readonly Stretch[], done: number) => {
    const left = withoutFirst(now, done);
    for (const { from, to } of left) room += to - from;
    waiting.unshift(...left);
  };
  const fillNext = () => {
    const result = filling.then(fill);
    filling = result.catch(() => {});
    return result;
  };
  more.addEventListener('click', async () => {
    room += atOnce;
    const first = await fillNext().catch(() => undefined);
    first?.querySelector('a')?.focus();
  });

  return {
    add: async (years) => {
      waiting.push(...years.map((year) => ({ year, from: 0, to: year.count })));
      await fillNext();
    },
    renew: () => {
      empty();
      isOld = true;
    },
    clear: () => {
      empty();
      clear();
    },
  };
}

/** What is left of stretches without so many of their first. */
function withoutFirst(stretches: readonly Stretch[], count: number): Stretch[] {
  let left = count;
  return stretches.flatMap((one) => {
    const from = Math.min(one.to, one.from + left);
    left -= from - one.from;
    return from < one.to ? [{ ...one, from }] : [];
  });
}

/** So many are asked for first: who types on asks for no more of them. */
const firstAtATime = 2;

/** The items of stretches, in their order. */
async function* itemsOf(stretches: readonly Stretch[], parts: Omit<ItemParts, 'types'>) {
  const years = stretches.map(foundIn);
  // Those that nobody waits for any more may fail.
  void Promise.allSettled(years);
  let atATime = firstAtATime;
  for (const found of years) {
    const all = await found;
    for (let at = 0; at < all.length; ) {
      const items = all.slice(at, at + atATime).map((one) => itemOf(one, parts));
      void Promise.allSettled(items);
      for (const item of items) yield await item;
      at += atATime;
      atATime *= 2;
    }
  }
}

interface FoundInYear {
  year: FoundYear;
  found: FoundRelease;
}

async function foundIn({ year, from, to }: Stretch): Promise<FoundInYear[]> {
  return (await year.first(to)).slice(from).map((found) => ({ year, found }));
}

async function itemOf({ year, found }: FoundInYear, parts: Omit<ItemParts, 'types'>) {
  const release = await year.textOf(found);
  const item = searchResultItem(release, found, { ...parts, types: year.types });
  return { year: year.year, item };
}

/** The list of a year, which is the last one on the page, or a new one under it. */
function listOf(place: HTMLElement, year: string, parts: Pick<ItemParts, 'template'>): HTMLElement {
  const last = place.lastElementChild;
  if (last?.firstElementChild?.textContent === year) return part(last, 'ol');
  const section = parts.template('year');
  const title = document.createElement('h2');
  title.textContent = year;
  section.prepend(title);
  place.append(section);
  return part(section, 'ol');
}
