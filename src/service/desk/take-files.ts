import { digest } from '../../lib/digest.ts';
import { RefusedError } from '../refused-error.ts';
import { findFile } from '../resources/files.ts';
import { prepareFile } from '../resources/uploads/prepare-file.ts';
import { saveUpload } from '../resources/uploads/uploads.ts';
import type { Problems, Values } from './page.ts';
import { columnsOf, rowsOf } from './release-values.ts';
import type { Visit } from './route.ts';

/** Stores the files of a form. They get the same names if the form is sent again. */
export async function takeFiles(
  { files, values, deps, write }: Visit,
  id: string,
): Promise<{ values: Values; problems: Problems }> {
  const problems: Record<string, string> = {};
  const store = async (name: string, file: File) => {
    try {
      const prepared = await prepareFile(new Uint8Array(await file.arrayBuffer()), file.type);
      const [, ending = ''] = /(\.\w+)$/.exec(prepared.name) ?? [];
      const stored = { ...prepared, name: digest(`${id} ${digest(prepared.bytes)}`, 32) + ending };
      const saving = { clock: deps.clock, maxBytes: deps.maxFileBytes };
      await write(async (db, log) => {
        if (await findFile(db, stored.name)) return;
        await saveUpload(db, stored, saving);
        await log('uploaded a file', stored.name);
      });
      return stored;
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      problems[name] = error.message;
      return undefined;
    }
  };
  const [picture] = files.hero_file ?? [];
  const hero = picture && (await store('hero_file', picture));
  const added: { id: string; title: string; url: string }[] = [];
  for (const file of files.attachment_files ?? []) {
    const stored = await store('attachment_files', file);
    if (stored) added.push({ id: stored.name, title: file.name, url: `/files/${stored.name}` });
  }
  const type = hero?.type.startsWith('video/') ? 'video' : 'image';
  const rows = columnsOf('attachment', [...rowsOf(values, 'attachment'), ...added]);
  const heroes = hero && { hero_url: [`/files/${hero.name}`], hero_type: [type] };
  return { values: { ...heroes, ...rows }, problems };
}
