import type { Release } from '../../model/release.ts';
import type { Database } from '../database/database.ts';
import { emit } from '../events/emit.ts';
import { readRelease } from './releases.ts';
import { saveRelease } from './save-release.ts';

export type Published =
  | { kind: 'published'; release: Release }
  | { kind: 'missing' }
  | { kind: 'already' };

/**
 * Releases a draft or scheduled release at once, together with its `release.published`
 * (specification, "States and transitions"). `shown` gives the release as the event shows it.
 */
export function publishRelease(
  database: Database,
  id: string,
  { now, shown }: { now: Date; shown: (release: Release) => Release },
): Published {
  return database.transaction((): Published => {
    const found = readRelease(database, id);
    if (!found) return { kind: 'missing' };
    if (found.status === 'RELEASED') return { kind: 'already' };
    const { scheduled_at, ...rest } = found;
    const time = now.toISOString();
    const release: Release = { ...rest, status: 'RELEASED', released_at: time, updated_at: time };
    saveRelease(database, release);
    emit(database, 'release.published', shown(release), now);
    return { kind: 'published', release };
  });
}
