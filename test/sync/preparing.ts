import { createClient } from '../../src/client/client.ts';
import { ApiMilestone, ApiRelease } from '../../src/model/api/rows.ts';
import type { MilestoneEntry, ReleaseEntry } from '../../src/model/content/content.ts';
import { createEntryAssets } from '../../src/sync/prepare/assets/mirror.ts';
import { createChangeTypes } from '../../src/sync/prepare/change-types.ts';
import { prepareMilestone, prepareRelease } from '../../src/sync/prepare/prepare.ts';
import type { CommonOptions } from '../../src/sync/prepare/prepare-rows.ts';
import { createStatusTypes } from '../../src/sync/prepare/status-types.ts';
import { hastyClock } from '../client/start-client.ts';
import { milestoneRow, releaseRow, workspace } from '../support/rows.ts';
import { startServer } from '../support/scripted-server.ts';
import { mp4, palettePng } from './pictures.ts';
import { mirrorOf } from './start-mirror.ts';

interface Preparing extends AsyncDisposable {
  options: CommonOptions;
  /** The entry of a release with these fields overridden. */
  release(over: Record<string, unknown>): Promise<ReleaseEntry>;
  milestone(over: Record<string, unknown>): Promise<MilestoneEntry>;
  asked(): string[];
  notes(): string[];
}

/**
 * The functions that prepare entries, with a server that has pictures and files under `/files/`.
 * @param page the workspace's, which completes relative addresses
 */
export async function startPreparing(page = workspace.url): Promise<Preparing> {
  const lifetimes = new AsyncDisposableStack();
  const png = new Uint8Array(await palettePng());
  const server = lifetimes.use(
    await startServer((path) => {
      if (path.endsWith('.png')) return new Response(png);
      if (/film/i.test(path)) return new Response(new Uint8Array(mp4));
      if (path.endsWith('.pdf')) return new Response('%PDF-1.7');
      return new Response(null, { status: 404 });
    }),
  );
  const options = { key: 'k', auth: 'bearer', clock: hastyClock(), random: () => 0 } as const;
  const client = lifetimes.use(createClient({ ...options, baseUrl: server.url }));
  const mirror = lifetimes.use(mirrorOf(client));
  const assets = createEntryAssets(mirror, false);
  const preparing = {
    types: createChangeTypes(workspace),
    statuses: createStatusTypes(workspace),
    assets,
    base: URL.parse(page) ?? undefined,
    notes: [],
  };
  return {
    options: { ...preparing, mirror },
    release: (over) => prepareRelease(ApiRelease.parse(releaseRow('a', over)), preparing),
    milestone: (over) => prepareMilestone(ApiMilestone.parse(milestoneRow('a', over)), preparing),
    asked: () => server.asked.map(({ path }) => path),
    notes: () => [...preparing.notes, ...assets.missing().flatMap(({ note }) => note ?? [])],
    [Symbol.asyncDispose]: () => lifetimes.disposeAsync(),
  };
}
