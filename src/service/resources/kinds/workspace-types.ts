import type { ChangeType, StatusType } from '../../../model/api/workspace.ts';
import type { Db } from '../../database/schema.ts';
import { readWorkspace, saveWorkspace } from '../workspace.ts';
import type { Problems } from './kind.ts';

interface Lists {
  release_change_types: ChangeType;
  roadmap_status_types: StatusType;
}

/** The change types or status types of the workspace, in the order in which pages show them. */
export function typeList<F extends keyof Lists>(field: F) {
  const read = async (db: Db): Promise<Lists[F][]> => {
    const lists: { [K in keyof Lists]: Lists[K][] } = await readWorkspace(db);
    return lists[field];
  };
  const replace = async (db: Db, types: Lists[F][]) =>
    saveWorkspace(db, { ...(await readWorkspace(db)), [field]: types });
  return {
    list: read,
    find: async (db: Db, id: string) => (await read(db)).find((type) => type.id === id),
    /** Replaces the type with the same id, or appends a new one. */
    async write(db: Db, type: Lists[F]): Promise<void> {
      const types = await read(db);
      const at = types.findIndex(({ id }) => id === type.id);
      await replace(db, at < 0 ? [...types, type] : types.with(at, type));
    },
    async remove(db: Db, { id }: Lists[F]): Promise<void> {
      await replace(
        db,
        (await read(db)).filter((type) => type.id !== id),
      );
    },
    /**
     * Reports a title that another type already has. Titles must be unique, because rows may refer
     * to types by title.
     */
    async check(
      db: Db,
      { id, title }: { id: string; title: string | undefined },
    ): Promise<Problems> {
      const isTaken = (await read(db)).some(
        (type) => type.id !== id && isSameTitle(type.title, title ?? ''),
      );
      return isTaken ? { title: 'expected a title that no other type has' } : {};
    },
  };
}

/** Whether two titles are the same, ignoring case. */
export function isSameTitle(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
