import { access, constants, readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { z } from 'zod';
import { parseForeignJson, TooDeepError } from '../../lib/json.ts';
import { decodeUtf8, fewOf, shorten } from '../../lib/text/text.ts';
import { Release } from '../../model/api/release.ts';
import { SettingsError } from '../../model/errors.ts';
import { findUnstorable } from '../http/details.ts';
import { referredFiles } from '../resources/referred-files.ts';
import type { LazyFile } from './lazy-file.ts';
import { DataSet } from './schema.ts';

const Importable = DataSet.extend({
  releases: z
    .array(
      Release.refine(({ status, scheduled_at }) => status !== 'SCHEDULED' || scheduled_at, {
        path: ['scheduled_at'],
        error: 'expected a date-time, because the status is SCHEDULED',
      }),
    )
    .default([]),
}).superRefine(({ workspace: _, exported_at: __, ...collections }, context) => {
  for (const [name, rows] of Object.entries(collections)) refuseSharedIds(name, rows, context);
});

/** Reports resources with the same id, because the second one would silently replace the first. */
function refuseSharedIds(
  name: string,
  rows: readonly { id: string }[],
  context: z.RefinementCtx,
): void {
  const first = new Map<string, number>();
  for (const [index, { id }] of rows.entries()) {
    const other = first.get(id);
    if (other === undefined) first.set(id, index);
    else
      context.addIssue({
        code: 'custom',
        path: [name, index, 'id'],
        message: `expected a unique id, but ${name}[${other}] also has ${JSON.stringify(shorten(id, 60))}`,
      });
  }
}

/** A data set and the files that it names. */
export interface DataSetFiles {
  data: DataSet;
  files: LazyFile[];
}

/** A data set, its files, and the names of files that an import ignores. */
export interface ReadDataSet extends DataSetFiles {
  /** Names of files in `files/` that the data set does not refer to. They are not imported. */
  leftOut: string[];
}

/**
 * Reads a data set, and the files that it refers to from `files/` beside it. Files that the data
 * set does not refer to are left out, because imported files become public.
 * @throws SettingsError with the file, the problem and the remedy
 */
export async function readDataSet(path: string): Promise<ReadDataSet> {
  const parsed = Importable.safeParse(parseJson(path, await readText(path)));
  if (!parsed.success)
    throw new SettingsError(
      `The data set ${path} does not have the shape of an export:\n${explain(parsed.error)}\nCorrect it, or export the workspace again.`,
      { cause: parsed.error },
    );
  const { data } = parsed;
  const unstorable = findUnstorable(data);
  if (unstorable)
    throw new SettingsError(
      `The data set ${path} cannot be imported:\n  ${z.core.toDotPath(unstorable.path)}: ${unstorable.expected}\nCorrect it, or export the workspace again.`,
    );
  const folder = join(dirname(path), 'files');
  const names = await plainFilesIn(folder);
  const referred = referredFiles(data);
  const taken = names.filter((name) => referred.has(name));
  return {
    data,
    files: await Promise.all(taken.map((name) => readOne(folder, name))),
    leftOut: names.filter((name) => !referred.has(name)),
  };
}

async function readText(path: string): Promise<string> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new SettingsError(
      `The data set ${path} cannot be read (${error.code}). Give --import or "import" the path of an export.`,
      { cause: error },
    );
  });
  const text = decodeUtf8(bytes);
  if (text !== undefined) return text;
  throw new SettingsError(
    `The data set ${path} is not in UTF-8. Save it as UTF-8, or export it again.`,
  );
}

function parseJson(path: string, text: string): unknown {
  try {
    return parseForeignJson(text);
  } catch (error) {
    if (error instanceof TooDeepError)
      throw new SettingsError(
        `The data set ${path} cannot be read: ${error.message}. Export the workspace again.`,
        { cause: error },
      );
    throw new SettingsError(
      `The data set ${path} is not JSON (${(error as Error).message}). Give --import or "import" the path of an export.`,
      { cause: error },
    );
  }
}

/**
 * Formats only the first problems, with their positions, because a broken file may have thousands.
 */
function explain({ issues }: z.ZodError): string {
  const problems = issues.map(
    ({ path, message }) => `${z.core.toDotPath(path) || 'the file'}: ${message}`,
  );
  return fewOf(problems)
    .map((line) => `  ${line}`)
    .join('\n');
}

async function plainFilesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ name }) => name);
}

/**
 * Checks now whether the file is readable, so that an unreadable file is found before anything is
 * written.
 */
async function readOne(folder: string, name: string): Promise<LazyFile> {
  const path = join(folder, name);
  await access(path, constants.R_OK);
  const type = getMimeType(name) ?? 'application/octet-stream';
  return { name, type, size: (await stat(path)).size, bytes: () => readFile(path) };
}
