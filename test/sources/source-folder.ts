import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { tempFolder } from '../support/temp-folder.ts';

export interface SourceFolder extends AsyncDisposable {
  path: string;
  /** Writes files by their paths; `null` removes a file. */
  put(files: Record<string, string | Uint8Array | null>): Promise<void>;
}

export async function sourceFolder(
  files: Record<string, string | Uint8Array> = {},
): Promise<SourceFolder> {
  const folder = await tempFolder();
  const put: SourceFolder['put'] = async (all) => {
    for (const [name, content] of Object.entries(all)) {
      const place = join(folder.path, name);
      await mkdir(dirname(place), { recursive: true });
      if (content === null) await rm(place);
      else await writeFile(place, content);
    }
  };
  await put(files);
  return { ...folder, put };
}
