import { createHash } from 'node:crypto';

export interface StoredObject {
  body: Buffer;
  /** Headers that are returned with the object; names in lower case. */
  headers: Record<string, string>;
  /** Including its quotes. */
  etag: string;
  /** In milliseconds since 1970, rounded to seconds. */
  modified: number;
}

export interface StoreAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

export interface Conditions {
  ifMatch?: string | undefined;
  ifNoneMatch?: string | undefined;
}

/** Ways in which a store may differ from Amazon's. */
export interface Quirks {
  /** Ignores conditions and always stores the object. */
  ignoresConditions?: boolean;
  /** Answers conditional requests with 501. */
  knowsNoConditions?: boolean;
  /** Only matches its ETags when they are sent without quotes. */
  wantsUnquoted?: boolean;
}

/** The request headers that a store keeps with an object. */
const kept = /^(?:content-type|cache-control|content-disposition|content-language|x-amz-meta-.*)$/;

export function storedAs(body: Buffer, sent: Record<string, string>, now: number): StoredObject {
  const headers = Object.fromEntries(Object.entries(sent).filter(([name]) => kept.test(name)));
  const etag = `"${createHash('md5').update(body).digest('hex')}"`;
  return { body, headers, etag, modified: Math.floor(now / 1000) * 1000 };
}

/** The error for a condition that does not hold, if any. */
export function refusal(
  there: StoredObject | undefined,
  { ifMatch, ifNoneMatch }: Conditions,
  { ignoresConditions, knowsNoConditions, wantsUnquoted }: Quirks,
): StoreAnswer | undefined {
  if (ifMatch === undefined && ifNoneMatch === undefined) return undefined;
  if (knowsNoConditions) return failure(501, 'NotImplemented');
  if (ignoresConditions) return undefined;
  if (ifNoneMatch !== undefined)
    return ifNoneMatch === '*' && !there ? undefined : failure(412, 'PreconditionFailed');
  if (!there) return failure(404, 'NoSuchKey');
  const bare = there.etag.replaceAll('"', '');
  const known = wantsUnquoted ? [bare] : [there.etag, bare];
  return known.includes(ifMatch ?? '') ? undefined : failure(412, 'PreconditionFailed');
}

export function failure(status: number, code: string): StoreAnswer {
  return {
    status,
    headers: { 'content-type': 'application/xml' },
    body: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
  };
}

/** One page of a list (ListObjectsV2), sorted by the bytes of the keys. */
export function listPage(
  objects: ReadonlyMap<string, StoredObject>,
  query: URLSearchParams,
  pageSize: number,
): StoreAnswer {
  const prefix = query.get('prefix') ?? '';
  const after = query.get('continuation-token') ?? '';
  const keys = [...objects.keys()]
    .filter((key) => key.startsWith(prefix) && Buffer.compare(bytesOf(key), bytesOf(after)) > 0)
    .sort((a, b) => Buffer.compare(bytesOf(a), bytesOf(b)));
  const page = keys.slice(0, pageSize);
  const more = keys.length > page.length;
  const rows = page.map((key) => {
    const { etag, body, modified } = objects.get(key) ?? raiseMissing(key);
    return `<Contents><Key>${escaped(key)}</Key><LastModified>${new Date(modified).toISOString()}</LastModified><ETag>${escaped(etag)}</ETag><Size>${body.length}</Size></Contents>`;
  });
  const next = more
    ? `<NextContinuationToken>${escaped(page.at(-1) ?? '')}</NextContinuationToken>`
    : '';
  return {
    status: 200,
    headers: { 'content-type': 'application/xml' },
    body: `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Prefix>${escaped(prefix)}</Prefix><KeyCount>${page.length}</KeyCount><MaxKeys>${pageSize}</MaxKeys><IsTruncated>${more}</IsTruncated>${next}${rows.join('')}</ListBucketResult>`,
  };
}

function bytesOf(text: string): Buffer {
  return Buffer.from(text);
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function raiseMissing(key: string): never {
  throw new Error(`${key} is not there`);
}
