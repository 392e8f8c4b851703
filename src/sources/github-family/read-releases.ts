import { type PageForm, type RequestOptions, readPages, readValue } from '../forge/read-pages.ts';
import { type ForgeRepository, type GitHubLike, type ListName, pathOf } from './github-like.ts';
import { identify, parseRepository } from './rows.ts';

export interface ForgeOptions extends RequestOptions {
  forge: GitHubLike;
}

/** A list of a repository, and how its rows are identified. */
export interface ForgeList {
  list: ListName;
  /** Such as `state=all&`. */
  query: string;
  key: 'number' | 'id';
}

/** All releases, including drafts if the token gives access to them. */
export const releaseList: ForgeList = { list: 'releases', query: '', key: 'id' };

/**
 * Reads all rows of a list. If it lacks rows, because it changed while it was read, it is read once
 * more; only a forge that counts its rows shows that.
 * @throws ApiError
 */
export async function readList(
  repository: string,
  { list, query }: ForgeList,
  options: ForgeOptions,
): Promise<unknown[]> {
  const path = `${pathOf(repository, list)}?${query}${options.forge.largestPages}`;
  const form: PageForm = {
    noun: `a list of ${list}`,
    read: (value) => (Array.isArray(value) ? { rows: value } : undefined),
  };
  const read = () => readPages(path, form, options);
  const { rows, total } = await read();
  const ids = new Set(rows.map((row) => identify(row).id));
  return ids.size < total ? (await read()).rows : rows;
}

/**
 * Reads the description of the repository itself. Undefined if it is invalid.
 * @throws ApiError
 */
export async function readRepository(
  repository: string,
  options: ForgeOptions,
): Promise<ForgeRepository | undefined> {
  return parseRepository(await readValue(`repos/${repository}`, options));
}
