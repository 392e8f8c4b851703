import pLimit from 'p-limit';
import { digest } from '../../lib/digest.ts';
import type { FilePart } from '../http/read-parts.ts';
import { RefusedError } from '../refused-error.ts';
import { findFile } from '../resources/files.ts';
import { prepareFile } from '../resources/uploads/prepare-file.ts';
import { saveUpload } from '../resources/uploads/uploads.ts';
import type { Problems, Values } from './page.ts';
import { columnsOf, rowsOf } from './release-values.ts';
import type { Visit } from './route.ts';

/** Storing copies a file several times, so only one is in memory as a whole. */
const oneByOne = pLimit(1);

/** Stores the files of a form. They get the same names if the form is sent again. */
export async function takeFiles(
  visit: Visit,
  id: string,
): Promise<{ values: Values; problems: Problems }> {
  const problems: Record<string, string> = {};
  const stored: Awaited<ReturnType<typeof store>>[] = [];
  for (const file of visit.files)
    try {
      stored.push(await oneByOne(() => store(visit, id, file)));
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      problems[file.field] = error.message;
    }
  const hero = stored.find(({ field }) => field === 'hero_file');
  const type = hero?.type.startsWith('video/') ? 'video' : 'image';
  const added = stored.filter(({ field }) => field === 'attachment_files');
  const rows = columnsOf('attachment', [...rowsOf(visit.values, 'attachment'), ...added]);
  return {
    values: { ...(hero && { hero_url: [hero.url], hero_type: [type] }), ...rows },
    problems,
  };
}

async function store({ deps, write }: Visit, id: string, { field, name, type, pieces }: FilePart) {
  const file = await prepareFile(new Uint8Array(Buffer.concat(pieces)), type);
  const [, ending = ''] = /(\.\w+)$/.exec(file.name) ?? [];
  const own = digest(`${id} ${digest(file.bytes)}`, 32) + ending;
  const saving = { clock: deps.clock, maxBytes: deps.maxFileBytes };
  await write(async (db, log) => {
    if (await findFile(db, own)) return;
    await saveUpload(db, { ...file, name: own }, saving);
    await log('uploaded a file', own);
  });
  return { field, id: own, title: name, url: `/files/${own}`, type: file.type };
}
