import { codeSpan } from '../../../lib/text/code-span.ts';
import { type EntryKind, entryKinds } from '../../../model/content/entry-kinds.ts';
import type { CollectionReport } from './report.ts';

/** Changed entries of all collections. */
export type EntryChanges = Record<
  EntryKind,
  Pick<CollectionReport, 'added' | 'changed' | 'moved' | 'removed'>
>;

type Kind = keyof EntryChanges[EntryKind];

/** A heading for each kind of change. The kinds that matter most to a reviewer come first. */
export type ChangeWords = Record<Kind, string>;

const kinds = ['added', 'changed', 'moved', 'removed'] as const satisfies Kind[];

/** Changes as Markdown: for each kind a count, then one line per entry. */
export function changeLines(changes: EntryChanges, words: ChangeWords): string[] {
  return kinds.flatMap((kind) => {
    const lines = entryKinds.flatMap((name) => writeLines(name, changes[name][kind]));
    return lines.length > 0 ? [`**${words[kind]}: ${lines.length}**`, '', ...lines, ''] : [];
  });
}

function writeLines(
  name: EntryKind,
  entries: readonly { slug: string; title: string; from?: string }[],
): string[] {
  return entries.map(({ slug, title, from }) => {
    const path = (last: string) => codeSpan(`${name}/${last}`);
    const before = from === undefined ? '' : `${path(from)} → `;
    return `- ${before}${path(slug)} ${codeSpan(title)}`;
  });
}
