import type { Clock } from '../../lib/time/clock.ts';
import { engineOf } from '../database/engine.ts';
import type { Db } from '../database/schema.ts';
import { inSnapshot } from '../database/transaction.ts';
import { allFiles } from '../resources/files.ts';
import { allIncomingWebhooks } from '../resources/incoming-webhooks.ts';
import { allLabels } from '../resources/labels.ts';
import { listMilestones } from '../resources/milestones.ts';
import { listProjects } from '../resources/projects.ts';
import { listContributors } from '../resources/releases/contributors.ts';
import { listReleases } from '../resources/releases/releases.ts';
import { allSubscriberLists } from '../resources/subscribers/subscriber-lists.ts';
import { listSubscribers } from '../resources/subscribers/subscribers.ts';
import { readWorkspace } from '../resources/workspace.ts';
import type { DataSetFiles } from './read.ts';

const all = {};

/**
 * Everything that an import into an empty database needs to be this workspace again, as it is at
 * one moment; others may write meanwhile.
 */
export function exportDataSet(db: Db): Promise<DataSetFiles> {
  return inSnapshot(db, async (db) => ({
    data: {
      workspace: await readWorkspace(db),
      projects: await listProjects(db, all),
      labels: await allLabels(db),
      contributors: await listContributors(db, all),
      releases: await listReleases(db, all),
      milestones: await listMilestones(db, all),
      subscribers: await listSubscribers(db, all),
      subscriber_lists: await allSubscriberLists(db),
      incoming_webhooks: await allIncomingWebhooks(db),
    },
    files: await allFiles(db),
  }));
}

/** As long as a write that has its time already may wait until it is made, by engine. */
const underwayMs = { sqlite: 1000, postgres: 5000 };

/**
 * An export that says when it was made, so that what is newer can be told from what it left out. It
 * takes some seconds: what bears an earlier time is in it, also where it waited to be written.
 */
export async function exportWithTime(db: Db, clock: Clock): Promise<DataSetFiles> {
  const exported_at = clock.now().toISOString();
  await clock.sleep(underwayMs[engineOf(db)]);
  const { data, files } = await exportDataSet(db);
  return { data: { exported_at, ...data }, files };
}
