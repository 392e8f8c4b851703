import { escapeText } from '../../site/base/html/escape-html.ts';
import { counted } from '../../site/base/strings/counted.ts';
import { fillIn } from '../../site/base/strings/fill-in.ts';
import type { UpgradeStrings } from '../../site/base/strings/shape.ts';
import { enhanceFolds } from '../../site/shell/folds.ts';
import { pageLanguage } from '../../site/shell/page-language.ts';
import { part } from '../../site/shell/part.ts';
import type { FoundEnd, UpgradePath } from './between.ts';
import type { OrderedBy } from './order-versions.ts';
import { planMarkup } from './plan-markup.ts';
import type { CopyableChange, IndexedStep } from './upgrade-data.ts';
import type { UpgradeWords } from './upgrade-notes.ts';
import { type UpgradeItem, type UpgradeView, versionOrTitle } from './upgrade-view.ts';

interface LoadedPlan extends UpgradePath<IndexedStep> {
  view: UpgradeView<CopyableChange>;
  list: string;
  name: string;
  order: OrderedBy;
}

/** The part of the page that shows the plan (`UpgradePlanner.astro`). */
export function upgradeResult(root: HTMLElement, words: UpgradeWords) {
  const place = part(root, '[data-result]');
  const announced = part(root, '[data-announced]');
  const pageTitle = document.title;
  const colours: Record<string, string> = JSON.parse(root.dataset.colours ?? '{}');
  let current: Current | undefined;
  enableTicks(root, words, () => current);
  enableExports(root, words, () => current);
  return {
    show: (plan: LoadedPlan) => {
      current = { plan, ticks: ticksOf(plan.list) };
      showPlan(root, current, words, colours);
      const title = titleOf(plan, words);
      announced.innerHTML = `<h2 class="upgrade-heading">${escapeText(title)}</h2>`;
      document.title = `${title} – ${pageTitle}`;
      place.hidden = false;
    },
    clear: () => {
      current = undefined;
      document.title = pageTitle;
      announced.replaceChildren();
      place.hidden = true;
    },
  };
}

interface Current {
  plan: LoadedPlan;
  ticks: Ticks;
}

function showPlan(
  root: HTMLElement,
  { plan, ticks }: Current,
  words: UpgradeWords,
  colours: Record<string, string>,
): void {
  part(root, '[data-order]').hidden = plan.order === 'version';
  part(root, '[data-copied]').textContent = '';
  const manner = { words, language: pageLanguage(), colours, isTicked: ticks.has };
  part(root, '[data-plan]').innerHTML = planMarkup(plan.view, manner);
  countTicks(root, words);
}

function enableTicks(
  root: HTMLElement,
  words: UpgradeWords,
  current: () => Current | undefined,
): void {
  part(root, '[data-plan]').addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    const { key = '' } = target.dataset;
    current()?.ticks.set(key, target.checked);
    root
      .querySelector(`li:has(> [href="#c-${key}"])`)
      ?.toggleAttribute('data-done', target.checked);
    countTicks(root, words);
  });
}

/** Enables the buttons that print the plan and copy it as a checklist. */
function enableExports(
  root: HTMLElement,
  words: UpgradeWords,
  current: () => Current | undefined,
): void {
  part(root, '[data-print]').addEventListener('click', () => print());
  enhanceFolds(root);
  part(root, '[data-copy]').addEventListener('click', async () => {
    const { plan, ticks } = current() ?? {};
    if (!plan || !ticks) return;
    const heading = titleOf(plan, words);
    const { origin } = location;
    const text = checklist(plan.view, { heading, words, isTicked: ticks.has, origin });
    const copied = part(root, '[data-copied]');
    try {
      await navigator.clipboard.writeText(text);
      copied.textContent = words.copied;
    } catch {
      // The browser refused to copy, or the page was not loaded over HTTPS.
      copied.textContent = words.notCopied;
    }
  });
}

function titleOf({ name, from, to, isReversed }: LoadedPlan, words: UpgradeWords): string {
  const [start, end] = isReversed ? [to, from] : [from, to];
  return fillIn(words.heading, {
    project: name,
    from: nameOf(start, words),
    to: nameOf(end, words),
  });
}

function nameOf(end: FoundEnd<IndexedStep>, words: UpgradeWords): string {
  return end.release ? versionOrTitle(end.release) : words.beforeAll;
}

function countTicks(root: HTMLElement, words: UpgradeWords): void {
  const countOf = (state: string) => root.querySelectorAll(`[data-key]${state}`).length;
  const ticked = counted(pageLanguage(), words.ticked)(countOf(':checked'));
  const all = countOf('');
  const count = all.toLocaleString(pageLanguage());
  part(root, '[data-ticked]').textContent = all > 0 ? fillIn(ticked, { count }) : '';
}

/** The changes that a reader has ticked, stored in the browser. */
type Ticks = ReturnType<typeof ticksOf>;

/** The ticked changes of a list of versions. All plans between versions of this list share them. */
function ticksOf(list: string) {
  const name = `upgrade-${list}`;
  const keys = read(name);
  return {
    has: (key: string) => keys.has(key),
    set: (key: string, isTicked: boolean) => {
      keys[isTicked ? 'add' : 'delete'](key);
      write(name, [...keys]);
    },
  };
}

function read(name: string): Set<string> {
  try {
    return new Set(JSON.parse(localStorage.getItem(name) ?? '[]'));
  } catch {
    return new Set();
  }
}

function write(name: string, keys: readonly string[]): void {
  try {
    localStorage.setItem(name, JSON.stringify(keys));
  } catch {
    // If the browser refuses to store data, ticks are lost when the reader leaves the page.
  }
}

interface Listed {
  heading: string;
  words: Pick<UpgradeStrings, 'groups'>;
  isTicked(key: string): boolean;
  /** The site's origin, which is put before the path of each link. */
  origin: string;
}

/**
 * Returns all changes of an upgrade in GitHub Flavored Markdown. Changes that need action are tasks.
 */
export function checklist(view: UpgradeView<CopyableChange>, listed: Listed): string {
  const { heading, words } = listed;
  const parts = view.groups.map(({ group, items }) => {
    const tasks = items.map((item) => task(item, listed)).join('\n');
    return `### ${escaped(words.groups[group])}\n\n${tasks}\n`;
  });
  return [`## ${escaped(heading)}\n`, ...parts].join('\n');
}

function task(
  { key, group, markdown, places }: UpgradeItem<CopyableChange>,
  listed: Listed,
): string {
  const links = places.map(({ name, href }) => `[${escaped(name)}](${listed.origin}${href})`);
  const [first = '', ...lines] = markdown.trim().split('\n');
  // The change's further lines are indented, so that Markdown treats them as part of the list item.
  const below = lines.map((line) => (line === '' ? '' : `  ${line}`));
  const box = group === 'action' ? `[${listed.isTicked(key) ? 'x' : ' '}] ` : '';
  return [`- ${box}${first} (${links.join(', ')})`, ...below].join('\n');
}

/** Escapes characters that are Markdown syntax. */
function escaped(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#|~]/g, '\\$&');
}
