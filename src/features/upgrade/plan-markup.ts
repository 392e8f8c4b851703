import type { UpgradeGroup } from '../../model/content/upgrade-groups.ts';
import { escapeAttribute, escapeText } from '../../site/base/html/escape-html.ts';
import { textOfHtml } from '../../site/base/html/sections.ts';
import { counted } from '../../site/base/strings/counted.ts';
import type { UpgradeStrings } from '../../site/base/strings/shape.ts';
import { changeTitle } from './change-title.ts';
import {
  listedName,
  type UpgradeItem,
  type UpgradeRelease,
  type UpgradeView,
} from './upgrade-view.ts';

// Renders an upgrade plan as HTML, both for prebuilt pages and, in the browser, for the versions
// that a reader chooses.

export interface PlanManner {
  words: Pick<UpgradeStrings, 'groups' | 'changes' | 'releases' | 'jumps'>;
  /** Language of numbers and dates, in BCP 47. */
  language: string;
  /** CSS class that sets the colour of a change type, by the type's slug. */
  colours: Record<string, string>;
  /**
   * Whether the change with this key is ticked. Only changes that need action have check boxes.
   * Undefined for plans without check boxes.
   */
  isTicked?: (key: string) => boolean;
}

/** A plan with more changes or more text, in characters, starts with links to its groups. */
const maxWithoutJumps = { changes: 30, length: 3000 };

/**
 * If the changes that need action are more, and their text is longer, a list of their titles is
 * above them. 1,200 characters are about a screen of a phone.
 */
const maxWithoutTitles = { changes: 3, length: 1200 };

/**
 * If a group has more changes than this, the changes of each release are in a collapsible `details`
 * element. A longer list of releases is in a closed one.
 */
const maxUnfolded = 20;

/**
 * In the group of changes that need action, the `details` elements of the newest releases start
 * open, up to this number of changes.
 */
const maxOpen = 100;

/** HTML of all changes, by group, followed by a list of the releases. */
export function planMarkup(view: UpgradeView, manner: PlanManner): string {
  if (view.releases.length === 0) return '';
  const groups = view.groups.map((one) => groupMarkup(one, manner));
  return jumpsMarkup(view, manner) + groups.join('') + releasesMarkup(view.releases, manner);
}

function jumpsMarkup({ groups }: UpgradeView, { words, language }: PlanManner): string {
  const all = groups.flatMap(({ items }) => items);
  const { changes, length } = maxWithoutJumps;
  if (all.length <= changes && lengthOf(all) <= length) return '';
  const links = groups.map(({ group, items }) => {
    const count = items.length.toLocaleString(language);
    return `<a href="#upgrade-${group}">${escapeText(words.groups[group])} <small>${count}</small></a>`;
  });
  const releases = `<a href="#upgrade-releases">${escapeText(words.releases)}</a>`;
  const label = escapeAttribute(words.jumps);
  return `<nav class="upgrade-jumps" aria-label="${label}">${links.join('')}${releases}</nav>`;
}

function groupMarkup({ group, items }: UpgradeView['groups'][number], manner: PlanManner): string {
  const { words, language } = manner;
  const count = counted(language, words.changes);
  const title = `${escapeText(words.groups[group])} <small>${escapeText(count(items.length))}</small>`;
  const name = `upgrade-${group}`;
  const isRest = group === 'rest';
  const content =
    isRest || items.length <= maxUnfolded
      ? listMarkup(items, manner)
      : foldsMarkup(group, items, manner, count);
  const titles = group === 'action' ? titlesMarkup(items, manner) : '';
  return box(`upgrade-group ${name}`, name, title, titles + content, isRest);
}

/** Links to the changes, except to those that are in closed `details` elements. */
function titlesMarkup(items: readonly UpgradeItem[], { isTicked }: PlanManner): string {
  const { changes, length } = maxWithoutTitles;
  if (items.length <= changes || lengthOf(items) <= length) return '';
  const rows = items.slice(0, maxOpen).map(({ key, html, places }) => {
    const ticked = isTicked?.(key) ? ' data-done' : '';
    return `<li${ticked}>${link(`#c-${key}`, changeTitle(html) || (places[0]?.name ?? ''))}</li>`;
  });
  return `<ul class="upgrade-titles">${rows.join('')}</ul>`;
}

/** Length of the changes' texts, in characters. */
function lengthOf(items: readonly UpgradeItem[]): number {
  return items.reduce((sum, { html }) => sum + textOfHtml(html).length, 0);
}

function foldsMarkup(
  group: UpgradeGroup,
  items: readonly UpgradeItem[],
  manner: PlanManner,
  count: (changes: number) => string,
): string {
  let opened = group === 'action' ? 0 : maxOpen;
  const folds = [...Map.groupBy(items, ({ places }) => places[0]?.name ?? '')].map(
    ([name, own]) => {
      const state = opened < maxOpen ? ' open' : '';
      opened += own.length;
      return `<details${state}><summary>${isolated(name)} <small>${escapeText(count(own.length))}</small></summary>${listMarkup(own, manner, name)}</details>`;
    },
  );
  return folds.join('');
}

/** @param heading name of the release above the list, which its items do not repeat */
function listMarkup(items: readonly UpgradeItem[], manner: PlanManner, heading?: string): string {
  return `<ul>${items.map((item) => itemMarkup(item, manner, heading)).join('')}</ul>`;
}

function box(classes: string, id: string, title: string, content: string, isFolded: boolean) {
  const heading = `<h2 class="upgrade-title">${title}</h2>`;
  const head = isFolded ? `<summary>${heading}</summary>` : heading;
  const element = isFolded ? 'details' : 'section';
  return `<${element} class="${classes}" id="${id}">${head}${content}</${element}>`;
}

function itemMarkup(item: UpgradeItem, manner: PlanManner, heading?: string): string {
  const { key, group, html, type } = item;
  const { isTicked, colours } = manner;
  const tick =
    isTicked && group === 'action'
      ? `<input type="checkbox" data-key="${key}" aria-labelledby="c-${key}"${isTicked(key) ? ' checked' : ''}>`
      : '';
  const tag = type
    ? `<span class="tag ${colours[type.slug] ?? 'c-none'}">${escapeText(type.title)}</span> `
    : '';
  const places = item.places.filter(({ name }) => name !== heading);
  const links = places.map(({ name, href }) => link(href, name)).join(', ');
  const text = `<div class="prose" dir="auto" id="c-${key}">${html}</div>`;
  return `<li>${tick}<div>${text}<p class="upgrade-places">${tag}${links}</p></div></li>`;
}

function releasesMarkup(releases: readonly UpgradeRelease[], manner: PlanManner): string {
  const { words, language } = manner;
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  const rows = releases.map((release) => {
    const { day, href } = release;
    const date = `<time datetime="${day}">${dates.format(new Date(day))}</time>`;
    return `<li>${date} <span>${link(href, listedName(release))}</span></li>`;
  });
  const count = releases.length.toLocaleString(language);
  const title = `${escapeText(words.releases)} <small>${count}</small>`;
  const name = 'upgrade-releases';
  return box(name, name, title, `<ol>${rows.join('')}</ol>`, releases.length > maxUnfolded);
}

function link(href: string, name: string): string {
  return `<a href="${escapeAttribute(href)}">${isolated(name)}</a>`;
}

function isolated(name: string): string {
  return `<bdi>${escapeText(name)}</bdi>`;
}
