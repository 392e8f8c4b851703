import { digest } from '../lib/digest.ts';
import type { Project } from '../model/api/parts.ts';
import type { Release } from '../model/api/release.ts';
import { fitSlug, idOf, slugOfName } from './past/names.ts';
import type { PastRelease } from './past/past-release.ts';
import type { Named, SourceRow } from './source.ts';
import { colourOfType } from './type-colour.ts';

/** A release as a row: its changes are in the form that says their types' titles. */
export interface PastRow extends Omit<Release, 'changes'>, SourceRow {
  project: Project | null;
  labels: [];
  changes: { id: string; title: string; color: string; content: string }[];
}

/**
 * Releases of a past as rows of the API. Their ids and slugs are those that `convert` gives.
 * @param project of those that name none
 */
export function toRows(past: readonly PastRelease[], project: string | null): PastRow[] {
  const slugs = new Set<string>();
  // Oldest first: a release keeps its slug when others come.
  const inOrder = past.toSorted((a, b) => compare(a.at, b.at) || compare(a.id, b.id));
  return inOrder.map((one) => toRow(one, one.project ?? project, slugs));
}

function toRow(past: PastRelease, project: string | null, slugs: Set<string>): PastRow {
  const { id, title, version, at, updatedAt = at, state, text } = past;
  return {
    id,
    title,
    body: text.body,
    slug: fitSlug([project, version ?? title].filter(Boolean).join(' '), id, slugs),
    status: state === 'draft' ? 'DRAFT' : 'RELEASED',
    version,
    is_pinned: false,
    is_public: state !== 'withdrawn',
    is_pre_release: past.isPreRelease,
    summary: null,
    hero: null,
    changes: changesOf(id, text.changes),
    project: project === null ? null : projectOf(project),
    labels: [],
    attachments: past.attachments,
    contributors: past.contributors,
    released_at: state === 'draft' ? null : at,
    created_at: at,
    updated_at: updatedAt,
  };
}

/** A change is known by its words, so that its links stay when others come before it. */
export function changesOf(id: string, changes: PastRelease['text']['changes']): PastRow['changes'] {
  const seen = new Map<string, number>();
  return changes.map(({ type, content }) => {
    const key = JSON.stringify([id, type, content]);
    const turn = seen.get(key) ?? 0;
    seen.set(key, turn + 1);
    const own = digest(turn === 0 ? key : `${key} ${turn}`, 16);
    return { id: `change-${own}`, title: type, color: colourOfType(type), content };
  });
}

export function projectOf(name: string): Project {
  const id = idOf('project', name);
  return { id, name, slug: slugOfName(name) || id };
}

export function labelOf(name: string): Named {
  const id = idOf('label', name);
  return { id, name, slug: slugOfName(name) || id };
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
