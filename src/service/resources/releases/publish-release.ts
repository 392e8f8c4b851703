import type { EventName } from '../../../model/api/event.ts';
import type { Release } from '../../../model/api/release.ts';
import type { Db } from '../../database/schema.ts';
import { inTransaction } from '../../database/transaction.ts';
import { emit } from '../../events/emit.ts';
import { readRelease } from './releases.ts';
import { saveRelease } from './save-release.ts';

/** The two moves of the table in docs/api.md, "States of a release". */
type Move = { status: 'RELEASED' } | { status: 'SCHEDULED'; scheduled_at: string };

export type Published =
  | { kind: 'published'; release: Release }
  | { kind: 'missing' }
  | { kind: 'already' };

export interface PublishReleaseOptions {
  now: Date;
  /** Gives the release as its event shows it. */
  shown: (release: Release) => Release;
  /** A last look inside the transaction; the release is left alone where it gives false. */
  onlyIf?: (release: Release) => boolean;
}

const events = {
  RELEASED: 'release.published',
  SCHEDULED: 'release.scheduled',
} as const satisfies Record<Move['status'], EventName>;

/**
 * Makes a draft or scheduled release go live, or schedules it (anew), together with the event that
 * says so. A release that is released already stays as it is.
 */
export function publishRelease(
  db: Db,
  id: string,
  { move, ...options }: PublishReleaseOptions & { move: Move },
): Promise<Published> {
  const { now, shown, onlyIf = () => true } = options;
  return inTransaction(db, async (db): Promise<Published> => {
    const found = await readRelease(db, id);
    if (!found) return { kind: 'missing' };
    if (found.status === 'RELEASED' || !onlyIf(found)) return { kind: 'already' };
    await saveRelease(db, moved(found, move, now.toISOString()));
    const release = await readRelease(db, id);
    if (!release) return { kind: 'missing' };
    await emit(db, events[move.status], shown(release), now);
    return { kind: 'published', release };
  });
}

function moved({ scheduled_at, ...release }: Release, move: Move, now: string): Release {
  return move.status === 'RELEASED'
    ? { ...release, status: 'RELEASED', released_at: now, updated_at: now }
    : { ...release, ...move, updated_at: now };
}
