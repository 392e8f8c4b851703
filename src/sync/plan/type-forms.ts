import { isDeepStrictEqual } from 'node:util';
import type { ChangeTypeEntry, ReleaseEntry } from '../../model/content/content.ts';
import type { Known, SyncState } from '../../model/content/sync-state.ts';
import type { PreparedEntry } from '../prepare/prepare-rows.ts';

// A type that the workspace does not list has the title and colour with which releases name it. Of
// several forms all releases decide which one stands in the table, and one that is kept is not read
// again: the state has the form of those that name a type otherwise than the table, or one that it has no room for.

interface FormsInput {
  releases: readonly ReleaseEntry[];
  prepared: ReadonlyMap<string, Pick<PreparedEntry<ReleaseEntry>, 'types'>>;
  /** What is known of the releases that are kept, by id. */
  known: SyncState['releases'];
  /** The types as they stand in the content. */
  table: readonly ChangeTypeEntry[];
}

/** By id of a release, in which form it names its types. */
export type TypeForms = ReadonlyMap<string, readonly ChangeTypeEntry[]>;

export function typeForms({ releases, prepared, known, table }: FormsInput): TypeForms {
  const shown = formsIn(table);
  const formsOf = (entry: ReleaseEntry) =>
    prepared.get(entry.id)?.types ?? formsOfKept(entry, known[entry.id]?.types ?? [], shown);
  return new Map(releases.map((entry) => [entry.id, formsOf(entry)]));
}

function formsOfKept(
  { changes }: Pick<ReleaseEntry, 'changes'>,
  own: readonly ChangeTypeEntry[],
  shown: readonly ChangeTypeEntry[],
): ChangeTypeEntry[] {
  const used = new Set(changes.map(({ type }) => type));
  const others = shown.filter(({ slug }) => own.every((form) => form.slug !== slug));
  return [...own, ...others].filter(({ slug }) => used.has(slug));
}

/** Types as releases name those that the workspace does not list: without an id. */
export function formsIn(table: readonly ChangeTypeEntry[]): ChangeTypeEntry[] {
  return table.map(({ slug, title, color }) => ({ slug, title, color }));
}

/** What the state has to say of a release's types: those that stand in the table otherwise, or not at all. */
export function otherForms(
  forms: readonly ChangeTypeEntry[],
  table: readonly ChangeTypeEntry[],
): Pick<Known, 'types'> {
  const bySlug = new Map(formsIn(table).map((form) => [form.slug, form]));
  const types = forms.filter((form) => !isDeepStrictEqual(bySlug.get(form.slug), form));
  return types.length > 0 ? { types } : {};
}
