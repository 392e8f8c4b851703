import { z } from 'zod';
import { digest } from '../../lib/digest.ts';
import type { Caller } from '../../lib/http/client-identity.ts';
import type { WriteQueue } from '../database/write-queue.ts';
import type { KeyUsage } from '../keys/usage.ts';
import { type Refusal, RefusedError } from '../refused-error.ts';
import type { StoredFile } from '../resources/files.ts';
import { prepareFile } from '../resources/uploads/prepare-file.ts';
import type { AnswerCache } from './answer-cache.ts';
import type { Call, Endpoint } from './endpoint.ts';
import { presentedKey } from './guard.ts';
import type { HttpContext } from './handle.ts';
import { errorBody } from './problem.ts';
import { parseQuery } from './query.ts';
import { parseJsonBody, readBody } from './read-body.ts';
import { readUpload } from './read-upload.ts';
import type { ReadingLimit } from './reading-limit.ts';
import { noStore, type Send } from './send.ts';
import type { UploadQueue } from './upload-queue.ts';

interface CallContext {
  client: Caller;
  /** Undefined if the database does not report writes by other processes. */
  cache: AnswerCache | undefined;
  limitReading: ReadingLimit;
  inTurn: WriteQueue;
  uploads: UploadQueue;
  usage: KeyUsage;
  send: Send;
}

/** Answers a call of an endpoint, with an error body if the call is refused. */
export async function answerCall(
  c: HttpContext,
  endpoint: Endpoint,
  context: CallContext,
): Promise<Response> {
  try {
    return await (endpoint.method === 'GET' ? answerRead : answerWrite)(c, endpoint, context);
  } catch (error) {
    if (error instanceof RefusedError) return sendRefusal(c, error, context.send);
    throw error;
  }
}

/**
 * Answers a call that only reads, from the cache if possible. Only answers that need a key are
 * cached, because otherwise anyone could fill the cache.
 */
async function answerRead(
  c: HttpContext,
  endpoint: Endpoint,
  { client, cache, send }: CallContext,
): Promise<Response> {
  const call = callOf(c, endpoint, client);
  const answers = endpoint.access === 'key' ? cache?.() : undefined;
  // The parsed call identifies the answer, because the same address can be written in many ways.
  const question = JSON.stringify([endpoint.path, call]);
  const cacheControl = endpoint.storable ? ownCopies : noStore;
  const known = answers?.get(question);
  if (known) return send(c, { bytes: known, type, cacheControl });

  const bytes = toJson(await endpoint.handle(call));
  answers?.set(question, bytes);
  return send(c, { bytes, type, cacheControl });
}

const type = 'application/json';
/** Clients may store the answer, but must revalidate it before each use. */
const ownCopies = 'private, no-cache';

const noFile: StoredFile = { name: '', type: '', bytes: new Uint8Array() };
const emptyCall = { body: undefined, text: '', file: noFile };

/**
 * A write is refused if more writes than this are ahead of it in the queue. The limit is lower for
 * callers without a key.
 */
const maxWritesAhead = { ofHolder: 128, ofStranger: 32 };

async function answerWrite(
  c: HttpContext,
  endpoint: Endpoint,
  context: CallContext,
): Promise<Response> {
  const call = callOf(c, endpoint, context.client);
  const body = await (endpoint.takesFile ? takeFile : takeBody)(c, endpoint, { ...context, call });
  const { status, access, method, path } = endpoint;
  const key = access === 'key' ? presentedKey(context.client.authorization) : undefined;
  const subject = (body as { id?: string } | undefined)?.id ?? call.id;
  if (key !== undefined) await context.usage.changed(digest(key), `${method} ${path}`, subject);
  return status === 204
    ? c.body(null, 204)
    : context.send(c, { bytes: toJson(body), type, status });
}

async function takeBody(
  c: HttpContext,
  endpoint: Endpoint,
  { call, limitReading, inTurn }: CallContext & { call: Call },
): Promise<unknown> {
  const isOfHolder = endpoint.access === 'key';
  const reading = () => readBody(c, (endpoint.body ?? endpoint.documentedBody) !== undefined);
  const text = await (isOfHolder ? reading() : limitReading(reading));
  if (text === undefined)
    throw new RefusedError(
      'unavailable',
      'Too many requests are being sent. Try again after Retry-After seconds.',
    );
  const body = endpoint.body && parseJsonBody(text, endpoint.body);
  const maxAhead = maxWritesAhead[isOfHolder ? 'ofHolder' : 'ofStranger'];
  return inTurn(() => endpoint.handle({ ...call, body, text }), maxAhead);
}

async function takeFile(
  c: HttpContext,
  endpoint: Endpoint,
  { call, client, inTurn, uploads }: CallContext & { call: Call },
): Promise<unknown> {
  return uploads({
    key: presentedKey(client.authorization) ?? '',
    read: (onBytes, signal) => readUpload(c, { onBytes, signal }),
    async store({ bytes, claimed }) {
      const file = await prepareFile(bytes, claimed);
      return inTurn(() => endpoint.handle({ ...call, file }), maxWritesAhead.ofHolder);
    },
  });
}

/** The status of an answer that refuses a call. */
export const statuses = {
  invalid: 400,
  missing: 404,
  gone: 410,
  'too-large': 413,
  unsupported: 415,
  unavailable: 503,
} as const satisfies Record<Refusal, number>;

/**
 * Sends an error body like other answers, so compressed if possible, because its details may be
 * long.
 */
function sendRefusal(c: HttpContext, { refusal, message, details }: RefusedError, send: Send) {
  if (refusal === 'unavailable') {
    c.header('Retry-After', '1');
    c.header('Cache-Control', noStore);
  }
  const bytes = toJson(errorBody(message, details));
  return send(c, { bytes, type, status: statuses[refusal] });
}

function toJson(body: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(body));
}

const noQuery = z.object({});

/** The call without its body: the path parameter and the query. */
function callOf(c: HttpContext, { query: schema = noQuery }: Endpoint, { origin }: Caller): Call {
  const [id = ''] = Object.values(c.req.param());
  const [, search = ''] = c.req.url.split(/\?(.*)/s);
  return { ...emptyCall, id, query: parseQuery(schema, search), origin };
}
