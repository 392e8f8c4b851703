import { oneLine } from '../../lib/text/text.ts';
import { isVisible } from '../../model/api/primitives.ts';

/**
 * What sections are called in Keep a Changelog, and by release-please, git-cliff, semantic-release
 * and changesets; in lower case.
 */
const known = new Set([
  ...['added', 'changed', 'deprecated', 'removed', 'fixed', 'security'],
  ...['features', 'feature', 'new features', 'bug fixes', 'bug fix', 'fixes', 'breaking changes'],
  ...[
    'breaking',
    'breaking change',
    'performance improvements',
    'performance',
    'reverts',
    'revert',
  ],
  ...[
    'code refactoring',
    'refactoring',
    'refactor',
    'documentation',
    'styling',
    'styles',
    'testing',
  ],
  ...['tests', 'build system', 'builds', 'build', 'continuous integration', 'ci', 'chores'],
  ...['miscellaneous', 'miscellaneous tasks', 'miscellaneous chores', 'dependencies', 'internal'],
  ...['major changes', 'minor changes', 'patch changes', 'enhancements', 'enhancement'],
  ...['improvements', 'improved', 'deprecations', 'removals', 'security fixes', 'other changes'],
]);

/** A list of people or of files is none of changes. */
const noChanges =
  /^(?:contributors|committers|thanks|credits|authors|assets|downloads|links|full changelog)\b/i;

/** Longer ones are sentences. */
const longest = 40;

/** Whether a title names a type of change wherever it stands. */
export function isKnownTitle(title: string): boolean {
  return known.has(title.toLowerCase());
}

/** Whether a title may name a type of change, where nothing but a list stands below it. */
export function maybeTitle(title: string): boolean {
  return isVisible(title) && title.length <= longest && !noChanges.test(title);
}

/** A heading as a title: its text, without pictures before it; nothing is in capitals alone. */
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

/** Text without comments and tags. */
export function withoutMarkup(text: string): string {
  return text.replace(/<!--.*?-->|<\/?[a-z][^<>]*>/gi, '');
}
