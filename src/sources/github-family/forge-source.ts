import type { ForgeEntry } from '../../config/sources-file.ts';
import { entryId, type ForgeRepository } from '../forge/forge.ts';
import { NumberedRelease } from '../forge/forge-release.ts';
import type { ForgeList } from '../forge/lists.ts';
import { createRemoteSource, type RemoteSourceOptions } from '../forge/remote-source.ts';
import type { Roadmap } from '../forge/roadmap.ts';
import type { Source } from '../source.ts';
import type { GitHubLike } from './github-like.ts';
import { readIssue } from './read-issue.ts';
import { identify, parseRepository, readMilestone } from './rows.ts';

export interface ForgeSourceOptions extends RemoteSourceOptions {
  forge: GitHubLike;
  entry: ForgeEntry;
}

/** Creates a source that reads the releases of a repository. */
export function createForgeSource(options: ForgeSourceOptions): Source {
  const { forge, repository, entry } = options;
  const { roadmap } = entry;
  return createRemoteSource(options, {
    path: `repos/${repository}`,
    parseRepository,
    releases: { ...releaseList(repository, forge), schema: NumberedRelease },
    roadmap: roadmap && ((about) => planOf(roadmap, about, options)),
  });
}

/** The milestones of a repository, or its issues with a label. */
function planOf(
  roadmap: NonNullable<ForgeEntry['roadmap']>,
  { id, page }: ForgeRepository,
  { forge, repository }: ForgeSourceOptions,
): Roadmap {
  // Numbers are unique in a repository, and its id stays when it is renamed or transferred.
  const startOfIds = (noun: string) => entryId(forge, `${noun}-${id}-`);
  if (typeof roadmap !== 'object')
    return {
      ...listOf(repository, forge, 'milestones', 'state=all&', forge.milestones.key),
      start: startOfIds('milestone'),
      read: (row) => readMilestone(row, forge, page),
    };
  const { issues } = roadmap;
  const query = `state=all&labels=${encodeURIComponent(issues)}&${forge.onlyIssues ?? ''}`;
  return {
    ...listOf(repository, forge, 'issues', query, 'number'),
    // A forge redirects to an issue that was transferred.
    isIn: (row) => page === undefined || (identify(row).page?.startsWith(`${page}/`) ?? true),
    start: startOfIds('issue'),
    read: (row) => readIssue(row, roadmap),
    // Forgejo lists all issues if there is no such label.
    noteIfEmpty: `no issue has the label "${issues}" of the roadmap. Check it in sources.yaml.`,
  };
}

/**
 * A list of a repository.
 * @param query such as `state=all&`
 * @param key the field that identifies a row, also in paths
 */
function listOf(
  repository: string,
  forge: GitHubLike,
  list: 'releases' | 'milestones' | 'issues',
  query: string,
  key: 'number' | 'id',
): ForgeList {
  const path = `repos/${repository}/${list}`;
  return {
    kind: list === 'releases' ? list : 'milestones',
    start: entryId(forge, ''),
    noun: list.slice(0, -1),
    path: `${path}?${query}${forge.largestPages}`,
    pathOf: (id) => `${path}/${encodeURIComponent(id)}`,
    identify: (row) => {
      const { number, ...identity } = identify(row);
      return key === 'number' ? { ...identity, id: number } : identity;
    },
  };
}

export function releaseList(repository: string, forge: GitHubLike): ForgeList {
  return listOf(repository, forge, 'releases', '', 'id');
}
