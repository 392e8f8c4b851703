import { LRUCache } from 'lru-cache';
import type { Database } from '../../lib/database/database.ts';
import type { Filters } from './ids.ts';

/** The first ids that filters let through, in the list's order, and whether they are all. */
interface Found {
  ids: readonly string[];
  isAll: boolean;
}

/** What was found out since the last write, of this process or of another one. */
export interface IdMemory {
  /** Filters without the values that do not exist, by the filters as they were asked for. */
  filters: LRUCache<string, { known: Filters | undefined }>;
  /** By list and filters. */
  ids: LRUCache<string, Found>;
  /** Whether nothing was written since; as of now, however old the turn of the event loop is. */
  isCurrent(): boolean;
}

/** What is remembered of a database, and true now. */
export function idMemoryOf(database: Database): IdMemory {
  const memory = memories.get(database) ?? createMemory(database);
  memories.set(database, memory);
  if (!memory.isCurrent()) memory.forget();
  return memory;
}

const memories = new WeakMap<Database, IdMemory & { forget(): void }>();

/** What was not asked for the longest leaves first. */
const mostBytes = { filters: 1024 * 1024, ids: 8 * 1024 * 1024 };
const mostEntries = 1000;

function createMemory(database: Database) {
  const filters: IdMemory['filters'] = new LRUCache({
    max: mostEntries,
    maxSize: mostBytes.filters,
    // What is known is a part of what was asked for.
    sizeCalculation: (_, question) => overhead + 2 * bytesOf(question),
  });
  const ids: IdMemory['ids'] = new LRUCache({
    max: mostEntries,
    maxSize: mostBytes.ids,
    sizeCalculation: (found, question) =>
      found.ids.reduce((bytes, id) => bytes + bytesOf(id), overhead + bytesOf(question)),
  });
  let version = database.freshVersion();
  return {
    filters,
    ids,
    isCurrent: () => database.freshVersion() === version,
    forget() {
      filters.clear();
      ids.clear();
      version = database.freshVersion();
    },
  };
}

/** What an entry takes besides its texts. */
const overhead = 256;

/** A character takes up to two bytes, and a text some more. */
function bytesOf(text: string): number {
  return 2 * text.length + 24;
}
