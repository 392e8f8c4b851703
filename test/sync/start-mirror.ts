import { readFile } from 'node:fs/promises';
import { type Copied, createMirror } from '../../src/sync/mirror.ts';
import { startClient } from '../client/start-client.ts';

/** A mirror of an API whose files are these, by path. */
export async function startMirror(files: Record<string, Buffer | string>) {
  const lifetimes = new AsyncDisposableStack();
  const it = lifetimes.use(
    await startClient((path) => {
      const body = files[path];
      return body === undefined
        ? new Response(null, { status: 404 })
        : new Response(new Uint8Array(Buffer.from(body)));
    }),
  );
  const mirror = lifetimes.use(createMirror(it.client));
  return {
    server: it.server,
    mirror,
    /** What a copy holds. */
    bytesOf: ({ asset }: Copied) => readFile(mirror.files.get(asset?.file ?? '') ?? ''),
    [Symbol.asyncDispose]: () => lifetimes.disposeAsync(),
  };
}
