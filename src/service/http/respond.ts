import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { LimitFunction } from 'p-limit';
import { z } from 'zod';
import { type Awaitable, andThen } from '../../lib/and-then.ts';
import type { Caller } from '../../lib/http/client-identity.ts';
import { limits } from '../../model/limits.ts';
import type { WriteQueue } from '../database/write-queue.ts';
import type { StoredFile } from '../resources/files.ts';
import { prepareFile } from '../resources/uploads/prepare-file.ts';
import type { AnswerCache } from './answer-cache.ts';
import { parseJsonBody } from './body.ts';
import type { Crowd } from './crowd.ts';
import { withoutZero } from './details.ts';
import type { Answer, Endpoint, Invalid } from './endpoint.ts';
import { errorBody, problem, unavailable } from './problem.ts';
import { parseQuery } from './query.ts';
import { readBody, skipBody } from './read-body.ts';
import { readUpload } from './read-upload.ts';
import { noStore, type Send } from './send.ts';
import { hasZero } from './text-at.ts';

/**
 * Answers a call that only reads, from the cache where that knows it: at once then, as the HTTP
 * layer is fastest with answers that wait for nothing. What needs no key is not kept: anybody could
 * fill the cache.
 */
export function answerRead(
  c: Context,
  endpoint: Endpoint,
  { client, cache, send }: { client: Caller; cache: AnswerCache | undefined; send: Send },
): Awaitable<Response> {
  const asked = askedOf(c, endpoint);
  if (asked.kind === 'invalid') return sendProblem(c, asked, send);
  const { id, query } = asked;
  const call = { id, query, body: undefined, text: '', origin: client.origin, file: noFile };
  const answers = endpoint.access === 'key' ? cache?.() : undefined;
  // What was understood, and not the address: that may be written in any number of ways.
  const question = JSON.stringify([endpoint.path, call]);
  const cacheControl = endpoint.storable ? ownCopies : noStore;
  const known = answers?.get(question);
  if (known) return send(c, { bytes: known, type, cacheControl });

  return andThen(endpoint.handle(call), (answer) => {
    if (answer.kind !== 'ok') return sendProblem(c, answer, send);
    const bytes = toJson(answer.body);
    answers?.set(question, bytes);
    return send(c, { bytes, type, cacheControl });
  });
}

const type = 'application/json';
/** A client may keep what its key let it read, and asks each time whether that is still so. */
const ownCopies = 'private, no-cache';

const noFile: StoredFile = { name: '', type: '', bytes: new Uint8Array() };

const unparsed = { kind: 'parsed', value: undefined } as const;

const limitBody = bodyLimit({
  maxSize: limits.body,
  onError: (c) => problem(c, 413, `The body is over ${limits.body} bytes.`),
});

/** Strangers that fill their places leave others to those who hold a key. */
const maxWritesAhead = { ofHolder: 128, ofStranger: 32 };

/** Beyond these, an upload is refused. */
const maxUploadsWaiting = 64;

interface WriteContext {
  client: Caller;
  crowd: Crowd;
  inTurn: WriteQueue;
  uploads: LimitFunction;
  send: Send;
}

/** Answers a call that changes something: parses what it brings, asks the handler, sends that. */
export async function answerWrite(
  c: Context,
  endpoint: Endpoint,
  context: WriteContext,
): Promise<Response> {
  if (endpoint.takesFile) return answerUpload(c, endpoint, context);
  // The limiter is written as middleware: it answers itself, or lets the next one do so.
  let answer = c.res;
  const refusal = await limitBody(c, async () => {
    answer = await answerWithBody(c, endpoint, context);
  });
  return refusal ?? answer;
}

