import { isDeepStrictEqual } from 'node:util';
import type { BriefReport } from '../../sync/run-sync.ts';
import type { Model } from './expected.ts';
import { publicOf } from './past.ts';
import { type Files, sourcesOf } from './readers.ts';

// The expected plan of a sync: the difference between what readers saw before and see now.

const state = '.sync.json';

export interface Plan {
  releases: Changes;
  milestones: Changes;
  /** Paths of files. */
  written: string[];
  removed: string[];
}

type Changes = Record<'added' | 'changed' | 'moved' | 'removed', string[]> & { total: number };

interface Seen {
  model: Model;
  files: Files;
}

export function planOf(before: Seen, after: Seen): Plan {
  const isNew = (path: string) => !isDeepStrictEqual(before.files[path], after.files[path]);
  const written = Object.keys(after.files).filter(isNew);
  const removed = Object.keys(before.files).filter((path) => !(path in after.files));
  const isAsBefore = isDeepStrictEqual(sourcesOf(before.model), sourcesOf(after.model));
  const hasChanged = written.length + removed.length > 0 || !isAsBefore;
  return {
    releases: changesOf('releases', before, after),
    milestones: changesOf('milestones', before, after),
    written: [...written, ...(hasChanged ? [state] : [])].sort(),
    removed: removed.sort(),
  };
}

function changesOf(folder: 'releases' | 'milestones', before: Seen, after: Seen): Changes {
  const was = new Map(publicOf(before.model)[folder].map(({ id, slug }) => [id, slug]));
  const is = new Map(publicOf(after.model)[folder].map(({ id, slug }) => [id, slug]));
  const pathOf = (slug: string) => `${folder}/${slug}.json`;
  const slugs = (some: typeof is, which: (id: string, slug: string) => boolean) =>
    [...some].flatMap(([id, slug]) => (which(id, slug) ? slug : [])).sort();
  return {
    total: is.size,
    added: slugs(is, (id) => !was.has(id)),
    changed: slugs(
      is,
      (id, slug) =>
        was.get(id) === slug &&
        !isDeepStrictEqual(before.files[pathOf(slug)], after.files[pathOf(slug)]),
    ),
    moved: slugs(is, (id, slug) => was.has(id) && was.get(id) !== slug),
    removed: slugs(was, (id) => !is.has(id)),
  };
}

/** The parts of a sync's report that the model predicts. */
export function reported({ releases, milestones, files, warnings }: BriefReport) {
  const brief = ({ total, added, changed, moved, removed }: BriefReport['releases']): Changes => ({
    total,
    added: added.toSorted(),
    changed: changed.toSorted(),
    moved: moved.toSorted(),
    removed: removed.toSorted(),
  });
  return { releases: brief(releases), milestones: brief(milestones), files, warnings };
}
