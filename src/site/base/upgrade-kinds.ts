import type { ChangeTypeEntry, ReleaseEntry, TextGroup } from '../../model/content/content.ts';
import { type UpgradeGroup, upgradeGroups } from '../../model/content/upgrade-groups.ts';
import { says } from './effect-words.ts';
import { textOfHtml } from './html/sections.ts';
import { isFragment, isOfCommits, markedText, withoutReferences } from './item-text.ts';
import { fold, wordsOf } from './kind-words.ts';
import {
  isNamedInSettings,
  kindOfMarkers,
  kindOfName,
  type NamingSite as Site,
} from './named-kinds.ts';
import { isNothing, saysNone } from './says-none.ts';

// Assigns kinds to changes for readers who upgrade. A listed change gets the kind of its type; an
// item of a release's text gets the kind of the headings above it and of the markers at its start.

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
  return knownKindOf(type, site) ?? 'rest';
}

/** Items of texts by the groups of a release, found once for the settings and language of a site. */
type KnownItems = WeakMap<readonly TextGroup[], readonly KindItem[]>;
const knownBySite = new WeakMap<object, WeakMap<object, KnownItems>>();

function knownFor({ config, strings }: Site): KnownItems {
  const ofConfig = knownBySite.get(config) ?? new WeakMap<object, KnownItems>();
  knownBySite.set(config, ofConfig);
  const known = ofConfig.get(strings) ?? new WeakMap();
  ofConfig.set(strings, known);
  return known;
}

function knownKindOf(
  type: Pick<ChangeTypeEntry, 'slug' | 'title'> | undefined,
  site: Site,
): UpgradeGroup | undefined {
  if (!type) return undefined;
  const names = [type.slug, type.title].map(fold);
  if (names.some((name) => isNamedInSettings(name, site))) return 'action';
  return names.map((name) => kindOfName(name, site)).find((kind) => kind !== undefined);
}

/** The kind of a listed change: that of its type, unless its text says otherwise. */
export function kindOfChange(
  type: Pick<ChangeTypeEntry, 'slug' | 'title'> | undefined,
  html: string,
  site: Site,
): UpgradeGroup {
  const ofType = knownKindOf(type, site);
  const kind = itemKind(html, ofType, site);
  const isByMarker = kind === 'fixed' || kind === 'new';
  return isByMarker && ofType !== undefined && ofType !== 'rest' ? ofType : kind;
}

/** The listed changes of a release, and the items of its text that do not repeat one, with kinds. */
export function kindedChanges(
  entry: Pick<ReleaseEntry, 'changes' | 'groups'>,
  site: Site & { workspace: { change_types: readonly ChangeTypeEntry[] } },
): Pick<KindItem, 'kind' | 'html'>[] {
  const types = new Map(site.workspace.change_types.map((type) => [type.slug, type]));
  const listed = entry.changes.map(({ type, html }) => {
    return { kind: kindOfChange(types.get(type ?? ''), html, site), html };
  });
  return [...listed, ...textItems(entry, site)];
}

/**
 * Items of a release's text, for a page that also shows the release's listed changes. Items that
 * repeat a listed change are left out. An item that needs action counts as a repetition only if the
 * two texts are equal.
 */
