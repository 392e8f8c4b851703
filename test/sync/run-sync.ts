import { join } from 'node:path';
import { createClient } from '../../src/client/client.ts';
import { createBudget } from '../../src/lib/time/budget.ts';
import { systemClock } from '../../src/lib/time/clock.ts';
import { type Content, readContent } from '../../src/store/read/read-content.ts';
import type { SyncOptions } from '../../src/sync/session.ts';
import { sync } from '../../src/sync/sync.ts';
import type { CollectionReport, SyncReport } from '../../src/sync/write/report/report.ts';
import { describeWarning } from '../../src/sync/write/report/words.ts';
import { hastyClock } from '../client/start-client.ts';
import { type Script, type ScriptedApi, startApi } from '../support/scripted-api.ts';
import { tempFolder } from '../support/temp-folder.ts';

export interface Synced extends AsyncDisposable {
  api: ScriptedApi;
  script: Script;
  /** The content folder; it does not exist yet. */
  folder: string;
  /** Runs one sync from the API into the folder. */
  run(over?: Partial<SyncOptions>): Promise<BriefReport>;
  content(): Promise<Content>;
}

type Brief = Omit<CollectionReport, Lines> & Record<Lines, string[]>;
type Lines = 'added' | 'changed' | 'moved' | 'removed';

/** A report with only the slugs of entries and only the texts of warnings. */
export type BriefReport = Omit<SyncReport, 'releases' | 'milestones' | 'warnings'> & {
  releases: Brief;
  milestones: Brief;
  warnings: string[];
};

export const now = new Date('2026-03-01T09:00:00.000Z');

/** A scripted API, a temporary content folder, and the real sync between them. */
export async function startSync(over: Partial<Script> = {}): Promise<Synced> {
  const lifetimes = new AsyncDisposableStack();
  const api = lifetimes.use(await startApi(over));
  const folder = join(lifetimes.use(await tempFolder()).path, 'content');
  return {
    api,
    script: api.script,
    folder,
    run: (options) => runSync(api.url, folder, options),
    content: () => readContent(folder),
    [Symbol.asyncDispose]: () => lifetimes.disposeAsync(),
  };
}

/** Runs one sync from the API at this address. */
export async function runSync(
  baseUrl: string,
  contentDir: string,
  over: Partial<SyncOptions> = {},
): Promise<BriefReport> {
  const options = { key: 'k', auth: 'bearer', clock: hastyClock(), random: () => 0 } as const;
  await using client = createClient({ ...options, baseUrl });
  const report = await sync({
    client,
    contentDir,
    cacheFile: `${contentDir}-cache.json`,
    assetBudget: createBudget(60, systemClock),
    now,
    needsAction: (type) => type?.title === 'Security',
    dryRun: false,
    full: false,
    replace: false,
    allowMassDelete: false,
    assets: true,
    ...over,
  });
  return {
    ...report,
    releases: brief(report.releases),
    milestones: brief(report.milestones),
    warnings: report.warnings.map(describeWarning),
  };
}

function brief(report: CollectionReport): Brief {
  const slugs = (lines: { slug: string }[]) => lines.map(({ slug }) => slug);
  return {
    ...report,
    added: slugs(report.added),
    changed: slugs(report.changed),
    moved: slugs(report.moved),
    removed: slugs(report.removed),
  };
}
