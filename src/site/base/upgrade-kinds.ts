import type { ChangeTypeEntry, ReleaseEntry, TextGroup } from '../../model/content/content.ts';
import type { UpgradeGroup } from '../../model/content/upgrade-groups.ts';
import type { SiteFrame } from './context.ts';
import { textOfHtml } from './html/sections.ts';
import {
  actionPhrases,
  allTypeWords,
  fold,
  hasPhrase,
  isNegated,
  kindOfWords,
  wordsFor,
  wordsOf,
} from './kind-words.ts';

// Assigns kinds to changes for readers who upgrade. A listed change gets the kind of its type; an
// item of a release's text gets the kind of the headings above it and of the markers at its start.

type Site = Pick<SiteFrame, 'config' | 'strings'>;

/** An item of a release's text. `html` is sanitised; `anchor` is the id of the heading above it. */
export interface KindItem {
  kind: UpgradeGroup;
  html: string;
  anchor: string | undefined;
}

/**
 * The kind of a type of change, by its slug and title. It is `action` if the setting
 * `upgrade.action` lists the slug or title; otherwise it depends on their words, in English or the
 * site's language.
 */
export function kindOfType(
  type: Pick<ChangeTypeEntry, 'slug' | 'title'> | undefined,
  site: Site,
): UpgradeGroup {
  if (!type) return 'behaviour';
  const names = [type.slug, type.title].map(fold);
  if (names.some((name) => isNamedInSettings(name, site))) return 'action';
  return kindOfWords(names.flatMap(wordsOf), wordsFor(site)) ?? 'behaviour';
}

/** `action` if the text of a change begins with a marker that needs action, else the kind of its type. */
export function kindOfChange(
  type: Pick<ChangeTypeEntry, 'slug' | 'title'> | undefined,
  html: string,
  site: Site,
): UpgradeGroup {
  return itemKind(html, undefined, site) === 'action' ? 'action' : kindOfType(type, site);
}

/**
 * Items of a release's text, for a page that also shows the release's listed changes. If there are
 * listed changes, items without a kind are left out, and so are items that repeat a listed change.
 * An item that needs action counts as a repetition only if the two texts are equal.
 */
export function textItems(
  { changes, groups = [] }: Pick<ReleaseEntry, 'changes' | 'groups'>,
  site: Site,
): KindItem[] {
  const listed = changes.map(({ html }) => comparableText(html));
  const isAdded = ({ kind, html }: KindItem) => {
    const text = comparableText(html);
    if (kind === 'action') return !listed.includes(text);
    return (
      kind !== 'behaviour' && !listed.some((one) => isPartOf(one, text) || isPartOf(text, one))
    );
  };
  return kindItems(groups, site).filter((item) => changes.length === 0 || isAdded(item));
}

/**
 * Whether `text` begins or ends with `part`. For example, "a fix" is a part of "a fix (#12)" and of
 * "core: a fix".
 */
function isPartOf(part: string, text: string): boolean {
  return text.startsWith(part) || text.endsWith(part);
}

/**
 * The text of a change, to compare it with other changes. If the change has no text, such as a
 * picture, returns its HTML.
 */
export function comparableText(html: string): string {
  return textOfHtml(html).toLowerCase() || html;
}

/** The items of a release's text with their kinds. */
export function kindItems(groups: readonly TextGroup[], site: Site): KindItem[] {
  return groups.flatMap(({ headings, anchor, items, is_prose }) => {
    const ofHeadings = kindOfHeadings(headings, site);
    if (is_prose && ofHeadings !== 'action') return [];
    return items
      .filter(({ html, items: nested }) => nested || !saysNone(html, is_prose === true))
      .flatMap(({ html, items: nested = [] }) => splitItem(html, nested, ofHeadings, site))
      .map((item) => ({ ...item, anchor }));
  });
}

/**
 * Splits an item: if the item itself needs no action, its nested items that need action become
 * separate items.
 */
function splitItem(
  html: string,
  nested: readonly string[],
  ofHeadings: UpgradeGroup | undefined,
  site: Site,
): Pick<KindItem, 'kind' | 'html'>[] {
  const kind = itemKind(html, ofHeadings, site);
  const apart = nested.filter(
    (inner) => kind !== 'action' && kindOfMarkers(markedText(inner), site) === 'action',
  );
  const rest = nested.filter((inner) => !apart.includes(inner));
  const isTitleOnly = rest.length === 0 && nested.length > 0 && /[:：]$/.test(textOfHtml(html));
  return [
    ...(isTitleOnly ? [] : [{ kind, html: withList(html, rest) }]),
    ...apart.map((inner) => ({ kind: 'action' as const, html: inner })),
  ];
}

