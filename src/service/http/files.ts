import type { Db } from '../database/schema.ts';
import { readFile } from '../resources/files.ts';
import type { App } from './app.ts';
import type { Handle } from './handle.ts';
import type { Send } from './send.ts';

/**
 * Serves pictures and downloads without a key, because public pages show them. A file must never
 * act as a page of this origin: browsers may not guess its type or run its scripts, and must
 * download every file that is not a picture.
 */
export function serveFiles(
  app: App,
  { db, handle, send }: { db: Db; handle: Handle; send: Send },
): void {
  const share = createShare();
  const answer = handle('/files/{name}', 'public', async (c) => {
    const file = await readFile(db, c.req.param('name') ?? '');
    if (!file) return c.notFound();
    const { name, type } = file;
    const bytes = share(name, file.bytes);
    c.header('Content-Disposition', type.startsWith('image/') ? 'inline' : 'attachment');
    c.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    c.header('X-Content-Type-Options', 'nosniff');
    return send(c, { bytes, type, cacheControl: 'public, max-age=300', hasParts: true });
  });
  app.get('/files/:name', answer);
}

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Makes concurrent answers share the bytes of a file, so that many slow downloads need only one
 * copy in memory.
 */
function createShare(): (name: string, bytes: Bytes) => Bytes {
  // Weakly refers to the `ArrayBuffer`: answers keep the buffer in memory, but not the
  // `Uint8Array`.
  const sent = new Map<string, { memory: WeakRef<ArrayBuffer>; offset: number; length: number }>();
  return (name, bytes) => {
    const known = sent.get(name);
    const memory = known?.memory.deref();
    if (known && memory) {
      const earlier = new Uint8Array(memory, known.offset, known.length);
      if (Buffer.compare(earlier, bytes) === 0) return earlier;
    }
    const { buffer, byteOffset: offset, byteLength: length } = bytes;
    sent.set(name, { memory: new WeakRef(buffer), offset, length });
    return bytes;
  };
}
