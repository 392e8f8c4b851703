import { z } from 'zod';
import { Contributor, Label, Project } from '../../model/api/parts.ts';
import { DateTime } from '../../model/api/primitives.ts';
import { Release } from '../../model/api/release.ts';
import { Workspace } from '../../model/api/workspace.ts';
import { IncomingWebhook, Milestone, Subscriber, SubscriberList } from '../contract/resources.ts';

/**
 * An export of a workspace. Its keys are the resources of the API; a missing collection counts as
 * empty.
 */
export const DataSet = z.object({
  /**
   * Time of the export; missing in older exports. A row of the database that is older, and that the
   * export lacks, was removed from the exported workspace.
   */
  exported_at: DateTime.optional(),
  workspace: Workspace,
  projects: z.array(Project).default([]),
  labels: z.array(Label).default([]),
  contributors: z.array(Contributor).default([]),
  releases: z.array(Release).default([]),
  milestones: z.array(Milestone).default([]),
  subscribers: z.array(Subscriber).default([]),
  subscriber_lists: z.array(SubscriberList).default([]),
  incoming_webhooks: z.array(IncomingWebhook).default([]),
});
export type DataSet = z.infer<typeof DataSet>;
