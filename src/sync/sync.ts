import type { Client } from '../client/client.ts';
import { createApi } from '../client/endpoints.ts';
import { WaymarkError } from '../model/errors.ts';
import { WorkspaceRow } from '../model/rows.ts';
import { applyChanges, recover } from '../store/apply.ts';
import { assetFolder } from '../store/layout.ts';
import { emptyContent, readContent } from '../store/read-content.ts';
import { buildReport } from './build-report.ts';
import { buildTables } from './build-tables.ts';
import { crawl } from './crawl.ts';
import { createMirror } from './mirror.ts';
import { ownership } from './ownership.ts';
import { planAssets, planFiles } from './plan.ts';
import type { SyncReport } from './report.ts';
import { settle } from './settle.ts';
import { usedAssets, wantedFiles } from './wanted.ts';

// Takes an API and a content folder; gives the folder as the API's public face is now.
// Crawls, gates, prepares, plans, and hands the plan to the store.
// Never writes before everything was read, and never asks for subscribers.

export interface SyncOptions {
  client: Client;
  contentDir: string;
  now: Date;
  dryRun: boolean;
  full: boolean;
  replace: boolean;
  allowMassDelete: boolean;
}

/** @throws ApiError, WaymarkError; the content folder is then as it was */
export async function sync(options: SyncOptions): Promise<SyncReport> {
  const { client, contentDir, dryRun } = options;
  const api = createApi(client);
  const workspace = parseWorkspace(await api.workspace(), client.baseUrl);
  await recover(contentDir);
  const before = await readContent(contentDir);
  const owner = ownership(before.state, workspace, options.replace);
  const current = owner === 'same' ? before : emptyContent();

  const crawled = await crawl(api, workspace, current, options);
  const mirror = createMirror(client);
  const settled = await settle(crawled, workspace, current, mirror, options);
  const wanted = buildTables(settled, crawled, workspace, current, client.baseUrl);
  const changes = [
    ...planFiles(before.files, wantedFiles(wanted)),
    ...planAssets(before.assets, usedAssets(wanted), mirror.files, assetFolder),
  ];
  if (!dryRun) await applyChanges(contentDir, changes);
  const notes = [...settled.notes, ...mirror.notes];
  return buildReport({ workspace, crawled, settled, changes, before, notes, dryRun });
}

function parseWorkspace(value: unknown, baseUrl: string): WorkspaceRow {
  const parsed = WorkspaceRow.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new WaymarkError(
    `GET ${baseUrl}/v1/workspace answered with something that is not a workspace.\nCheck that API_BASE_URL is the address of the API, without /v1.`,
    { cause: parsed.error },
  );
}
