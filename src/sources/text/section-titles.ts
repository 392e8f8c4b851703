import { oneLine } from '../../lib/text/text.ts';
import { isVisible } from '../../model/api/primitives.ts';
import { blockParser } from '../markdown/parser.ts';
import { withoutTags } from '../markdown/raw-tags.ts';
import knownTitles from './known-titles.json' with { type: 'json' };

/**
 * Section titles for changes, by kind and language, in lower case: those of Keep a Changelog,
 * release-please, git-cliff, semantic-release and changesets, and their translations into the
 * languages of the site.
 */
const kinds = new Map(
  Object.entries(knownTitles).flatMap(([kind, titles]) =>
    Object.values(titles).flatMap((list) => list.map((title) => [title, kind])),
  ),
);

/** Titles of sections that list people or files instead of changes. */
const noChanges =
  /^(?:contributors|committers|thanks|credits|authors|assets|downloads|links|full changelog)\b/i;

/** Maximum length of a title in characters. A longer heading is probably a sentence. */
const maxLength = 40;

/** The kind of a known title, such as `fixed`. Undefined for other titles. */
export function kindOfTitle(title: string): string | undefined {
  const whole = title.normalize('NFC').toLowerCase();
  // In “修复 (Fixed)”, the title has its translation with it.
  const [, first = '', second = ''] = /^([^(]+)\s\(([^()]+)\)$/.exec(whole) ?? [];
  return kinds.get(whole) ?? kinds.get(first) ?? kinds.get(second);
}

/** Whether a title may be a type of change. Callers must check that its section is a list. */
export function maybeTitle(title: string): boolean {
  return (
    isVisible(title) &&
    title.length <= maxLength &&
    !noChanges.test(title) &&
    !/\d\.\d|^[^\p{L}]*$/u.test(title)
  );
}

/** The title of a section: its heading without a number in front of it, an id, or a version. */
export function titleOf(heading: string): string {
  const own = heading.slice(0, 1000).replace(attributes, '');
  const text = own.replace(/^\s*\d{1,2}[.)]\s+(?=\p{L})/u, '');
  return textOf(text.replace(/(?<=\p{L})\s+[([]v?\d+\.\d[\w.+-]*[)\]]\s*$/u, ''));
}

const attribute = '(?:[#.][\\w.:-]+|[\\w-]+=(?:"[^"]*"|\'[^\']*\'))';

/** Matches attributes of a heading, as in “1.0.0 {#v1}” (kramdown, Docusaurus, Material for MkDocs). */
export const attributes = new RegExp(`\\s\\{:?\\s*${attribute}(?:\\s+${attribute})*\\s*\\}\\s*$`);

/** The text of a heading without emoji and markup. A title in capitals becomes lower case. */
export function textOf(heading: string): string {
  const text = blockParser.utils
    .unescapeAll(withoutTags(heading.slice(0, 1000)))
    .replace(emojiName, '')
    .replace(/!?\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])?/g, '$1')
    .replace(/\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|\u200d|[*`]/gu, '')
    .replaceAll('_', ' ');
  const title = oneLine(text).replace(/[\s:：.!]+$/u, '');
  const isShouted = title.length > 3 && /\p{Lu}/u.test(title) && !/\p{Ll}/u.test(title);
  return isShouted ? title.slice(0, 1) + title.slice(1).toLowerCase() : title;
}

/** Matches the short name of an emoji, such as `:tada:`. */
export const emojiName = /:(?:[a-z][a-z\d_+-]{1,40}|[+-]1):/g;
