import type { EntryKind } from '../../src/model/content/entry-kinds.ts';
import { createDataSetSource } from '../../src/sources/data-set/data-set-source.ts';
import { emptyRows, SourceError, type SourceRow } from '../../src/sources/source.ts';
import type { SyncOptions } from '../../src/sync/session.ts';
import { answerOf } from '../support/fake-github.ts';
import {
  gitHubMilestone,
  gitHubMilestones,
  gitHubRelease,
  gitHubReleases,
  type MilestoneRow,
  type ReleaseRow,
} from '../support/forge-rows.ts';
import { type Row, releaseRow, releaseRows } from '../support/rows.ts';
import { now, startSync } from '../sync/run-sync.ts';
import { startGitHubSync } from './github-family/sync-forge.ts';
import { RandomHistory } from './random-history.ts';
import { sourceFolder } from './source-folder.ts';

export type Below = (count: number) => number;
export type MovingWorld = Awaited<ReturnType<typeof startMovingWorld>>;

/** More than a page of the API. */
const apiReleases = 104;

/** Every kind of source at once. The lists of the API and of GitHub move while they are read. */
export async function startMovingWorld(random: () => number) {
  const lifetimes = new AsyncDisposableStack();
  const below: Below = (count) => Math.floor(random() * count);
  const it = lifetimes.use(await startSync({ releases: releaseRows(apiReleases) }));
  const { fake: github, source } = lifetimes.use(await startGitHubSync());
  const history = lifetimes.use(await RandomHistory.start(random));
  const files = lifetimes.use(await sourceFolder());
  Object.assign(github, { maxPerPage: 4 });
  github.limit.limit = 1e6;
  const board = github.repository('acme/board', {
    releases: gitHubReleases(11),
    milestones: gitHubMilestones(9),
  });
  const rows = () => it.script.releases as Row[];
  const dataSet = Array.from({ length: 5 }, (_, n) => releaseRow(`data-${n}`));
  const saveDataSet = () => files.put({ 'data.json': JSON.stringify({ releases: dataSet }) });
  await saveDataSet();
  const data = createDataSetSource({
    name: 'data.json',
    entry: { dataset: 'data.json' },
    timeZone: 'UTC',
    rootName: 'Root',
    cwd: files.path,
  });

  const moveList = (path: string) => {
    if (path.endsWith('/releases')) moveGitHub(board.releases, below);
    if (path.endsWith('/milestones')) moveMilestones(board.milestones, below);
  };

  return {
    folder: it.folder,
    /** Changes one or more of the sources. */
    step: async () => {
      for (let count = below(4); count > 0; count -= 1) await history.step();
      if (dataSet.length > 1 && below(3) === 0) dataSet.splice(below(dataSet.length), 1);
      dataSet.push(releaseRow(`data-${below(100) + 5}`));
      await saveDataSet();
      if (below(3) === 0) moveGitHub(board.releases, below);
      if (below(3) === 0) moveMilestones(board.milestones, below);
    },
    /** Lets lists move from now on and, if `failing`, requests fail at times. */
    move: (failing: boolean) => {
      const fails = () => failing && below(12) === 0;
      const lostFrom = failing && below(2) === 0 ? github.asked.length + below(12) : undefined;
      github.fail = (path, turn) => {
        // The token loses access to the repository, so that GitHub denies that it exists.
        if (lostFrom !== undefined && turn >= lostFrom) return answerOf(404, 'Not Found');
        if (fails()) return answerOf([403, 500][below(2)] ?? 500, 'Oops');
        if (below(2) === 0) moveList(path);
        return undefined;
      };
      it.script.intercept = (path) => {
        if (fails()) return Response.json({ error: 'Oops' }, { status: 503 });
        if (path === '/v1/releases' && below(2) === 0) moveApi(rows(), below);
        return undefined;
      };
    },
    rest: () => {
      github.fail = undefined;
      delete it.script.intercept;
    },
    /** Syncs from all sources; some of them may fail. */
    sync: async (over: Partial<SyncOptions> = {}) => {
      const set = await history.open(true);
      const sources = {
        ...set,
        sources: ['api' as const, source({ roadmap: 'milestones' }), data, ...set.sources],
      };
      return it.run({ sources, assets: false, ...over });
    },
    /** The ids of entries, and what their sources call them. */
    entries: async (): Promise<Map<string, string>> => {
      const { known, releases, milestones } = await it.content();
      const ids = [...releases.keys(), ...milestones.keys()];
      return new Map(ids.map((id) => [id, known.releases.get(id)?.upstream ?? id]));
    },
    /** Ids of everything that a source has and that is public, and of files that are unreadable. */
    publicIds: async (): Promise<Set<string>> => {
      const { sources } = await history.open(false);
      const ids = [
        ...rows().filter(isPublic),
        ...board.releases.filter(({ draft }) => !draft).map(({ id }) => ({ id: `github-${id}` })),
        ...board.milestones.map(({ number }) => ({ id: `github-milestone-1000-${number}` })),
      ].map(({ id }) => id);
      for (const one of [data, ...sources]) {
        if (one === 'api') continue;
        const read = await one.read().catch((error: unknown) => {
          // A pattern may match no file any more. Then the source says nothing about its entries.
          if (error instanceof SourceError) return emptyRows();
          throw error;
        });
        const kinds: EntryKind[] = ['releases', 'milestones'];
        const listed = kinds.flatMap((kind) => read[kind].filter(isPublic));
        ids.push(...[...listed, ...read.unreadable].map(({ id }) => id));
      }
      return new Set(ids);
    },
    [Symbol.asyncDispose]: () => lifetimes.disposeAsync(),
  };
}

function isPublic({ is_public, status, released_at, number }: Row | SourceRow): boolean {
  if (is_public !== true) return false;
  const isMilestone = number !== undefined;
  return isMilestone || (status === 'RELEASED' && Date.parse(`${released_at}`) <= now.getTime());
}

/** Adds, deletes, hides or moves a release, or makes it again. */
function moveGitHub(releases: ReleaseRow[], below: Below): void {
  const act = releases.length > 5 ? below(5) : 0;
  const one = releases[below(releases.length)];
  const id = Math.max(...releases.map((each) => each.id)) + 1;
  if (act === 0 || !one) releases.push(gitHubRelease(id));
  else if (act === 1) releases.splice(releases.indexOf(one), 1);
  else if (act === 2) one.draft = true;
  else if (act === 3) one.created_at = new Date(below(1e12)).toISOString();
  else releases.splice(releases.indexOf(one), 1, { ...one, id });
}

/** Adds, deletes or moves a milestone. */
function moveMilestones(milestones: MilestoneRow[], below: Below): void {
  const act = milestones.length > 4 ? below(3) : 0;
  const at = below(milestones.length);
  const number = Math.max(...milestones.map((each) => each.number as number)) + 1;
  if (act === 0) milestones.push(gitHubMilestone(number));
  else if (act === 1) milestones.splice(at, 1);
  else Object.assign(milestones[at] ?? {}, { due_on: new Date(below(1e12)).toISOString() });
}

/** Adds, deletes, hides or moves a release. */
function moveApi(rows: Row[], below: Below): void {
  const act = below(4);
  const at = below(rows.length);
  if (act === 0) rows.unshift(releaseRow(`new-${below(1e9)}`));
  else if (act === 1) rows.splice(at, 1);
  else if (act === 2) rows.splice(at, 1, releaseRow(rows[at]?.id ?? '', { is_public: false }));
  else rows.unshift(...rows.splice(at, 5));
}
