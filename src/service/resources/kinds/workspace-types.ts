import type { ChangeType, StatusType } from '../../../model/api/workspace.ts';
import type { Db } from '../../database/schema.ts';
import { readWorkspace, saveWorkspace } from '../workspace.ts';
import type { Problems } from './kind.ts';

/** The types that a workspace has in a list of its own, in the order in which pages show them. */
interface TypeList<T> {
  list: (db: Db) => Promise<T[]>;
  find: (db: Db, id: string) => Promise<T | undefined>;
  /** Puts it in the place of the one with its id, or at the end. */
  write: (db: Db, type: T) => Promise<void>;
  remove: (db: Db, type: T) => Promise<void>;
  /** Whether a title that is given is free: what has a type may name it by that. */
  check: (db: Db, given: { id: string; title: string | undefined }) => Promise<Problems>;
}

interface Lists {
  release_change_types: ChangeType;
  roadmap_status_types: StatusType;
}

export function typeList<F extends keyof Lists>(field: F): TypeList<Lists[F]> {
  const read = async (db: Db): Promise<Lists[F][]> => {
    const lists: { [K in keyof Lists]: Lists[K][] } = await readWorkspace(db);
    return lists[field];
  };
  const replace = async (db: Db, types: Lists[F][]) =>
    saveWorkspace(db, { ...(await readWorkspace(db)), [field]: types });
  return {
    list: read,
    find: async (db, id) => (await read(db)).find((type) => type.id === id),
    async write(db, type) {
      const types = await read(db);
      const at = types.findIndex(({ id }) => id === type.id);
      await replace(db, at < 0 ? [...types, type] : types.with(at, type));
    },
    async remove(db, { id }) {
      await replace(
        db,
        (await read(db)).filter((type) => type.id !== id),
      );
    },
    async check(db, { id, title }) {
      const isTaken = (await read(db)).some(
        (type) => type.id !== id && isSameTitle(type.title, title ?? ''),
      );
      return isTaken ? { title: 'expected one that no other type has' } : {};
    },
  };
}

/** Titles are names, which people write in any case. */
export function isSameTitle(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
