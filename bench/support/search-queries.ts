import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/**
 * A query, and the pages of which at least one has to be among the first results, as paths below
 * the base.
 */
const JudgedQuery = z.strictObject({ query: z.string(), expected: z.array(z.string()).min(1) });
export type JudgedQuery = z.infer<typeof JudgedQuery>;

/**
 * `content` is a content folder, relative to the file; without it, the sample and generated texts
 * are used.
 */
const QueryFile = z.strictObject({
  content: z.string().optional(),
  queries: z.array(JudgedQuery).min(1),
});
export type QueryFile = z.infer<typeof QueryFile>;

const own = fileURLToPath(new URL('../search-queries.json', import.meta.url));

/** @param file by default, the project's own queries */
export async function readQueries(file = own): Promise<QueryFile> {
  const { content, queries } = QueryFile.parse(JSON.parse(await readFile(file, 'utf8')));
  return { queries, ...(content && { content: resolve(dirname(file), content) }) };
}

/** The expected page has to be among this many first results. */
const maxRank = 3;

/** @param found paths of the results, best first */
export function isAnswered({ expected }: JudgedQuery, found: readonly string[]): boolean {
  return found.slice(0, maxRank).some((path) => expected.includes(path));
}
