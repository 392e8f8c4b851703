import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import {
  failure,
  listPage,
  type Quirks,
  refusal,
  type StoreAnswer,
  type StoredObject,
  storedAs,
} from './stored-objects.ts';

// An object store in memory, strict where real ones are, that fails as a test tells it to. What it
// answers is held to what Ceph answers (`test/tools/bucket/mirror/contract.ts`).

/** What becomes of a request. */
export type Fault =
  /** It is answered so, and nothing is done. */
  | { kind: 'status'; status: number; code: string }
  /** The connection is reset before anything is done. */
  | { kind: 'reset' }
  /** The connection is reset after it was done. */
  | { kind: 'lost' }
  /** It waits until the promise settles, and is done then. */
  | { kind: 'held'; until: Promise<unknown> };

interface Asked {
  method: string;
  /** Empty for a list. */
  key: string;
  status: number;
}

export type { StoredObject };

export interface FakeS3 extends AsyncDisposable {
  url: string;
  bucket: string;
  objects: Map<string, StoredObject>;
  /** What was answered so far, in order. */
  asked: Asked[];
  /** Decides of each request what becomes of it, before it is done. */
  fault: (method: string, key: string) => Fault | undefined;
  /** Told of each change, right after it was made. */
  onChange: () => void;
  passTime(ms: number): void;
  /** Has an object be stored so much earlier, as if the store's clock had gone on. */
  age(key: string, ms: number): void;
  /** What a command has to be told of it. */
  env: Record<string, string>;
}

interface FakeOptions extends Quirks {
  /** Keys in a page of a list. */
  pageSize?: number;
  now?: number;
}

export async function startFakeS3({ pageSize = 1000, ...options }: FakeOptions = {}) {
  // Amazon's programs ask again after each error where clocks are minutes apart.
  const { now = Date.now(), ...quirks } = options;
  const bucket = 'changelog';
  const started = performance.now();
  let passed = 0;
  const time = () => now + passed + Math.floor(performance.now() - started);
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fake: FakeS3 = {
    url,
    bucket,
    objects: new Map(),
    asked: [],
    fault: () => undefined,
    onChange: () => {},
    passTime: (ms) => {
      passed += ms;
    },
    age: (key, ms) => {
      const object = fake.objects.get(key);
      if (object) object.modified -= ms;
    },
    env: {
      PUBLISH_BUCKET: bucket,
      BUCKET_ENDPOINT: url,
      AWS_ACCESS_KEY_ID: 'AKIAFAKE',
      AWS_SECRET_ACCESS_KEY: 'not-a-secret',
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    const [, asked = '', ...rest] = pathname.split('/').map(decodeURIComponent);
    const [method = '', key] = [request.method, rest.join('/')];
    const body = await buffer(request).catch(() => undefined);
    if (!body) return;
    const fault = fake.fault(method, key);
    if (fault?.kind === 'held') await fault.until;
    if (fault?.kind === 'reset') return void request.socket.resetAndDestroy();
    const answered =
      whyRefused(fault) ??
      whyImproper(request, body) ??
      whyElsewhere(asked) ??
      done(request, key, searchParams, body);
    const { status, headers } = answered;
    fake.asked.push({ method, key, status });
    if (fault?.kind === 'lost') return void request.socket.resetAndDestroy();
    response.writeHead(status, { date: new Date(time()).toUTCString(), ...headers });
    response.end(method === 'HEAD' || status === 204 ? undefined : answered.body);
  }

  function done(
    { method, headers }: IncomingMessage,
    key: string,
    query: URLSearchParams,
    body: Buffer,
  ): StoreAnswer {
    if (key === '') {
      const isList = method === 'GET' && query.get('list-type') === '2';
      return isList ? listPage(fake.objects, query, pageSize) : failure(501, 'NotImplemented');
    }
    const there = fake.objects.get(key);
    if (method === 'PUT') {
      const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = headers;
      const refused = refusal(there, { ifMatch, ifNoneMatch }, quirks);
      if (refused) return refused;
      const object = storedAs(body, headers as Record<string, string>, time());
      fake.objects.set(key, object);
      fake.onChange();
      return { status: 200, headers: { etag: object.etag } };
    }
    if (method === 'DELETE') {
      fake.objects.delete(key);
      fake.onChange();
      return { status: 204 };
    }
    if (!there) return failure(404, 'NoSuchKey');
    return {
      status: 200,
      headers: {
        ...there.headers,
        etag: there.etag,
        'content-length': `${there.body.length}`,
        'last-modified': new Date(there.modified).toUTCString(),
      },
      body: there.body,
    };
  }

  function whyElsewhere(asked: string): StoreAnswer | undefined {
    return asked === bucket ? undefined : failure(404, 'NoSuchBucket');
  }

  return fake;
}

function whyRefused(fault: Fault | undefined): StoreAnswer | undefined {
  return fault?.kind === 'status' ? failure(fault.status, fault.code) : undefined;
}

/** What a store that is not Amazon's refuses of what Amazon's programs send. */
function whyImproper({ headers, method }: IncomingMessage, body: Buffer): StoreAnswer | undefined {
  if (!headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential='))
    return failure(403, 'AccessDenied');
  if ('x-amz-trailer' in headers || headers['content-encoding'] === 'aws-chunked')
    return failure(501, 'NotImplemented');
  if (method === 'PUT' && headers['content-length'] === undefined)
    return failure(411, 'MissingContentLength');
  const named = headers['x-amz-content-sha256'];
  const isWhole = named === createHash('sha256').update(body).digest('hex');
  return isWhole || named === 'UNSIGNED-PAYLOAD'
    ? undefined
    : failure(400, 'XAmzContentSHA256Mismatch');
}
