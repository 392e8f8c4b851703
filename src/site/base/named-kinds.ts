import type { UpgradeGroup } from '../../model/content/upgrade-groups.ts';
import type { SiteFrame } from './context.ts';
import { says } from './effect-words.ts';
import { withoutReferences } from './item-text.ts';
import {
  actionPhrases,
  allTypeWords,
  fold,
  hasPhrase,
  isNegated,
  kindOfForeign,
  kindOfWords,
  wordsFor,
  wordsOf,
} from './kind-words.ts';

// Assigns kinds to names: titles of types and sections, and labels in front of items.

export type NamingSite = Pick<SiteFrame, 'config' | 'strings'>;

/** Kinds of names, which are found once for the words of a language. */
const knownKinds = new WeakMap<object, Map<string, UpgradeGroup | undefined>>();

/** The kind that a heading or label names. @param name in lower case */
export function kindOfName(name: string, site: NamingSite): UpgradeGroup | undefined {
  const known = knownKinds.get(site.strings) ?? new Map<string, UpgradeGroup | undefined>();
  knownKinds.set(site.strings, known);
  if (!known.has(name)) known.set(name, findKind(name, site));
  return known.get(name);
}

function findKind(name: string, site: NamingSite): UpgradeGroup | undefined {
  if (actionPhrases.some((phrase) => hasPhrase(name, phrase))) return 'action';
  const words = wordsOf(name);
  if (isNegated(words, name)) return undefined;
  if (!isProductArea(words) && kindOfWords(words, allTypeWords) === 'action') return 'action';
  const stems = { ...wordsFor(site), action: [] };
  // “What’s changed” names no kind.
  const found = kindOfWords(words, words.length === 1 ? stems : { ...stems, behaviour: [] });
  if (found) return found;
  if (words.length <= maxLabelWords && says('maintenance', name)) return 'rest';
  return kindOfForeign(words);
}

/** Maximum number of words that name a part of the project's maintenance. */
const maxLabelWords = 4;

/**
 * Matches a scope or label before the text of an item, such as `[jest-config]`, "core:",
 * "feat(ui)!:", or "fix ·" in a row of a table.
 */
const label =
  /^(?:[[(【]([^\])】]{1,40})[\])】][:：]?|([^\s:：]+(?:\s[^\s:：]+){0,2})\s?(?:：| ·|:(?=\s|\P{ASCII}|$)))\s*/u;
const emoji = /^(?:\p{Extended_Pictographic}\p{Emoji_Modifier}?|\u{fe0f}|\u{200d})+\s*/u;
const maxLabels = 5;

/**
 * The kind of an item according to the labels at its start: `action` if any label names it, else the
 * first kind that a label names.
 */
export function kindOfMarkers(text: string, site: NamingSite): UpgradeGroup | undefined {
  // The word of a tracker, as in "Bug #12: …".
  const [, word] = /^(\p{L}{2,10}) #\d/u.exec(text) ?? [];
  const ofWord = word && kindOfLabel(word, site);
  if (ofWord) return ofWord;
  let [rest, kind]: [string, UpgradeGroup | undefined] = [withoutReferences(text), undefined];
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

function kindOfLabel(name: string, site: NamingSite): UpgradeGroup | undefined {
  // Conventional Commits 1.0.0, 13: "!" immediately before the ":".
  if (/^(?:[\w-]+(?:\([^)]*\))?)?!$/.test(name)) return 'action';
  const text = fold(name);
  if (isNamedInSettings(text, site)) return 'action';
  const word = text.replace(/\(.*$/, '');
  if (word === 'feat') return 'new';
  return commitTypes.has(word) ? 'rest' : kindOfName(word, site);
}

/** Types of commits that change nothing for users (Conventional Commits 1.0.0). */
const commitTypes = new Set(['build', 'chore', 'ci', 'deps', 'docs', 'refactor', 'style', 'test']);

/**
 * Whether words with "security" name a part of a product, as in "Security settings" but not in
 * "Security fixes".
 */
function isProductArea(words: readonly string[]): boolean {
  const after = words[words.indexOf('security') + 1];
  return words.includes('security') && after !== undefined && !afterSecurity.test(after);
}

const afterSecurity = /^(?:\d|advi|and$|bulletin|change|fix|issue|not|patch|release|update|vuln)/;

export function isNamedInSettings(name: string, { config }: NamingSite): boolean {
  return config.upgrade.action.some((one) => fold(one) === name);
}
