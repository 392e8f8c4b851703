import type { Repositories } from '../../../model/content/sync-state.ts';
import { WaymarkError } from '../../../model/errors.ts';
import type { Content } from '../../../store/read/read-content.ts';
import { findOwners, limitToOwner } from './owners.ts';
import type { Part } from './upstream.ts';

/**
 * Lets each part (source) ask for its entries that its rows lack. A part that cannot do so counts as
 * failed.
 */
export function continueParts(parts: readonly Part[], current: Content): Promise<Part[]> {
  const owners = findOwners(parts, current);
  const { repositories = {} } = current.state ?? {};
  return Promise.all(
    parts.map(async (part): Promise<Part> => {
      const { name, rows } = part;
      if (!rows?.continueFrom) return part;
      const formerNames = Object.keys(rows.repositories ?? {}).map(
        (id) => repositories[id]?.source,
      );
      const own = limitToOwner(
        current,
        owners,
        (owner, from) => owner === name || (owner === undefined && formerNames.includes(from)),
      );
      try {
        return { name, rows: await rows.continueFrom({ ...own, repositories }) };
      } catch (error) {
        if (!(error instanceof WaymarkError)) throw error;
        return { name, failure: error.message };
      }
    }),
  );
}

/** The repositories that this sync and earlier ones read. */
export function recordRepositories(parts: readonly Part[], { state }: Content): Repositories {
  const read = parts.flatMap(({ rows }) => Object.entries(rows?.repositories ?? {}));
  return Object.fromEntries([...Object.entries(state?.repositories ?? {}), ...read]);
}
