import { isDeepStrictEqual } from 'node:util';
import type { ChangeTypeEntry, ReleaseEntry } from '../../model/content/content.ts';
import type { Known, SyncState } from '../../model/content/sync-state.ts';
import type { PreparedEntry } from '../prepare/prepare-rows.ts';

// Releases may name a type of change that the workspace does not list, with a title and a colour: a
// form of the type. Forms of one type may differ, and the table has the one that is chosen from all
// releases. Because an unchanged release is not read again, the state records its forms that differ
// from the table or exceed the table's limit.

interface FormsInput {
  releases: readonly ReleaseEntry[];
  prepared: ReadonlyMap<string, Pick<PreparedEntry<ReleaseEntry>, 'types'>>;
  /** State of the releases that were not read again, by id. */
  known: SyncState['releases'];
  /** The types of changes in the existing table. */
  table: readonly ChangeTypeEntry[];
}

/** For each release id, the forms of the change types that the release uses. */
export type TypeForms = ReadonlyMap<string, readonly ChangeTypeEntry[]>;

export function collectTypeForms({ releases, prepared, known, table }: FormsInput): TypeForms {
  const inTable = formsIn(table);
  const formsOf = (entry: ReleaseEntry) =>
    prepared.get(entry.id)?.types ?? formsOfKept(entry, known[entry.id]?.types ?? [], inTable);
  return new Map(releases.map((entry) => [entry.id, formsOf(entry)]));
}

function formsOfKept(
  { changes }: Pick<ReleaseEntry, 'changes'>,
  own: readonly ChangeTypeEntry[],
  inTable: readonly ChangeTypeEntry[],
): ChangeTypeEntry[] {
  const used = new Set(changes.map(({ type }) => type));
  const others = inTable.filter(({ slug }) => own.every((form) => form.slug !== slug));
  return [...own, ...others].filter(({ slug }) => used.has(slug));
}

/**
 * Types in the form that releases have for types that the workspace does not list: without an id.
 */
export function formsIn(table: readonly ChangeTypeEntry[]): ChangeTypeEntry[] {
  return table.map(({ slug, title, color }) => ({ slug, title, color }));
}

/**
 * The types of a release that the state has to record: those that differ from the table or are not
 * in it.
 */
export function otherForms(
  forms: readonly ChangeTypeEntry[],
  table: readonly ChangeTypeEntry[],
): Pick<Known, 'types'> {
  const bySlug = new Map(formsIn(table).map((form) => [form.slug, form]));
  const types = forms.filter((form) => !isDeepStrictEqual(bySlug.get(form.slug), form));
  return types.length > 0 ? { types } : {};
}
