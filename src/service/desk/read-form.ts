import { bodyLimit } from 'hono/body-limit';
import { findUnstorable } from '../http/details.ts';
import type { HttpContext } from '../http/handle.ts';
import type { Values } from './page.ts';

/** What a form sent. Files without a name were not chosen, and are left out. */
export interface Sent {
  values: Values;
  files: Readonly<Record<string, readonly File[]>>;
}

/** No page of the desk has as many fields. */
const maxFields = 5000;

/** Reads a form of limited size, in bytes. Returns undefined if it is larger, or has too many fields. */
export async function readForm(c: HttpContext, maxSize: number): Promise<Sent | undefined> {
  let sent: Sent | undefined;
  const read = async () => {
    const entries = Object.entries(await c.req.parseBody({ all: true }));
    const all = entries.map(([name, value]) => [name, [value].flat()] as const);
    if (all.reduce((sum, [, many]) => sum + many.length, 0) > maxFields) return;
    const texts = all.map(([name, many]) => [
      name,
      many.flatMap((one) => (typeof one === 'string' ? toStorable(one) : [])),
    ]);
    const files = all.map(([name, many]) => [
      name,
      many.filter((one) => typeof one !== 'string' && one.name !== ''),
    ]);
    sent = { values: Object.fromEntries(texts), files: Object.fromEntries(files) };
  };
  await bodyLimit({ maxSize, onError: (c) => c.body(null, 413) })(c, read);
  return sent;
}

/** Lines end as on this system. Characters that cannot be stored are left out. */
function toStorable(text: string): string {
  const lines = text.replaceAll('\r\n', '\n');
  return findUnstorable(lines) ? lines.replaceAll('\0', '').toWellFormed() : lines;
}
