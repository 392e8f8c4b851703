import { createMirror } from '../../src/sync/mirror.ts';
import { startClient } from '../client/start-client.ts';

/** A mirror of an API whose files are these, by path. */
export async function startMirror(files: Record<string, Buffer | string>) {
  const it = await startClient((path) => {
    const body = files[path];
    return body === undefined
      ? new Response(null, { status: 404 })
      : new Response(new Uint8Array(Buffer.from(body)));
  });
  return { ...it, mirror: createMirror(it.client) };
}
