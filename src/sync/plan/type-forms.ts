import { isDeepStrictEqual } from 'node:util';
import type { ChangeTypeEntry, ReleaseEntry } from '../../model/content/content.ts';
import type { Known, KnownEntries } from '../../model/content/sync-state.ts';
import type { Collected } from '../read/decisions.ts';

// If the workspace does not list a release's type of change, the type's title and colour come from
// the release. Releases may have different titles and colours (forms) for one type, and the table
// contains only one form. The state records the other forms, because an unchanged release is not
// read again.

/**
 * For each release id, the forms (slug, title and colour) of the change types in the release.
 * @param known state of the releases before this sync, by id
 * @param table the types of changes in the existing table
 */
export function collectTypeForms(
  releases: readonly ReleaseEntry[],
  { decisions }: Pick<Collected<ReleaseEntry>, 'decisions'>,
  known: KnownEntries,
  table: readonly ChangeTypeEntry[],
) {
  const inTable = listForms(table);
  const findForms = (entry: ReleaseEntry) =>
    decisions.get(entry.id)?.prepared?.types ??
    listKeptForms(entry, known.get(entry.id)?.types ?? [], inTable);
  return new Map(releases.map((entry) => [entry.id, findForms(entry)]));
}

function listKeptForms(
  { changes }: Pick<ReleaseEntry, 'changes'>,
  own: readonly ChangeTypeEntry[],
  inTable: readonly ChangeTypeEntry[],
): ChangeTypeEntry[] {
  const used = new Set(changes.map(({ type }) => type));
  const others = inTable.filter(({ slug }) => own.every((form) => form.slug !== slug));
  return [...own, ...others].filter(({ slug }) => used.has(slug));
}

/** The forms of the types in a table: their slugs, titles and colours, without ids. */
export function listForms(table: readonly ChangeTypeEntry[]): ChangeTypeEntry[] {
  return table.map(({ slug, title, color }) => ({ slug, title, color }));
}

/**
 * The forms that the state has to record, by release id, because they differ from the table or are
 * not in it.
 */
export function otherForms(
  forms: ReadonlyMap<string, readonly ChangeTypeEntry[]>,
  table: readonly ChangeTypeEntry[],
): Map<string, Pick<Known, 'types'>> {
  const bySlug = new Map(listForms(table).map((form) => [form.slug, form]));
  const isOther = (form: ChangeTypeEntry) => !isDeepStrictEqual(bySlug.get(form.slug), form);
  const others = Array.from(forms, ([id, own]) => [id, { types: own.filter(isOther) }] as const);
  return new Map(others.filter(([, { types }]) => types.length > 0));
}
