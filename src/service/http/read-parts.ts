import { Busboy, type BusboyConfig, type BusboyHeaders } from '@fastify/busboy';
import { RefusedError } from '../refused-error.ts';
import type { HttpContext } from './handle.ts';
import { readWithin } from './read-body.ts';

/** A file of a form, in the pieces in which it arrived. */
export interface FilePart {
  field: string;
  name: string;
  /** The file's type according to the client; empty if not stated. */
  type: string;
  pieces: Buffer[];
}

export interface Reading {
  limits: NonNullable<BusboyConfig['limits']>;
  /** Maximum size of the whole form in bytes. */
  max: number;
  /** What to say if the form or a file is too large. */
  tooLarge: string;
  /** The errors if there are too many parts, and if the form is not readable. */
  tooMany: () => RefusedError;
  damaged: () => RefusedError;
  onBytes?: ((count: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Reads a form while it arrives, so that nothing is read after a part that is too many or too
 * large, and each file is in memory once.
 * @throws RefusedError
 */
export async function readParts(
  c: HttpContext,
  { limits, max, tooLarge, tooMany, damaged, onBytes, signal }: Reading,
) {
  const { incoming } = c.env;
  const parts = {
    fields: [] as (readonly [name: string, value: string])[],
    files: [] as FilePart[],
  };
  let problem: RefusedError | undefined;
  const refuse = (error: () => RefusedError) => () => {
    problem ??= error();
  };
  const parser = createParser({ headers: incoming.headers as BusboyHeaders, limits }, damaged);
  parser.on('field', (name, value, isNameCut, isCut) => {
    parts.fields.push([name, value]);
    // The parser reports this limit only if more pieces follow.
    const isLast = parts.fields.length === limits.fields;
    if (isNameCut || isCut || isLast) refuse(tooMany)();
  });
  parser.on('file', (field, stream, name, _encoding, type) => {
    const pieces: Buffer[] = [];
    // Browsers write quotation marks so (WHATWG HTML, "multipart/form-data encoding algorithm").
    parts.files.push({ field, name: name?.replaceAll('%22', '"'), type, pieces });
    stream.on('data', (piece: Buffer) => pieces.push(piece)).on('error', refuse(damaged));
    stream.on(
      'limit',
      refuse(() => new RefusedError('too-large', tooLarge)),
    );
  });
  for (const limit of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const)
    parser.on(limit, refuse(tooMany));
  parser.on('error', refuse(damaged));
  const take = (piece: Buffer) => {
    onBytes?.(piece.length);
    parser.write(piece);
    if (problem) throw problem;
  };
  await readWithin(incoming, { max, error: tooLarge }, take, signal);
  await new Promise((resolve) => parser.once('finish', resolve).once('error', resolve).end());
  if (problem) throw problem;
  return parts;
}

function createParser(config: BusboyConfig, damaged: () => RefusedError) {
  try {
    return new Busboy(config);
  } catch {
    // The type is not one of a form, or lacks a boundary.
    throw damaged();
  }
}
