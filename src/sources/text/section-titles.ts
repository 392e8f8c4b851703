import { oneLine } from '../../lib/text/text.ts';
import { isVisible } from '../../model/api/primitives.ts';

/**
 * Section titles that Keep a Changelog, release-please, git-cliff, semantic-release and changesets
 * use for changes, in lower case.
 */
const known = new Set([
  ...['added', 'changed', 'deprecated', 'removed', 'fixed', 'security'],
  ...['features', 'feature', 'new features', 'bug fixes', 'bug fix', 'fixes', 'breaking changes'],
  ...['breaking', 'breaking change', 'performance improvements', 'performance'],
  ...['reverts', 'revert', 'code refactoring', 'refactoring', 'refactor', 'documentation'],
  ...['styling', 'styles', 'testing'],
  ...['tests', 'build system', 'builds', 'build', 'continuous integration', 'ci', 'chores'],
  ...['miscellaneous', 'miscellaneous tasks', 'miscellaneous chores', 'dependencies', 'internal'],
  ...['major changes', 'minor changes', 'patch changes', 'enhancements', 'enhancement'],
  ...['improvements', 'improved', 'deprecations', 'removals', 'security fixes', 'other changes'],
]);

/** Titles of sections that list people or files instead of changes. */
const noChanges =
  /^(?:contributors|committers|thanks|credits|authors|assets|downloads|links|full changelog)\b/i;

/** Maximum length of a title in characters. A longer heading is probably a sentence. */
const maxLength = 40;

export function isKnownTitle(title: string): boolean {
  return known.has(title.toLowerCase());
}

/** Whether a title may be a type of change. Callers must check that its section is a list. */
export function maybeTitle(title: string): boolean {
  return isVisible(title) && title.length <= maxLength && !noChanges.test(title);
}

/** The text of a heading without emoji and markup. A title in capitals becomes lower case. */
export function titleOf(heading: string): string {
  const text = withoutMarkup(heading.slice(0, 1000))
    .replace(/:[a-z\d_+-]{1,40}:/g, '')
    .replace(/!?\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])?/g, '$1')
    .replace(/\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|\u200d|[*`]/gu, '')
    .replaceAll('_', ' ');
  const title = oneLine(text).replace(/[\s:：.!]+$/u, '');
  const isShouted = title.length > 3 && /\p{Lu}/u.test(title) && !/\p{Ll}/u.test(title);
  return isShouted ? title.slice(0, 1) + title.slice(1).toLowerCase() : title;
}

export function withoutMarkup(text: string): string {
  return text.replace(/<!--.*?-->|<\/?[a-z][^<>]*>/gi, '');
}
