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

// An object store in memory that is as strict as real ones, and fails when a test tells it to.
// `test/tools/bucket/mirror/contract.ts` compares its answers with those of Ceph.

/** What happens to a request. */
export type Fault =
  /** It is answered with this error and not carried out. */
  | { kind: 'status'; status: number; code: string }
  /** The connection is reset before the request is carried out. */
  | { kind: 'reset' }
  /** The connection is reset after the request was carried out. */
  | { kind: 'lost' }
  /** It is carried out once the promise settles. */
  | { kind: 'held'; until: Promise<unknown> };

interface Asked {
  method: string;
  /** Empty when objects are listed. */
  key: string;
  status: number;
}

export type { StoredObject };

export interface FakeS3 extends AsyncDisposable {
  url: string;
  bucket: string;
  objects: Map<string, StoredObject>;
  /** All requests answered so far, in order. */
  asked: Asked[];
  /** Decides what happens to a request before it is carried out. */
  fault: (method: string, key: string) => Fault | undefined;
  /** Called right after each change. */
  onChange: () => void;
  passTime(ms: number): void;
  /** Makes an object older, as if it had been stored this much earlier. */
  age(key: string, ms: number): void;
  /** The environment variables that a command needs to use this store. */
  env: Record<string, string>;
}

interface FakeOptions extends Quirks {
  /** The number of keys on a page of a list. */
  pageSize?: number;
  now?: number;
}

export async function startFakeS3({ pageSize = 1000, ...options }: FakeOptions = {}) {
  // Amazon's client repeats a request after each error if its clock is minutes off the store's.
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

/** Refuses what Amazon's client may send, but stores other than Amazon's do not understand. */
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
