import { escapeAttribute, escapeText } from '../../site/base/html/escape-html.ts';
import { counted } from '../../site/base/strings/counted.ts';
import type { UpgradeStrings } from '../../site/base/strings/shape.ts';
import {
  releaseName,
  type UpgradeChange,
  type UpgradeItem,
  type UpgradeRelease,
  type UpgradeView,
} from './upgrade-view.ts';

// The one markup of what changes between two versions: pages are built with it, and browsers show
// with it what a reader asks for. Runs in browsers too.

export interface PlanManner {
  words: Pick<UpgradeStrings, 'groups' | 'changes' | 'releases' | 'onlyReleases'>;
  /** BCP 47. */
  language: string;
  /** By a type's slug: the class of its colour. */
  colours: Record<string, string>;
  /** Whether a change is ticked, by its key; left out where there is nothing to tick. */
  isTicked?: (key: string) => boolean;
}

/** HTML of all that changes, group by group, and of the releases on the way. */
export function planMarkup(view: UpgradeView, manner: PlanManner): string {
  const { words, language } = manner;
  const count = counted(language, words.changes);
  const groups = view.groups.map(({ group, items }) =>
    section(
      `upgrade-group upgrade-${group}`,
      `${escapeText(words.groups[group])} <small>${escapeText(count(items.length))}</small>`,
      `<ul>${items.map((item) => itemMarkup(item, manner)).join('')}</ul>`,
    ),
  );
  if (view.releases.length === 0) return '';
  const silent = groups.length === 0 ? sentence('empty', words.onlyReleases) : '';
  return silent + groups.join('') + releasesMarkup(view.releases, manner);
}

/** A sentence in a paragraph. */
function sentence(className: string, text: string): string {
  return `<p class="${className}">${escapeText(text)}</p>`;
}

function section(className: string, title: string, content: string): string {
  return `<section class="${className}"><h2 class="upgrade-title">${title}</h2>${content}</section>`;
}

function itemMarkup(item: UpgradeItem<UpgradeChange>, manner: PlanManner): string {
  const { key, html, type, places } = item;
  const { isTicked, colours } = manner;
  const state = isTicked?.(key) ? ' checked' : '';
  const tick = isTicked
    ? `<input type="checkbox" data-key="${key}" aria-labelledby="c-${key}"${state}>`
    : '';
  const tag = type
    ? `<span class="tag ${colours[type.slug] ?? 'c-none'}">${escapeText(type.title)}</span> `
    : '';
  const links = places.map(({ name, href }) => link(href, name)).join(', ');
  const text = `<div class="prose" dir="auto" id="c-${key}">${html}</div>`;
  return `<li>${tick}<div>${text}<p class="upgrade-places">${tag}${links}</p></div></li>`;
}

function releasesMarkup(releases: readonly UpgradeRelease[], manner: PlanManner): string {
  const { words, language } = manner;
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  const rows = releases.map((release) => {
    const { day, version, title, href } = release;
    const date = `<time datetime="${day}">${dates.format(new Date(day))}</time>`;
    const rest = version === null ? '' : ` <bdi class="quiet">${escapeText(title)}</bdi>`;
    return `<li>${date} <span>${link(href, releaseName(release))}${rest}</span></li>`;
  });
  return section('upgrade-releases', escapeText(words.releases), `<ol>${rows.join('')}</ol>`);
}

function link(href: string, name: string): string {
  return `<a href="${escapeAttribute(href)}"><bdi>${escapeText(name)}</bdi></a>`;
}
