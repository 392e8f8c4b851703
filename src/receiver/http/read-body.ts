import type { IncomingMessage } from 'node:http';
import { readBytes } from '../../lib/http/read-bytes.ts';

/** Maximum size of a body, and of all bodies in memory at once, in bytes. */
const maxBytes = 5 * 1024 * 1024;
const maxBytesInMemory = 20 * 1024 * 1024;

/** A body, which counts as in memory until it is disposed; or why it was not read. */
type ReadBody = Disposable &
  (
    | { body: Buffer; refused?: undefined }
    | { body?: undefined; refused: string; status: 400 | 413 | 503 }
  );

const refusals = {
  large: { refused: 'the body is larger than 5 MiB', status: 413 },
  busy: { refused: 'too much arrives at once: send it again', status: 503 },
  incomplete: { refused: 'the body was not received completely', status: 400 },
} as const;

/** Creates a function that reads bodies of limited size, and limits how much of them is in memory. */
export function createBodyReader(): (request: IncomingMessage) => Promise<ReadBody> {
  let bytesInMemory = 0;
  return async (request) => {
    const pieces: Buffer[] = [];
    let bytes = 0;
    let problem: keyof typeof refusals = 'incomplete';
    const refuse = (why: typeof problem) => {
      problem = why;
      throw new Error(why);
    };
    const take = (piece: Buffer) => {
      pieces.push(piece);
      bytes += piece.length;
      bytesInMemory += piece.length;
      if (bytes > maxBytes) refuse('large');
      if (bytesInMemory > maxBytesInMemory) refuse('busy');
    };
    const release = () => {
      bytesInMemory -= bytes;
      bytes = 0;
    };
    try {
      if (Number(request.headers['content-length'] ?? 0) > maxBytes) refuse('large');
      await readBytes(request, take);
      return { body: Buffer.concat(pieces), [Symbol.dispose]: release };
    } catch {
      release();
      return { ...refusals[problem], [Symbol.dispose]: () => {} };
    }
  };
}
