import type { Context } from 'hono';
import type { LimitFunction } from 'p-limit';
import { z } from 'zod';
import type { Caller } from '../../lib/http/client-identity.ts';
import type { WriteQueue } from '../database/write-queue.ts';
import type { StoredFile } from '../resources/files.ts';
import { prepareFile } from '../resources/uploads/prepare-file.ts';
import type { AnswerCache } from './answer-cache.ts';
import type { Answer, Call, Endpoint, Invalid } from './endpoint.ts';
import { errorBody } from './problem.ts';
import { parseQuery } from './query.ts';
import { parseJsonBody, readBody, readUpload } from './read-body.ts';
import type { ReadingLimit } from './reading-limit.ts';
import { noStore, type Send } from './send.ts';

/**
 * Answers a call that only reads, from the cache if possible. Only answers that need a key are
 * cached, because otherwise anyone could fill the cache.
 */
export async function answerRead(
  c: Context,
  endpoint: Endpoint,
  { client, cache, send }: { client: Caller; cache: AnswerCache | undefined; send: Send },
): Promise<Response> {
  const call = callOf(c, endpoint, client);
  if (call.kind === 'invalid') return sendProblem(c, call, send);
  const answers = endpoint.access === 'key' ? cache?.() : undefined;
  // The parsed call identifies the answer, because the same address can be written in many ways.
  const question = JSON.stringify([endpoint.path, call]);
  const cacheControl = endpoint.storable ? ownCopies : noStore;
  const known = answers?.get(question);
  if (known) return send(c, { bytes: known, type, cacheControl });

  const answer = await endpoint.handle(call);
  if (answer.kind !== 'ok') return sendProblem(c, answer, send);
  const bytes = toJson(answer.body);
  answers?.set(question, bytes);
  return send(c, { bytes, type, cacheControl });
}

const type = 'application/json';
/** Clients may store the answer, but must revalidate it before each use. */
const ownCopies = 'private, no-cache';

const noFile: StoredFile = { name: '', type: '', bytes: new Uint8Array() };
const emptyCall = { kind: 'asked', body: undefined, text: '', file: noFile } as const;

const unparsed = { kind: 'parsed', value: undefined } as const;

/**
 * A write is refused if more writes than this are ahead of it in the queue. The limit is lower for
 * callers without a key.
 */
const maxWritesAhead = { ofHolder: 128, ofStranger: 32 };

/** Maximum number of uploads that wait for their turn. Further uploads are refused. */
const maxUploadsWaiting = 64;

interface WriteContext {
  client: Caller;
  limitReading: ReadingLimit;
  inTurn: WriteQueue;
  uploads: LimitFunction;
  send: Send;
}

/** Answers a call that writes. */
export async function answerWrite(
  c: Context,
  endpoint: Endpoint,
  context: WriteContext,
): Promise<Response> {
  const { send, client } = context;
  const call = callOf(c, endpoint, client);
  if (call.kind === 'invalid') return sendProblem(c, call, send);
  const answer = await (endpoint.takesFile ? takeFile : takeBody)(c, endpoint, {
    ...context,
    call,
  });
  if (answer.kind !== 'ok') return sendProblem(c, answer, send);
  const { status } = endpoint;
  return status === 204 ? c.body(null, 204) : send(c, { bytes: toJson(answer.body), type, status });
}

async function takeBody(
  c: Context,
  endpoint: Endpoint,
  { call, limitReading, inTurn }: WriteContext & { call: Asked },
): Promise<Answer> {
  const isOfHolder = endpoint.access === 'key';
  const reading = () => readBody(c, (endpoint.body ?? endpoint.documentedBody) !== undefined);
  const read = await (isOfHolder ? reading() : limitReading(reading));
  if (!read) return { kind: 'unavailable', error: tooMany('requests') };
  if (read.kind !== 'read') return read;
  const { text } = read;
  const body = endpoint.body ? parseJsonBody(text, endpoint.body) : unparsed;
  if (body.kind !== 'parsed') return body;
  const maxAhead = maxWritesAhead[isOfHolder ? 'ofHolder' : 'ofStranger'];
  return inTurn(() => endpoint.handle({ ...call, body: body.value, text }), maxAhead);
}

async function takeFile(
  c: Context,
  endpoint: Endpoint,
  { call, inTurn, uploads }: WriteContext & { call: Asked },
): Promise<Answer> {
  if (uploads.pendingCount >= maxUploadsWaiting)
    return { kind: 'unavailable', error: tooMany('files') };
  return uploads(async (): Promise<Answer> => {
    const upload = await readUpload(c);
    if (upload.kind !== 'read') return upload;
    const prepared = await prepareFile(upload.bytes, upload.claimed);
    if (prepared.kind !== 'prepared') return prepared;
    const { file } = prepared;
    return inTurn(() => endpoint.handle({ ...call, file }), maxWritesAhead.ofHolder);
  });
}

function tooMany(what: string): string {
  return `Too many ${what} are being sent. Try again after Retry-After seconds.`;
}

const statuses = {
  invalid: 400,
  missing: 404,
  gone: 410,
  'too-large': 413,
  unsupported: 415,
  unavailable: 503,
} as const satisfies Record<Exclude<Answer['kind'], 'ok'>, number>;

/**
 * Sends an error body like other answers, so compressed if possible, because its details may be
 * long.
 */
function sendProblem(c: Context, answer: Exclude<Answer, { kind: 'ok' }>, send: Send) {
  const details = answer.kind === 'invalid' ? answer.details : undefined;
  if (answer.kind === 'unavailable') {
    c.header('Retry-After', '1');
    c.header('Cache-Control', noStore);
  }
  const bytes = toJson(errorBody(answer.error, details));
  return send(c, { bytes, type, status: statuses[answer.kind] });
}

function toJson(body: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(body));
}

const noQuery = z.object({});

type Asked = Call & { kind: 'asked' };

/** The call without its body: the path parameter and the query. */
function callOf(
  c: Context,
  { query: schema = noQuery }: Endpoint,
  { origin }: Caller,
): Asked | Invalid {
  const [id = ''] = Object.values(c.req.param());
  const [, search = ''] = c.req.url.split(/\?(.*)/s);
  const parsed = parseQuery(schema, search);
  if (parsed.kind === 'parsed') return { ...emptyCall, id, query: parsed.query, origin };
  const { details } = parsed;
  return { kind: 'invalid', error: 'Some query parameters are not valid.', details };
}
