import { digest } from '../../lib/digest.ts';
import type { Contributor, Project } from '../../model/api/parts.ts';
import type { Release } from '../../model/api/release.ts';
import type { Workspace } from '../../model/api/workspace.ts';
import { fitSlug, idOf, slugOfName } from '../../sources/past/names.ts';
import type { PastRelease } from '../../sources/past/past-release.ts';
import { type ChangeTypeTable, changeTypeTable } from './change-type-table.ts';

/** What an import takes, as far as a past has it. */
export interface PastDataSet {
  workspace: Workspace;
  projects: Project[];
  contributors: Contributor[];
  releases: Release[];
}

/**
 * Releases as a data set, in the order of an export. The same releases give the same data set: no
 * clock and no chance is in it.
 * @param workspace whose they become; it gets the types of change that it lacks
 */
export function toDataSet(past: readonly PastRelease[], workspace: Workspace): PastDataSet {
  const types = changeTypeTable(workspace.release_change_types);
  const slugs = new Set<string>();
  // Oldest first: whoever had a slug keeps it when others come.
  const inOrder = past.toSorted((a, b) => compare(a.at, b.at) || compare(a.id, b.id));
  const releases = inOrder.map((one) => toRelease(one, types, slugs));
  return {
    workspace: { ...workspace, release_change_types: types.all() },
    projects: byName(releases.flatMap(({ project }) => project ?? [])),
    contributors: byName(releases.flatMap(({ contributors }) => contributors)),
    releases: releases.toSorted(
      (a, b) => compare(b.created_at, a.created_at) || compare(a.id, b.id),
    ),
  };
}

function toRelease(past: PastRelease, types: ChangeTypeTable, slugs: Set<string>): Release {
  const { id, title, version, at, updatedAt = at, state, text } = past;
  return {
    id,
    title,
    body: text.body,
    slug: fitSlug([past.project, version ?? title].filter(Boolean).join(' '), id, slugs),
    status: state === 'draft' ? 'DRAFT' : 'RELEASED',
    version,
    is_pinned: false,
    is_public: state !== 'withdrawn',
    is_pre_release: past.isPreRelease,
    summary: null,
    hero: null,
    changes: toChanges(past, types),
    project: past.project === null ? null : toProject(past.project),
    labels: [],
    attachments: past.attachments,
    contributors: past.contributors,
    released_at: state === 'draft' ? null : at,
    created_at: at,
    updated_at: updatedAt,
  };
}

/** A change is known by its words, so that its links stay when others come before it. */
function toChanges({ id, text }: PastRelease, types: ChangeTypeTable): Release['changes'] {
  const seen = new Map<string, number>();
  return text.changes.map(({ type, content }) => {
    const key = JSON.stringify([id, type, content]);
    const turn = seen.get(key) ?? 0;
    seen.set(key, turn + 1);
    const own = digest(turn === 0 ? key : `${key} ${turn}`, 16);
    return { id: `change-${own}`, change_id: types.idOf(type), content };
  });
}

function toProject(name: string): Project {
  const id = idOf('project', name);
  return { id, name, slug: slugOfName(name) || id };
}

function byName<T extends { id: string; name: string }>(all: readonly T[]): T[] {
  const each = [...new Map(all.map((one) => [one.id, one])).values()];
  return each.toSorted((a, b) => compare(a.name, b.name) || compare(a.id, b.id));
}

/** As SQLite compares texts that UTF-8 holds. */
function compare(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
