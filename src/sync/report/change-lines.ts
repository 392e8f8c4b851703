import { codeSpan } from '../../lib/text/code-span.ts';
import { type EntryKind, entryKinds } from '../../model/content/entry-kinds.ts';
import type { CollectionReport } from './report.ts';

/** What becomes of the entries of both collections. */
export type EntryChanges = Record<
  EntryKind,
  Pick<CollectionReport, 'added' | 'changed' | 'moved' | 'removed'>
>;

type Kind = keyof EntryChanges[EntryKind];

/** What is said of each kind, in the order in which a reviewer asks. */
export type ChangeWords = Record<Kind, string>;

const kinds = ['added', 'changed', 'moved', 'removed'] as const satisfies Kind[];

/** Changes as lines of Markdown, one for each entry, below how many there are of each kind. */
export function changeLines(changes: EntryChanges, words: ChangeWords): string[] {
  return kinds.flatMap((kind) => {
    const lines = entryKinds.flatMap((name) => linesOf(name, changes[name][kind]));
    return lines.length > 0 ? [`**${words[kind]}: ${lines.length}**`, '', ...lines, ''] : [];
  });
}

function linesOf(
  name: EntryKind,
  entries: readonly { slug: string; title: string; from?: string }[],
): string[] {
  return entries.map(({ slug, title, from }) => {
    const path = (last: string) => codeSpan(`${name}/${last}`);
    const before = from === undefined ? '' : `${path(from)} → `;
    return `- ${before}${path(slug)} ${codeSpan(title)}`;
  });
}
