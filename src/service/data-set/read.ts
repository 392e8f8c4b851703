import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { z } from 'zod';
import { DataSet } from '../../model/data-set.ts';
import { SettingsError } from '../../model/errors.ts';
import { Release } from '../../model/release.ts';
import type { StoredFile } from '../resources/files.ts';

const Importable = DataSet.extend({
  releases: z
    .array(
      Release.refine(({ status, scheduled_at }) => status !== 'SCHEDULED' || scheduled_at, {
        path: ['scheduled_at'],
        error: 'expected a date-time, as the status is SCHEDULED',
      }),
    )
    .default([]),
});

/** A data set and the files that it names. */
export interface DataSetFiles {
  data: DataSet;
  files: StoredFile[];
}

/**
 * Reads a data set and the files of the folder `files/` beside it.
 * @throws SettingsError that names the file, what is wrong with it and what to do.
 */
export async function readDataSet(path: string): Promise<DataSetFiles> {
  const parsed = Importable.safeParse(parseJson(path, await readText(path)));
  if (!parsed.success)
    throw new SettingsError(
      `The data set ${path} does not have the shape of an export:\n${explain(parsed.error)}\nMend it, or export the workspace again.`,
      { cause: parsed.error },
    );
  return { data: parsed.data, files: await readFiles(join(dirname(path), 'files')) };
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new SettingsError(
      `The data set ${path} cannot be read (${(error as NodeJS.ErrnoException).code}). Name an existing export with --import.`,
      { cause: error },
    );
  }
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SettingsError(
      `The data set ${path} is not JSON (${(error as Error).message}). Name an export with --import.`,
      { cause: error },
    );
  }
}

/** The first problems, each with its place; a broken file may have thousands. */
function explain({ issues }: z.ZodError, most = 5): string {
  const lines = issues
    .slice(0, most)
    .map(({ path, message }) => `  ${z.core.toDotPath(path) || 'the file'}: ${message}`);
  const more = issues.length - most;
  return [...lines, ...(more > 0 ? [`  and ${more} more`] : [])].join('\n');
}

async function readFiles(folder: string): Promise<StoredFile[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return Promise.all(
    entries
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map(async ({ name }) => ({
        name,
        type: getMimeType(name) ?? 'application/octet-stream',
        bytes: await readFile(join(folder, name)),
      })),
  );
}
