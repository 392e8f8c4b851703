import { LRUCache } from 'lru-cache';
import type { Database } from '../../lib/database/database.ts';
import { limits } from '../../model/limits.ts';
import type { Cursor, Filters } from './ids.ts';

/** What was found out since the last write, of this process or of another one. */
export interface ListMemory {
  /** Filters without the values that do not exist, by the filters as they were asked for. */
  filters: LRUCache<string, { known: Filters | undefined }>;
  /** By list and filters: where pages of them begin. */
  cursors: LRUCache<string, Cursors>;
  /** Whether nothing was written since; as of now, however old the turn of the event loop is. */
  isCurrent(): boolean;
}

/** Where pages of one list begin: one place among as many rows as a page has at most. */
export interface Cursors {
  /** From this offset on there are no rows. */
  end: number;
  /** The last place that is known at or before an offset. */
  before(offset: number): Cursor | undefined;
  keep(cursor: Cursor): void;
}

/** What is remembered of a database, and true now. */
export function listMemoryOf(database: Database): ListMemory {
  const memory = memories.get(database) ?? createMemory(database);
  memories.set(database, memory);
  if (!memory.isCurrent()) memory.forget();
  return memory;
}

export function createCursors(): Cursors {
  const kept = new Map<number, Cursor>();
  const part = (offset: number) => Math.floor(offset / limits.limit);
  return {
    end: Number.POSITIVE_INFINITY,
    before(offset) {
      for (let at = part(offset); at >= 0; at -= 1) {
        const cursor = kept.get(at);
        if (cursor && cursor.offset <= offset) return cursor;
      }
      return undefined;
    },
    keep: (cursor) => void kept.set(part(cursor.offset), cursor),
  };
}

const memories = new WeakMap<Database, ListMemory & { forget(): void }>();

/** What was not asked for the longest leaves first. */
const mostBytes = { filters: 1024 * 1024, cursors: 4 * 1024 * 1024 };
const mostEntries = 1000;
/** What the eleven places of a list take at most, with ids of some hundred characters. */
const cursorBytes = 4096;

function createMemory(database: Database) {
  const filters: ListMemory['filters'] = new LRUCache({
    max: mostEntries,
    maxSize: mostBytes.filters,
    // What is known is a part of what was asked for.
    sizeCalculation: (_, question) => 256 + 4 * question.length,
  });
  const cursors: ListMemory['cursors'] = new LRUCache({
    max: mostEntries,
    maxSize: mostBytes.cursors,
    sizeCalculation: (_, question) => cursorBytes + 2 * question.length,
  });
  let version = database.freshVersion();
  return {
    filters,
    cursors,
    isCurrent: () => database.freshVersion() === version,
    forget() {
      filters.clear();
      cursors.clear();
      version = database.freshVersion();
    },
  };
}
