import { limits } from '../../model/limits.ts';
import { findUnstorable } from '../http/details.ts';
import type { HttpContext } from '../http/handle.ts';
import { readWithin } from '../http/read-body.ts';
import { RefusedError } from '../refused-error.ts';
import type { Values } from './page.ts';

/** What a form sent. Files without a name were not chosen, and are left out. */
export interface Sent {
  values: Values;
  files: Readonly<Record<string, readonly File[]>>;
}

/** Maximum size of a form with its files, in bytes. */
export const maxForm = limits.file + limits.body;
/** No page of the desk has as many fields. */
const maxFields = 5000;

interface Reading {
  /** Maximum size in bytes. */
  max: number;
  onBytes?: (count: number) => void;
  signal?: AbortSignal;
}

/** Reads a form. @throws RefusedError if it is too large, has too many fields or is damaged */
export async function readForm(c: HttpContext, { max, onBytes, signal }: Reading): Promise<Sent> {
  const pieces: Buffer[] = [];
  const take = (piece: Buffer) => {
    onBytes?.(piece.length);
    pieces.push(piece);
  };
  await readWithin(c.env.incoming, { max, error: tooLarge }, take, signal);
  if (pieces.length === 0) return { values: {}, files: {} };
  const headers = { 'content-type': c.req.header('content-type') ?? '' };
  const sent = await new Response(Buffer.concat(pieces), { headers }).formData().catch(() => {
    throw new RefusedError('unsupported', damaged);
  });
  const all = [...sent];
  if (all.length > maxFields) throw new RefusedError('too-large', tooLarge);
  const texts = all.flatMap(([name, one]) =>
    typeof one === 'string' ? [[name, toStorable(one)] as const] : [],
  );
  const files = all.flatMap(([name, one]) =>
    typeof one === 'string' || one.name === '' ? [] : [[name, one] as const],
  );
  return { values: byName(texts), files: byName(files) };
}

const tooLarge = `The form with its files is over ${maxForm / 2 ** 20} MB, has too many fields, or you are not signed in. Go back: what you typed is still in the form. Choose smaller files, or sign in in another tab.`;
const damaged =
  'The form that arrived is damaged, so nothing was changed. Go back: what you typed is still in the form. Send it again.';

function byName<T>(entries: readonly (readonly [name: string, value: T])[]): Record<string, T[]> {
  const groups = Map.groupBy(entries, ([name]) => name);
  return Object.fromEntries([...groups].map(([name, all]) => [name, all.map(([, one]) => one)]));
}

/** Lines end as on this system. Characters that cannot be stored are left out. */
function toStorable(text: string): string {
  const lines = text.replaceAll('\r\n', '\n');
  return findUnstorable(lines) ? lines.replaceAll('\0', '').toWellFormed() : lines;
}
