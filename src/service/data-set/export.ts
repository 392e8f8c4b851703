import type { Clock } from '../../lib/time/clock.ts';
import type { Db } from '../database/schema.ts';
import { inSnapshot, inTransaction } from '../database/transaction.ts';
import { allFiles } from '../resources/files.ts';
import { allIncomingWebhooks } from '../resources/incoming-webhooks.ts';
import { listMilestones } from '../resources/milestones.ts';
import { allLabels, listContributors, listProjects } from '../resources/parts.ts';
import { listReleases } from '../resources/releases/releases.ts';
import { allSubscriberLists } from '../resources/subscribers/subscriber-lists.ts';
import { listSubscribers } from '../resources/subscribers/subscribers.ts';
import { readWorkspace } from '../resources/workspace.ts';
import type { DataSetFiles } from './read.ts';

const all = {};

/**
 * Calls `use` with a consistent export of the workspace, even while other processes write. The
 * bytes of files are read on demand, which is only possible while `use` runs.
 */
export function withExport<T>(db: Db, use: (dataSet: DataSetFiles) => Promise<T>): Promise<T> {
  return inSnapshot(db, async (db) => {
    const data = {
      workspace: await readWorkspace(db),
      projects: await listProjects(db, all),
      labels: await allLabels(db),
      contributors: await listContributors(db, all),
      releases: await listReleases(db, all),
      milestones: await listMilestones(db, all),
      subscribers: await listSubscribers(db, all),
      subscriber_lists: await allSubscriberLists(db),
      incoming_webhooks: await allIncomingWebhooks(db),
    };
    return use({ data, files: await allFiles(db) });
  });
}

/** Maximum difference between the clocks of instances (docs/service.md, "Several instances"). */
const clocksApartMs = 1000;

/**
 * Calls `use` with an export that includes its time. `import --prune` keeps data that is newer than
 * this time, and removes older data that the export lacks. The export waits until running writes
 * have ended, so that later writes, if they read the clock inside `inTransaction`, have a later
 * time.
 * @throws DatabaseUnavailableError if another process writes for long
 */
export async function exportWithTime<T>(
  db: Db,
  clock: Clock,
  use: (dataSet: DataSetFiles) => Promise<T>,
): Promise<T> {
  const turn = await inTransaction(db, async () => clock.now().getTime());
  const exported_at = new Date(turn - clocksApartMs).toISOString();
  return withExport(db, ({ data, files }) => use({ data: { exported_at, ...data }, files }));
}
