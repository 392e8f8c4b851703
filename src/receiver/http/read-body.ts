import type { IncomingMessage } from 'node:http';
import { HTTPException } from 'hono/http-exception';
import { readBytes } from '../../lib/http/read-bytes.ts';

/** Maximum size of a body, and of all bodies in memory at once, in bytes. */
const maxBytes = 5 * 1024 * 1024;
const maxBytesInMemory = 20 * 1024 * 1024;

/**
 * Creates a function that reads bodies of limited size, and limits how much of them is in memory. A
 * body counts as in memory until it is disposed. The function throws HTTPException.
 */
export function createBodyReader() {
  let bytesInMemory = 0;
  return async (request: IncomingMessage): Promise<Disposable & { body: Buffer }> => {
    const pieces: Buffer[] = [];
    let bytes = 0;
    const take = (piece: Buffer) => {
      pieces.push(piece);
      bytes += piece.length;
      bytesInMemory += piece.length;
      if (bytes > maxBytes) throw tooLarge();
      if (bytesInMemory > maxBytesInMemory)
        throw new HTTPException(503, { message: 'too much arrives at once: send it again' });
    };
    using held = new DisposableStack();
    held.defer(() => {
      bytesInMemory -= bytes;
    });
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
    await readBytes(request, take).catch((error) => {
      if (error instanceof HTTPException) throw error;
      throw new HTTPException(400, { message: 'the body was not received completely' });
    });
    return Object.assign(held.move(), { body: Buffer.concat(pieces) });
  };
}

function tooLarge(): HTTPException {
  return new HTTPException(413, { message: 'the body is larger than 5 MiB' });
}