function withList(html: string, items: readonly string[]): string {
  if (items.length === 0) return html;
  return `${html}<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
}

/** The kind that an item's markers name, else the kind of the headings above it. */
function itemKind(html: string, ofHeadings: UpgradeGroup | undefined, site: Site): UpgradeGroup {
  if (ofHeadings === 'action') return 'action';
  return kindOfMarkers(markedText(html), site) ?? ofHeadings ?? 'behaviour';
}

/**
 * The text of an item. Bold words at the start are put in brackets, because they are a label, like
 * words in brackets.
 */
function markedText(html: string): string {
  return textOfHtml(html.replace(/^<(strong|b)>([^<]{1,40})<\/\1>/, '[$2] '));
}

/**
 * `action` if any of the nested headings names it; otherwise the kind of the innermost heading that
 * names a kind.
 */
function kindOfHeadings(headings: readonly string[], site: Site): UpgradeGroup | undefined {
  const kinds = headings.map((heading) => kindOfHeading(heading, site));
  return kinds.includes('action') ? 'action' : kinds.findLast((kind) => kind !== undefined);
}

/**
 * Maximum number of words in a heading that names a kind. Longer headings are titles, such as "A
 * new way to remove old files".
 */
const maxKindWords = 6;

function kindOfHeading(heading: string, site: Site): UpgradeGroup | undefined {
  const text = fold(heading);
  if (isNamedInSettings(text.replace(/[\s:：]+$/, ''), site)) return 'action';
  if (/💥|:boom:|^(?:cve|ghsa)-\w/.test(text)) return 'action';
  if (wordsOf(text).length > maxKindWords) return undefined;
  return kindOfName(text, site);
}

/** The kind that a heading or label names. @param name in lower case */
function kindOfName(name: string, site: Site): UpgradeGroup | undefined {
  if (actionPhrases.some((phrase) => hasPhrase(name, phrase))) return 'action';
  const words = wordsOf(name);
  if (isNegated(words, name)) return undefined;
  if (!isProductArea(words) && kindOfWords(words, allTypeWords) === 'action') return 'action';
  return kindOfWords(words, { ...wordsFor(site), action: [] });
}

/**
 * Matches a scope or label before the text of an item, such as `[jest-config]`, "core:" or
 * "feat(ui)!:".
 */
const label =
  /^(?:[[(【]([^\])】]{1,40})[\])】][:：]?|([^\s:：]+(?:\s[^\s:：]+){0,2})\s?(?:：|:(?=\s|\P{ASCII}|$)))\s*/u;
const emoji = /^(?:\p{Extended_Pictographic}\p{Emoji_Modifier}?|\u{fe0f}|\u{200d})+\s*/u;
const maxLabels = 5;

/**
 * The kind of an item according to the labels at its start: `action` if any label names it, else the
 * first kind that a label names.
 */
function kindOfMarkers(text: string, site: Site): UpgradeGroup | undefined {
  let [rest, kind]: [string, UpgradeGroup | undefined] = [text, undefined];
  for (let count = 0; count < maxLabels; count += 1) {
    if (/^(?:💥|⚠|🔒|🗑|:boom:|BREAKING\b)/u.test(rest)) return 'action';
    const afterEmoji = rest.replace(emoji, '').replace(/^[-–—]\s+/, '');
    const found = label.exec(afterEmoji);
    if (!found && afterEmoji === rest) return kind;
    const ofLabel = found && kindOfLabel(found[1] ?? found[2] ?? '', site);
    if (ofLabel === 'action') return 'action';
    kind ??= ofLabel ?? undefined;
    rest = afterEmoji.slice(found?.[0].length ?? 0);
  }
  return kind;
}

function kindOfLabel(name: string, site: Site): UpgradeGroup | undefined {
  // Conventional Commits 1.0.0, 13: "!" immediately before the ":".
  if (/^(?:[\w-]+(?:\([^)]*\))?)?!$/.test(name)) return 'action';
  const text = fold(name);
  if (isNamedInSettings(text, site)) return 'action';
  return kindOfName(text.replace(/\(.*$/, ''), site);
}

/**
 * Whether words with "security" name a part of a product, as in "Security settings" but not in
 * "Security fixes".
 */
function isProductArea(words: readonly string[]): boolean {
  const after = words[words.indexOf('security') + 1];
  return words.includes('security') && after !== undefined && !afterSecurity.test(after);
}

const afterSecurity = /^(?:\d|advi|and$|bulletin|change|fix|issue|not|patch|release|update|vuln)/;

function isNamedInSettings(name: string, { config }: Site): boolean {
  return config.upgrade.action.some((one) => fold(one) === name);
}

/**
 * Whether an item says that there is nothing to list, such as "None." or "No breaking changes". If
 * `isProse`, this includes "There are no breaking changes."
 */
function saysNone(html: string, isProse: boolean): boolean {
  const text = fold(textOfHtml(html));
  const words = wordsOf(text);
  if (words.length === 0) return !html.includes('<img');
  if (words.join(' ') === 'n a') return true;
  if (words.length > maxNoneWords || !isNegated(words, text)) return false;
  if (words.length === 1) return true;
  // Does not match "Remove the no-console rule" and "No longer breaks on Windows".
  const [first = '', second = ''] = words;
  if (isProse) return saysNoneNeeded(words, text);
  const isKind = kindOfWords([second], allTypeWords) === 'action' && !text.includes(':');
  return isNegated([first], first) && words.length <= 3 && isKind;
}

const maxNoneWords = 5;
const nothing = /^(?:none|nothing|nichts|nada|rien|niente)$/;
const needed = /^(?:need|requir|n[eé]cess|erforderlich|nötig|richiest|precis)/;

/**
 * Whether a paragraph says that nothing is needed, unlike "No longer supports Node 12" and "Node 12
 * is not supported".
 */
function saysNoneNeeded(words: readonly string[], text: string): boolean {
  const place = words.findIndex((word) => isNegated([word], word));
  const rest = words.slice(place + 1);
  if (place > 2 || rest[0] === 'longer' || text.includes(':')) return false;
  if (rest.length === 0) return place < 2 || words.length <= 3;
  if (place === 0 && (nothing.test(words[0] ?? '') || rest.length === 1)) return true;
  return (
    kindOfWords(rest.slice(0, 2), allTypeWords) === 'action' ||
    rest.some((word) => needed.test(word)) ||
    actionPhrases.some((phrase) => rest.join(' ').startsWith(phrase))
  );
}
