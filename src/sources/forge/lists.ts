import type { EntryKind } from '../../model/content/entry-kinds.ts';
import type { ForgeRepository } from './forge.ts';
import { type PageForm, type RequestOptions, readPages } from './read-pages.ts';

/** A list of a repository, whose rows can also be requested by their ids. */
export interface ForgeList {
  /** The kind of entries that its rows become. */
  kind: EntryKind;
  /** Start of the ids of these entries, such as `github-`. */
  start: string;
  /** A row in messages, such as `release`. */
  noun: string;
  /**
   * Path below the address of the API, without a slash at its start, and a query that asks for the
   * largest pages.
   */
  path: string;
  /**
   * Finds the rows in an answer, and what leads to the next page; undefined if the answer is not
   * usable. By default, the answer is an array of rows, and a header leads to the next page.
   */
  readPage?: PageForm['read'];
  /** Path of one row. `id` is the forge's own, and is not escaped yet. */
  pathOf(id: string): string;
  /** Reads what identifies a row, even if the rest of it is invalid. */
  identify(row: unknown): RowIdentity;
  /** Whether a row that was requested by its id is in the repository. By default, it is. */
  isIn?(row: unknown, repository: ForgeRepository): boolean;
}

interface RowIdentity {
  /** Undefined if the row has none. */
  id: string | undefined;
  tag?: string | undefined;
  isDraft?: boolean;
  /** Address of its page. */
  page?: string | undefined;
}

/**
 * Reads all rows of a list. If it lacks rows, because it changed while it was read, it is read once
 * more; only a forge that counts its rows shows that.
 * @throws ApiError
 */
export async function readList(list: ForgeList, options: RequestOptions): Promise<unknown[]> {
  const form: PageForm = { noun: `a list of ${list.noun}s`, read: list.readPage ?? readArray };
  const read = () => readPages(list.path, form, options);
  const { rows, total } = await read();
  const ids = new Set(rows.map((row) => list.identify(row).id));
  return ids.size < total ? (await read()).rows : rows;
}

function readArray(value: unknown) {
  return Array.isArray(value) ? { rows: value, next: undefined } : undefined;
}
