import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { limits } from '../../model/limits.ts';
import { RefusedError } from '../refused-error.ts';
import type { HttpContext } from './handle.ts';
import { readWithin } from './read-body.ts';

/** The file in a form with exactly one file. */
interface ReceivedFile {
  bytes: Uint8Array<ArrayBuffer>;
  /** The file's type according to the client; empty if not stated. */
  claimed: string;
}

/** Maximum size in bytes of everything in the form besides the file. */
const maxAround = 16 * 1024;
const fileTooLarge = `The file is over ${limits.file} bytes.`;

interface Reading {
  onBytes: (count: number) => void;
  signal: AbortSignal;
}

/**
 * Reads a `multipart/form-data` body with one file of at most the maximum size. The body is parsed
 * while it arrives, so that nothing is read after a second part.
 * @throws RefusedError
 */
export async function readUpload(
  c: HttpContext,
  { onBytes, signal }: Reading,
): Promise<ReceivedFile> {
  const { incoming } = c.env;
  if (!/^multipart\/form-data\b/i.test(c.req.header('content-type') ?? ''))
    throw new RefusedError('unsupported', 'Files must be sent as multipart/form-data.');
  const form = parseForm(incoming.headers as BusboyHeaders);
  const bound = { max: limits.file + maxAround, error: fileTooLarge };
  const take = (piece: Buffer) => {
    onBytes(piece.length);
    form.write(piece);
  };
  await readWithin(incoming, bound, take, signal);
  return form.end();
}

/** A parser of a form. @throws RefusedError */
function parseForm(headers: BusboyHeaders) {
  const parser = createParser(headers);
  const pieces: Buffer[] = [];
  let claimed: string | undefined;
  let problem: RefusedError | undefined;
  let isEnded = false;
  const refuse = () => {
    problem ??= notOneFile();
  };
  parser.on('file', (_field, file, _name, _encoding, type) => {
    claimed = type;
    file
      .on('data', (piece: Buffer) => pieces.push(piece))
      .on('end', () => {
        isEnded = true;
      });
    file.on('error', refuse).on('limit', () => {
      problem ??= new RefusedError('too-large', fileTooLarge);
    });
  });
  parser.on('field', refuse).on('fieldsLimit', refuse).on('filesLimit', refuse);
  parser.on('partsLimit', refuse).on('error', refuse);
  return {
    write(piece: Buffer): void {
      parser.write(piece);
      if (problem) throw problem;
    },
    async end(): Promise<ReceivedFile> {
      await new Promise((resolve) => parser.once('finish', resolve).once('error', resolve).end());
      if (problem) throw problem;
      if (claimed === undefined || !isEnded) throw notOneFile();
      return { bytes: new Uint8Array(Buffer.concat(pieces)), claimed };
    },
  };
}

function createParser(headers: BusboyHeaders) {
  try {
    return new Busboy({
      headers,
      limits: { parts: 1, files: 1, fields: 0, fileSize: limits.file, headerSize: maxAround },
    });
  } catch {
    // The type lacks a boundary.
    throw notOneFile();
  }
}

function notOneFile(): RefusedError {
  return new RefusedError(
    'invalid',
    'The form must contain one file and nothing else, for example: curl --form file=@picture.png',
  );
}
