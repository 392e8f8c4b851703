import { type PageForm, type RequestOptions, readPages, readValue } from '../forge/read-pages.ts';
import { type ForgeRepository, type GitHubLike, type ListName, pathOf } from './github-like.ts';
import { identify, parseRepository } from './rows.ts';

export interface ForgeOptions extends RequestOptions {
  forge: GitHubLike;
}

/**
 * Reads all releases, including drafts if the token gives access to them.
 * @throws ApiError
 */
export function readReleases(repository: string, options: ForgeOptions): Promise<unknown[]> {
  return readList(repository, 'releases', '', options);
}

/**
 * Reads all rows of a list. If it lacks rows, because it changed while it was read, it is read once
 * more; only a forge that counts its rows shows that.
 * @param query such as `state=all&`
 * @throws ApiError
 */
export async function readList(
  repository: string,
  list: ListName,
  query: string,
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
