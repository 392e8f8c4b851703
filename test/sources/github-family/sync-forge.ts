import { join } from 'node:path';
import { createClient } from '../../../src/client/client.ts';
import type { ForgeEntry } from '../../../src/config/sources-file.ts';
import { digest } from '../../../src/lib/digest.ts';
import { createBudget } from '../../../src/lib/time/budget.ts';
import { systemClock } from '../../../src/lib/time/clock.ts';
import { entryId } from '../../../src/sources/forge/forge.ts';
import { forgejoAt } from '../../../src/sources/forgejo/forgejo.ts';
import { gitHub } from '../../../src/sources/github/github.ts';
import {
  createForgeSource,
  type ForgeSourceOptions,
} from '../../../src/sources/github-family/forge-source.ts';
import type { GitHubLike } from '../../../src/sources/github-family/github-like.ts';
import type { Source } from '../../../src/sources/source.ts';
import { type Content, readContent } from '../../../src/store/read/read-content.ts';
import { cleanHtml } from '../../../src/sync/prepare/html/parse-body.ts';
import type { SyncOptions } from '../../../src/sync/session.ts';
import { sync } from '../../../src/sync/sync.ts';
import type { SyncReport } from '../../../src/sync/write/report/report.ts';
import { hastyClock } from '../../client/start-client.ts';
import { forgejoFailures, startForgejo } from '../../support/fake-forgejo.ts';
import { type FakeForge, failures, startGitHub } from '../../support/fake-github.ts';
import {
  forgejoIssue,
  forgejoMilestone,
  forgejoRelease,
  gitHubIssue,
  gitHubMilestone,
  gitHubRelease,
  type IssueRow,
  type MilestoneRow,
  type ReleaseRow,
} from '../../support/forge-rows.ts';
import { tempFolder } from '../../support/temp-folder.ts';

export const token = 'github_pat_secret';

type Make<R> = (id: number, over?: Record<string, unknown>) => R;

export interface ForgeSync<F extends FakeForge = FakeForge> extends AsyncDisposable {
  fake: F;
  forge: GitHubLike;
  /** Rows in the form of the forge. */
  release: Make<ReleaseRow>;
  releases(count: number): ReleaseRow[];
  milestone: Make<MilestoneRow>;
  milestones(count: number): MilestoneRow[];
  issue: Make<IssueRow>;
  issues(count: number): IssueRow[];
  /** Id of the entry of a release. */
  id(number: number): string;
  folder: string;
  cacheFile: string;
  source(
    entry?: Partial<ForgeEntry & { repository: string }>,
    over?: Partial<ForgeSourceOptions>,
  ): Source;
  /** One sync into the folder; the default source is `acme/board`. */
  run(sources?: Source[], over?: Partial<SyncOptions>): Promise<SyncReport>;
  content(): Promise<Content>;
}

/** Each forge, with all in which its tests differ. */
export const forges = [
  { name: 'GitHub', start: startGitHubSync, failures },
  { name: 'Forgejo', start: startForgejoSync, failures: forgejoFailures },
];

/** A fake GitHub, a new folder, and the real source and sync. */
export async function startGitHubSync() {
  const fake = await startGitHub({ token });
  const rows = { release: gitHubRelease, milestone: gitHubMilestone, issue: gitHubIssue };
  return start({ fake, forge: gitHub, baseUrl: fake.url, ...rows });
}

/** The same with a fake Forgejo. */
export async function startForgejoSync() {
  const fake = await startForgejo({ token });
  const rows = { release: forgejoRelease, milestone: forgejoMilestone, issue: forgejoIssue };
  const forge = forgejoAt(fake.url, 'FORGEJO_TOKEN');
  return start({ fake, forge, baseUrl: `${fake.url}/api/v1`, ...rows });
}

interface Parts<F> extends Pick<ForgeSync, 'forge' | 'release' | 'milestone' | 'issue'> {
  fake: F;
  baseUrl: string;
}

async function start<F extends FakeForge>({
  fake,
  forge,
  baseUrl,
  release,
  milestone,
  issue,
}: Parts<F>): Promise<ForgeSync<F>> {
  const lifetimes = new AsyncDisposableStack();
  lifetimes.use(fake);
  const { path } = lifetimes.use(await tempFolder());
  const [folder, cacheDir] = [join(path, 'content'), join(path, 'cache')];
  const cacheFile = join(cacheDir, `${digest(`${baseUrl} acme/board`, 16)}.http.json`);
  const client = lifetimes.use(
    createClient({ baseUrl: fake.url, key: 'k', auth: 'bearer', clock: hastyClock(), random }),
  );
  const source: ForgeSync['source'] = (over, options) => {
    const { repository = 'acme/board', ...others } = over ?? {};
    const entry = { private: false, ...others };
    const clock = hastyClock();
    return createForgeSource({
      ...{ forge, repository, name: `${forge.name.toLowerCase()} ${repository}`, entry },
      ...{ baseUrl, token, cacheDir },
      ...{ sanitise: cleanHtml, clock, random },
      ...options,
    });
  };
  const upTo = <R>(count: number, make: Make<R>) =>
    Array.from({ length: count }, (_, n) => make(n + 1));
  return {
    ...{ fake, forge, release, milestone, issue, folder, cacheFile, source },
    releases: (count) => upTo(count, release),
    milestones: (count) => upTo(count, milestone),
    issues: (count) => upTo(count, issue),
    id: (number) => entryId(forge, `${number}`),
    run: (sources = [source()], over = {}) =>
      sync({
        client,
        sources: {
          workspace: { id: 'w', name: 'Acme' },
          timeZone: 'UTC',
          sources,
          download: client.download,
        },
        contentDir: folder,
        cacheFile: `${over.contentDir ?? folder}-cache.json`,
        assetBudget: createBudget(60, systemClock),
        needsAction: () => false,
        now: new Date('2026-03-01T09:00:00.000Z'),
        ...{ dryRun: false, full: false, replace: false, allowMassDelete: false, assets: false },
        ...over,
      }),
    content: () => readContent(folder),
    [Symbol.asyncDispose]: () => lifetimes.disposeAsync(),
  };
}

const random = () => 0;