async function answerWithBody(
  c: Context,
  endpoint: Endpoint,
  { client, crowd, inTurn, send }: WriteContext,
): Promise<Response> {
  const asked = askedOf(c, endpoint);
  if (asked.kind === 'invalid') return sendProblem(c, asked, send);
  const takesBody = endpoint.body ?? endpoint.documentedBody;
  const reading = () => (takesBody ? readBody(c) : skipBody(c));
  const read = await (endpoint.access === 'key' ? reading() : crowd(reading));
  if (!read) return unavailable(c, 1);
  if (read.kind !== 'read') return sendProblem(c, read, send);
  const { text } = read;
  const body = endpoint.body ? parseJsonBody(text, endpoint.body) : unparsed;
  if (body.kind !== 'parsed') return sendProblem(c, body, send);
  const { origin } = client;
  const { id, query } = asked;
  const call = { id, query, body: body.value, text, origin, file: noFile };
  const maxAhead = maxWritesAhead[endpoint.access === 'key' ? 'ofHolder' : 'ofStranger'];
  const answer = await inTurn(() => endpoint.handle(call), maxAhead);
  return sendWritten(c, endpoint, { answer, send });
}

async function answerUpload(
  c: Context,
  endpoint: Endpoint,
  { client: { origin }, inTurn, uploads, send }: WriteContext,
): Promise<Response> {
  const asked = askedOf(c, endpoint);
  if (asked.kind === 'invalid') return sendProblem(c, asked, send);
  const { id, query } = asked;
  if (uploads.pendingCount >= maxUploadsWaiting) {
    c.header('Retry-After', '1');
    return problem(
      c,
      503,
      'Too many files are being uploaded: try again after Retry-After seconds.',
    );
  }
  const answer = await uploads(async (): Promise<Answer> => {
    const upload = await readUpload(c);
    if (upload.kind !== 'read') return upload;
    const prepared = await prepareFile(upload.bytes, upload.claimed);
    if (prepared.kind !== 'prepared') return prepared;
    const call = { id, query, body: undefined, text: '', origin, file: prepared.file };
    return inTurn(() => endpoint.handle(call), maxWritesAhead.ofHolder);
  });
  return sendWritten(c, endpoint, { answer, send });
}

function sendWritten(
  c: Context,
  { status }: Endpoint,
  { answer, send }: { answer: Answer; send: Send },
): Awaitable<Response> {
  if (answer.kind !== 'ok') return sendProblem(c, answer, send);
  return status === 204 ? c.body(null, 204) : send(c, { bytes: toJson(answer.body), type, status });
}

const statuses = {
  invalid: 400,
  missing: 404,
  gone: 410,
  'too-large': 413,
  unsupported: 415,
} as const satisfies Record<Exclude<Answer['kind'], 'ok'>, number>;

/** What is wrong with many fields is long enough to be sent as other answers are. */
function sendProblem(c: Context, answer: Exclude<Answer, { kind: 'ok' }>, send: Send) {
  const details = answer.kind === 'invalid' ? answer.details : undefined;
  const bytes = toJson(errorBody(answer.error, details));
  return send(c, { bytes, type, status: statuses[answer.kind] });
}

function toJson(body: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(body));
}

/** Parameters that nobody asks for are ignored, but not what no database may keep. */
const noQuery = z.object({});

type Asked = { kind: 'asked'; id: string; query: Record<string, unknown> };

/** What the address says: the path's one parameter, and the query. */
function askedOf(c: Context, { query: schema = noQuery }: Endpoint): Asked | Invalid {
  const [[name, id] = ['', '']] = Object.entries(c.req.param());
  if (hasZero(id)) return invalid('The address is not valid.', { [name]: withoutZero });
  const start = c.req.url.indexOf('?');
  const parsed = parseQuery(schema, start < 0 ? '' : c.req.url.slice(start + 1));
  if (parsed.kind === 'parsed') return { kind: 'asked', id, query: parsed.query };
  return invalid('Some query parameters are not valid.', parsed.details);
}

function invalid(error: string, details: Record<string, string>): Invalid {
  return { kind: 'invalid', error, details };
}
