import type { Database } from '../../lib/database/database.ts';
import { Label } from '../../model/api/parts.ts';
import { allFiles } from '../resources/files.ts';
import { allIncomingWebhooks } from '../resources/incoming-webhooks.ts';
import { listMilestones } from '../resources/milestones.ts';
import { listProjects } from '../resources/projects.ts';
import { listContributors } from '../resources/releases/contributors.ts';
import { listReleases } from '../resources/releases/releases.ts';
import { allSubscriberLists } from '../resources/subscribers/subscriber-lists.ts';
import { listSubscribers } from '../resources/subscribers/subscribers.ts';
import { readWorkspace } from '../resources/workspace.ts';
import type { DataSetFiles } from './read.ts';

/** SQLite takes a negative limit for none. */
const all = { offset: 0, limit: -1 };

/**
 * Everything that an import into an empty database needs to be this workspace again, as it is at
 * one moment; others may write meanwhile.
 */
export function exportDataSet(database: Database): DataSetFiles {
  return database.snapshot(() => ({
    data: {
      workspace: readWorkspace(database),
      projects: listProjects(database, all),
      labels: database.all(Label, 'SELECT id, name, slug, color FROM label ORDER BY name, id'),
      contributors: listContributors(database, all),
      releases: listReleases(database, all),
      milestones: listMilestones(database, all),
      subscribers: listSubscribers(database, all),
      subscriber_lists: allSubscriberLists(database),
      incoming_webhooks: allIncomingWebhooks(database),
    },
    files: allFiles(database),
  }));
}
