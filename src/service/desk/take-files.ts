import { digest } from '../../lib/digest.ts';
import { oneLine } from '../../lib/text/text.ts';
import type { FilePart } from '../http/read-parts.ts';
import { RefusedError } from '../refused-error.ts';
import { findFile } from '../resources/files.ts';
import { prepareFile } from '../resources/uploads/prepare-file.ts';
import { saveUpload } from '../resources/uploads/uploads.ts';
import type { Problems, Values } from './page.ts';
import type { Visit } from './route.ts';

/** Stores the files of a form. They get the same names if the form is sent again. */
export async function takeFiles(visit: Visit): Promise<{ values: Values; problems: Problems }> {
  const problems: Record<string, string> = {};
  let { attachments: [attachments = ''] = [] } = visit.values;
  let hero: Values = {};
  for (const file of visit.files)
    try {
      const { name, type } = await store(visit, file);
      const url = `/files/${name}`;
      if (file.field === 'attachment_files') attachments += `\n${url} ${oneLine(file.name)}`;
      else hero = { hero_url: [url], hero_type: [type.startsWith('video/') ? 'video' : 'image'] };
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      problems[file.field] = error.message;
    }
  return { values: { ...visit.values, ...hero, attachments: [attachments.trim()] }, problems };
}

async function store({ deps, write, param }: Visit, { type, pieces }: FilePart) {
  const file = await prepareFile(new Uint8Array(Buffer.concat(pieces)), type);
  const [, ending = ''] = /(\.\w+)$/.exec(file.name) ?? [];
  const named = { ...file, name: digest(`${param} ${digest(file.bytes)}`, 32) + ending };
  const saving = { clock: deps.clock, maxBytes: deps.maxFileBytes };
  await write(async (db, log) => {
    if (await findFile(db, named.name)) return;
    await saveUpload(db, named, saving);
    await log('uploaded a file', named.name);
  });
  return named;
}
