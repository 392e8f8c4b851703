import { dirname, join } from 'node:path';
import { writeFileAtomically } from '../../lib/atomic-file.ts';
import { toJsonText } from '../../lib/json.ts';
import { SettingsError } from '../../model/errors.ts';
import type { DataSetFiles } from './read.ts';

/** Subscribers, drafts and the addresses of webhooks are in it. */
const ownerOnly = 0o600;

/**
 * Writes a data set, and its files into the folder `files/` beside it.
 * @throws SettingsError when the place cannot be written.
 */
export async function writeDataSet(path: string, { data, files }: DataSetFiles): Promise<void> {
  try {
    for (const { name, bytes } of files)
      await writeFileAtomically(join(dirname(path), 'files', name), bytes, ownerOnly);
    await writeFileAtomically(path, toJsonText(data), ownerOnly);
  } catch (error) {
    throw new SettingsError(
      `The data set ${path} cannot be written (${(error as NodeJS.ErrnoException).code}). Name a file with --export in a folder that can be written.`,
      { cause: error },
    );
  }
}
