import type { Db } from '../database/schema.ts';
import type { Changed } from '../events/emit.ts';
import { readMilestone } from '../resources/milestones.ts';
import { isLive, readRelease } from '../resources/releases/releases.ts';
import type { DataSetCollection, Step } from './step.ts';

type Kinds = Record<DataSetCollection, Changed['kind'] | undefined>;

const kinds: Kinds = {
  workspace: 'workspace',
  projects: 'project',
  labels: 'label',
  contributors: 'contributor',
  releases: 'release',
  milestones: 'milestone',
  files: 'file',
  'subscriber lists': undefined,
  subscribers: undefined,
  'incoming webhooks': undefined,
};

/** What pages show, as it is, of what a step writes; undefined where they do not. */
export async function shownBy(
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
