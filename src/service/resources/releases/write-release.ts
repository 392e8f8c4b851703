import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../lib/time/clock.ts';
import type { Change } from '../../../model/api/parts.ts';
import type { Release } from '../../../model/api/release.ts';
import type { CreateRelease, UpdateRelease } from '../../contract/requests.ts';
import type { Db } from '../../database/schema.ts';
import { inTransaction } from '../../database/transaction.ts';
import { emitChanged } from '../../events/emit.ts';
import { removeEventsOf } from '../../events/prune.ts';
import { found, invalidFields } from '../../refused-error.ts';
import { defined } from '../defined.ts';
import { removeFilesOf } from '../file-uses.ts';
import { isSameTitle } from '../kinds/workspace-types.ts';
import { findContributor, findLabels, findProject } from '../parts.ts';
import { isSlugTaken } from '../slugs.ts';
import { readWorkspace } from '../workspace.ts';
import { isLive, readRelease, saveRelease, storedHero } from './releases.ts';

export interface Written {
  release: Release;
  /** Whether the change added deliveries to hooks. */
  hasEvent: boolean;
}

interface Circumstances {
  clock: Pick<Clock, 'now'>;
  /** The origin at which the client called the service. */
  origin: string;
}

/** Adds a draft (docs/api.md, "CreateRelease"). @throws RefusedError */
export function createRelease(
  db: Db,
  { id, input }: { id: string; input: CreateRelease },
  at: Circumstances,
): Promise<Written> {
  return inTransaction(db, (db) => {
    const now = at.clock.now();
    const created_at = now.toISOString();
    const { project_id, label_ids, contributor_ids, ...fields } = input;
    const parts = { project: null, labels: [], contributors: [], changes: [], hero: null };
    const times = { released_at: null, created_at, updated_at: created_at };
    const made: Release = { ...fields, ...parts, ...times, id };
    return write(db, made, input, { now, origin: at.origin });
  });
}

/** A change of a release. Only the desk chooses channels. */
type Input = UpdateRelease & { channels?: string[] | undefined };

/** Updates the given fields (docs/api.md, "UpdateRelease"). @throws RefusedError */
export function updateRelease(
  db: Db,
  { id, input }: { id: string; input: Input },
  at: Circumstances,
): Promise<Written> {
  return inTransaction(db, async (db) => {
    const before = found(await readRelease(db, id), 'release');
    const { clock, origin } = at;
    // DRAFT is accepted whatever the current status is, so that clients can send the body with
    // which they created the release.
    if ([undefined, 'DRAFT', before.status].includes(input.status))
      return write(db, before, input, { now: clock.now(), origin });
    const status = `expected ${before.status}, the current status: only POST /v1/releases/{id}/publish changes the status`;
    throw invalidFields({ status });
  });
}

/**
 * Removes a release, its events, and the files that no other resource refers to; false if there is
 * no such release.
 */
export function deleteRelease(db: Db, id: string, now: Date): Promise<boolean> {
  return inTransaction(db, async (db) => {
    const release = await readRelease(db, id);
    if (!release) return false;
    await removeEventsOf(db, id);
    await db.deleteFrom('release').where('id', '=', id).execute();
    await removeFilesOf(db, 'release', release);
    if (isLive(release)) await emitChanged(db, { kind: 'release', id }, now);
    return true;
  });
}

function write(
  db: Db,
  release: Release,
  input: Input,
  { now, origin }: { now: Date; origin: string },
): Promise<Written> {
  return inTransaction(db, async (db) => {
    const parts = await resolveReferences(db, release, input);
    const { status, project_id, label_ids, contributor_ids, changes, hero, ...fields } = input;
    const changed = {
      ...release,
      ...defined({ ...fields, hero: hero && storedHero(hero, origin) }),
      ...parts,
      updated_at: now.toISOString(),
    };
    await saveRelease(db, changed, now);
    // Reads the release back, because the database may have stored values in another form.
    const written = found(await readRelease(db, release.id), 'release');
    const isSeen = isLive(release) || isLive(written);
    const hasEvent = isSeen && (await emitChanged(db, { kind: 'release', id: release.id }, now));
    return { release: written, hasEvent };
  });
}

/**
 * Finds the resources that the ids in a request body refer to, and checks that no other release has
 * the body's slug.
 * @throws RefusedError
 */
async function resolveReferences(
  db: Db,
  release: Release,
  { project_id, label_ids, contributor_ids, changes, slug }: UpdateRelease,
): Promise<Partial<Pick<Release, 'project' | 'labels' | 'contributors' | 'changes'>>> {
  const project = project_id && (await findProject(db, project_id));
  const labels = label_ids && (await findLabels(db, label_ids));
  const contributors =
    contributor_ids &&
    (await Promise.all([...new Set(contributor_ids)].map((id) => findContributor(db, id))));
  const isTaken =
    slug !== undefined && (await isSlugTaken(db, 'release', { id: release.id, slug }));
  const typed = changes && (await withTypes(db, changes, release.changes));
  const problems = defined({
    slug: isTaken ? 'expected a slug that no release has' : undefined,
    project_id: project_id && !project ? 'expected the id of a project' : undefined,
    label_ids: labels?.includes(undefined) ? 'expected ids of labels' : undefined,
    contributor_ids: contributors?.includes(undefined) ? 'expected ids of contributors' : undefined,
    changes: typed?.includes(undefined) ? 'expected ids or titles of change types' : undefined,
  });
  if (Object.keys(problems).length > 0) throw invalidFields(problems);
  return defined({
    project: project_id === null ? null : project || undefined,
    labels: labels?.filter((label) => label !== undefined),
    contributors: contributors?.filter((one) => one !== undefined),
    changes: typed?.filter((change) => change !== undefined),
  });
}

/**
 * Adds to each change its type. A title without a type stays if the release already has it; other
 * changes with an unknown type become undefined.
 */
async function withTypes(
  db: Db,
  changes: NonNullable<UpdateRelease['changes']>,
  before: readonly Change[],
): Promise<(Change | undefined)[]> {
  const { release_change_types: types } = await readWorkspace(db);
  return changes.map(({ id = randomUUID(), changeId, title = '', content }) => {
    const type = types.find((one) =>
      changeId === undefined ? isSameTitle(one.title, title) : one.id === changeId,
    );
    if (type) return { id, change_id: type.id, content };
    const known = before.find((one) => 'title' in one && one.title === title);
    return changeId === undefined && known ? { ...known, content } : undefined;
  });
}