export function textItems(
  { changes, groups = [] }: Pick<ReleaseEntry, 'changes' | 'groups'>,
  site: Site,
): readonly KindItem[] {
  if (changes.length === 0) return kindItems(groups, site);
  const listed = changes.map(({ html }) => comparableText(html));
  const isAdded = ({ kind, html }: KindItem) => {
    const text = comparableText(html);
    if (kind === 'action') return !listed.includes(text);
    return !listed.some((one) => isPartOf(one, text) || isPartOf(text, one));
  };
  return kindItems(groups, site).filter(isAdded);
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
export function kindItems(groups: readonly TextGroup[], site: Site): readonly KindItem[] {
  const known = knownFor(site);
  const found = known.get(groups) ?? findItems(groups, site);
  known.set(groups, found);
  return found;
}

function findItems(groups: readonly TextGroup[], site: Site): KindItem[] {
  return groups.flatMap(({ headings, anchor, items, is_prose }) => {
    const ofHeadings = kindOfHeadings(headings, site);
    // A pointer alone is all that a section says.
    const isBeside = (other: TextGroup) => other.headings.join('\n') === headings.join('\n');
    const isAlone =
      items.length === 1 && groups.filter(isBeside).flatMap((one) => one.items).length === 1;
    return items
      .filter(({ html, items: nested }) => isAlone || nested || !says('pointer', plain(html)))
      .filter(({ html, items: nested }) => nested || !saysNone(html, is_prose === true))
      .filter(({ html }) => !/ made their first contribution\b/.test(html))
      .flatMap(({ html, items: nested = [] }) => {
        const isStory = is_prose === true && says('story', plain(html));
        return splitItem(html, nested, isStory ? undefined : ofHeadings, site);
      })
      .filter(({ kind, html }) => !is_prose || kind === 'action' || isWarning(kind, html))
      .map((item) => ({ ...item, anchor }));
  });
}

/** The kinds of the items in the text of a release that lists no changes, most severe first. */
export function kindsOfText(
  { changes, groups = [] }: Pick<ReleaseEntry, 'changes' | 'groups'>,
  site: Site,
): UpgradeGroup[] {
  if (changes.length > 0) return [];
  const kinds = new Set(kindItems(groups, site).map(({ kind }) => kind));
  return upgradeGroups.filter((kind) => kinds.has(kind));
}

/** Whether a paragraph begins in bold and says that something behaves in another way. */
function isWarning(kind: UpgradeGroup, html: string): boolean {
  return kind === 'behaviour' && html.startsWith('<strong>');
}

/**
 * Splits an item: the items below a title such as “Command line:” become separate items, and so do
 * nested items that need action if the item itself needs none. They keep the sentence above them.
 */
function splitItem(
  html: string,
  nested: readonly string[],
  ofHeadings: UpgradeGroup | undefined,
  site: Site,
): Pick<KindItem, 'kind' | 'html'>[] {
  if (nested.length > 0 && /[:：]$/.test(textOfHtml(html))) {
    const above = kindOfMarkers(markedText(html), site) ?? ofHeadings;
    return nested.map((inner) => ({
      kind: itemKind(inner, above, site),
      html: `${html} ${inner}`,
    }));
  }
  const kind = itemKind(html, ofHeadings, site);
  const apart = nested.filter(
    (inner) => kind !== 'action' && itemKind(inner, undefined, site) === 'action',
  );
  const rest = nested.filter((inner) => !apart.includes(inner));
  return [
    { kind, html: withList(html, rest) },
    ...apart.map((inner) => ({ kind: 'action' as const, html: withList(html, [inner]) })),
  ];
}

function withList(html: string, items: readonly string[]): string {
  if (items.length === 0) return html;
  return `${html}<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
}

/**
 * The kind that an item's markers name, else what its words say, else the kind of the headings above
 * it.
 */
function itemKind(html: string, ofHeadings: UpgradeGroup | undefined, site: Site): UpgradeGroup {
  // Nested items say something else.
  const [own = ''] = html.split(/<[uo]l>/);
  const marker = kindOfMarkers(markedText(own), site);
  if (marker === 'rest') return 'rest';
  const words = plain(own);
  if (says('housekeeping', words) || says('thanks', words)) return 'rest';
  const isCalm = () => says('calm', words) || isFragment(words);
  if (isOfCommits(html)) return says('hole', words) ? 'behaviour' : (marker ?? 'rest');
  const kind = ofHeadings === 'rest' && marker !== 'action' ? 'rest' : (marker ?? ofHeadings);
  if (kind === 'action') return isCalm() ? calmKind(ofHeadings) : 'action';
  return effectOf(words, kind, isCalm) ?? kind ?? kindOfWording(words, isCalm);
}

/** The words of an item in lower case, with code in backticks. */
function plain(html: string): string {
  return withoutReferences(fold(textOfHtml(html.replace(/<\/?code>/g, '`'))));
}

/** The kind of an item that is marked as severe, but changes nothing for users. */
function calmKind(ofHeadings: UpgradeGroup | undefined): UpgradeGroup {
  return ofHeadings === 'rest' ? 'rest' : 'behaviour';
}

/** The kind of an item without a marker, below headings that name no kind. */
function kindOfWording(text: string, isCalm: () => boolean): UpgradeGroup {
  if (says('fixes', text)) return 'fixed';
  if (says('check', text) && !isCalm()) return 'behaviour';
  return says('adds', text) ? 'new' : 'rest';
}

/** `action` if the words of an item say that readers have to act. */
function effectOf(
  text: string,
  kind: UpgradeGroup | undefined,
  isCalm: () => boolean,
): UpgradeGroup | undefined {
  if (kind !== 'rest' && says('hole', text)) return 'action';
  return kind !== 'fixed' && says('action', text) && !isCalm() ? 'action' : undefined;
}

/**
 * The kind that nested headings name: the outermost of those that need action or are about
 * maintenance, else the innermost that names a kind. A heading that says “nothing to do” ends the
 * headings above it.
 */
function kindOfHeadings(headings: readonly string[], site: Site): UpgradeGroup | undefined {
  const start = headings.findLastIndex((heading) => wordsOf(fold(heading)).some(isNothing));
  const kinds = headings.slice(start + 1).map((heading) => kindOfHeading(heading, site));
  const decisive = kinds.find((kind) => kind === 'action' || kind === 'rest');
  return decisive ?? kinds.findLast((kind) => kind !== undefined);
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
  if (wordsOf(text).length > maxKindWords || says('story', text)) return undefined;
  return says('steps', text) ? 'action' : kindOfName(text, site);
}
