import { limits } from '../../model/limits.ts';
import type { HttpContext } from '../http/handle.ts';
import { type FilePart, type Reading, readParts } from '../http/read-parts.ts';
import { RefusedError } from '../refused-error.ts';
import type { Values } from './page.ts';

/** What a form sent. Files without a name were not chosen, and are left out. */
export interface Sent {
  values: Values;
  files: readonly FilePart[];
}

/** Maximum size of a form with its files, in bytes. */
export const maxForm = limits.file + limits.body;
/** No page of the desk has as many fields. */
const maxFields = 5000;

type Bounds = Pick<Reading, 'max' | 'onBytes' | 'signal'>;

/** Reads a form. @throws RefusedError if it is too large, has too many fields or is damaged */
export async function readForm(c: HttpContext, reading: Bounds): Promise<Sent> {
  const { fields, files } = await readParts(c, {
    ...reading,
    limits: { parts: maxFields, fields: maxFields, fieldSize: limits.body },
    tooLarge,
    tooMany: () => new RefusedError('too-large', tooLarge),
    damaged: () => new RefusedError('invalid', damaged),
  });
  const groups = Map.groupBy(fields, ([name]) => name);
  const values = [...groups].map(([name, all]) => [name, all.map(([, text]) => toStorable(text))]);
  return { values: Object.fromEntries(values), files: files.filter(({ name }) => name) };
}

const tooLarge = `The form with its files is over ${maxForm / 2 ** 20} MB, has too many fields, or you are not signed in. Go back: what you typed is still in the form. Choose smaller files, or sign in in another tab.`;
const damaged =
  'The form that arrived is damaged, so nothing was changed. Go back: what you typed is still in the form. Send it again.';

/** Lines end as on this system. Characters that cannot be stored are left out. */
function toStorable(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll('\0', '').toWellFormed();
}
