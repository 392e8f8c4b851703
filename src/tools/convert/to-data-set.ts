import type { Release } from '../../model/api/release.ts';
import type { ChangeType, Workspace } from '../../model/api/workspace.ts';
import { idOf } from '../../sources/past/names.ts';
import type { PastRelease } from '../../sources/past/past-release.ts';
import { colourOfType, type PastRow, toRows } from '../../sources/past-rows.ts';

/** A data set that contains only the collections to which a conversion adds rows. */
export type PastDataSet = ReturnType<typeof toDataSet>;

/**
 * Converts releases into a data set, sorted as in an export.
 * @param workspace the workspace of the releases; missing change types are added to it
 */
export function toDataSet(past: readonly PastRelease[], workspace: Workspace) {
  const types = changeTypeTable(workspace.release_change_types);
  const releases = toRows(past, null).map((row) => toRelease(row, types));
  return {
    workspace: { ...workspace, release_change_types: types.all() },
    projects: byName(releases.flatMap(({ project }) => project ?? [])),
    contributors: byName(releases.flatMap(({ contributors }) => contributors)),
    releases: releases.toSorted(
      (a, b) => compare(b.created_at, a.created_at) || compare(a.id, b.id),
    ),
  };
}

/** Converts a release into a row that can be imported: its changes refer to their types by id. */
function toRelease({ changes, ...row }: PastRow, types: ChangeTypeTable): Release {
  const named = changes.map(({ id, title, content }) => ({
    id,
    change_id: types.idOf(title),
    content,
  }));
  return { ...row, changes: named };
}

function byName<T extends { id: string; name: string }>(all: readonly T[]): T[] {
  const each = [...new Map(all.map((one) => [one.id, one])).values()];
  return each.toSorted((a, b) => compare(a.name, b.name) || compare(a.id, b.id));
}

/** Compares strings by their UTF-8 bytes, like SQLite. */
function compare(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

type ChangeTypeTable = ReturnType<typeof changeTypeTable>;

/** The change types of a workspace, to which missing types are added when they are first used. */
function changeTypeTable(present: readonly ChangeType[]) {
  const byTitle = new Map(present.map((type) => [fold(type.title), type]));
  return {
    /** The id of the change type with this title. Adds the type if the workspace lacks it. */
    idOf: (title: string) => {
      const known = byTitle.get(fold(title));
      const type = known ?? { id: idOf('type', fold(title)), title, color: colourOfType(title) };
      byTitle.set(fold(title), type);
      return type.id;
    },
    all: () => [...byTitle.values()],
  };
}

function fold(title: string): string {
  return title.toLowerCase();
}
