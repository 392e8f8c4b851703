import type { Db } from '../database/schema.ts';
import type { Changed } from '../events/emit.ts';
import { readMilestone } from '../resources/milestones.ts';
import { isLive, readRelease } from '../resources/releases/releases.ts';
import type { DataSetCollection, Step } from './step.ts';

/** Collections that pages show, each with the kind of resource that is reported to hooks. */
const kinds: Partial<Record<DataSetCollection, Changed['kind']>> = {
  workspace: 'workspace',
  projects: 'project',
  labels: 'label',
  contributors: 'contributor',
  releases: 'release',
  milestones: 'milestone',
  files: 'file',
};

/** The change to report to hooks for a step; undefined if pages do not show the resource. */
export async function publicChangeOf(
  db: Db,
  { collection, id }: Pick<Step, 'collection' | 'id'>,
): Promise<Changed | undefined> {
  const kind = kinds[collection];
  return kind && (await isPublic(db, { kind, id })) ? { kind, id } : undefined;
}

async function isPublic(db: Db, { kind, id }: Changed): Promise<boolean> {
  if (kind === 'release') {
    const release = await readRelease(db, id);
    return release !== undefined && isLive(release);
  }
  return kind !== 'milestone' || Boolean((await readMilestone(db, id))?.is_public);
}
