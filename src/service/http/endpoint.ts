import type { z } from 'zod';
import type { Awaitable } from '../../lib/awaitable.ts';
import type { StoredFile } from '../resources/files.ts';

/** What a handler is given: everything in it has been checked against the endpoint's schemas. */
export interface Call<Query = unknown, Body = unknown> {
  /** The path's one parameter; empty where it has none. */
  id: string;
  query: Query;
  body: Body;
  /** The body as it came, for a handler that chooses the schema itself. */
  text: string;
  /** The uploaded file; an empty one where the endpoint takes none. */
  file: StoredFile;
  /** Where the client reached the service, such as `https://api.example.com`. */
  origin: string;
}

/** What a handler answers; each kind but `ok` has one status and the error body. */
export type Answer = { kind: 'ok'; body?: unknown } | Invalid | Refused;

export interface Invalid {
  kind: 'invalid';
  error: string;
  details?: Record<string, string>;
}

/**
 * `unsupported`: the type of the body; `too-large`: the body, or what would be stored; `unavailable`:
 * the same call may succeed in a second.
 */
export interface Refused {
  kind: 'missing' | 'gone' | 'unsupported' | 'too-large' | 'unavailable';
  error: string;
}

/** What a caller needs: an API key, the secret token in the path, or nothing. */
export type Access = 'key' | 'token' | 'public';

/** One row of the API: what it takes, what it gives and who answers. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** As OpenAPI writes it, such as `/v1/releases/{id}`. */
  path: string;
  /** Names it in OpenAPI, and so in clients that are made from that: it never changes. */
  operationId: string;
  summary: string;
  /** The section of docs/api.md. */
  tag: string;
  access: Access;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** What the body may be, where the handler parses it itself. */
  documentedBody?: z.ZodType;
  /** The body is a form with one file, instead of JSON. */
  takesFile: boolean;
  status: 200 | 201 | 204;
  /** The body of a success; none where the status is 204. */
  answer?: z.ZodType;
  /** Whether clients may keep a copy of an answer: not of people's addresses and of secrets. */
  storable: boolean;
  /** Statuses of its own errors, besides those that follow from the rest of the row. */
  errors: readonly (400 | 404 | 410)[];
  /** Names the thing whose calls are limited together, by the path's parameter. */
  limitedBy?: (id: string) => Awaitable<string | undefined>;
  handle: (call: Call) => Awaitable<Answer>;
}

type Definition<Query extends z.ZodObject, Body extends z.ZodType> = Pick<
  Endpoint,
  'operationId' | 'method' | 'path' | 'summary' | 'tag' | 'answer'
> &
  Partial<
    Pick<
      Endpoint,
      'access' | 'status' | 'storable' | 'errors' | 'documentedBody' | 'takesFile' | 'limitedBy'
    >
  > & {
    query?: Query;
    body?: Body;
    handle: (call: Call<z.output<Query>, z.output<Body>>) => Awaitable<Answer>;
  };

/** Declares an endpoint, so that its handler sees the types of its own schemas. */
export function endpoint<
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
>(definition: Definition<Query, Body>): Endpoint {
  return {
    access: 'key',
    takesFile: false,
    status: 200,
    storable: true,
    errors: [],
    ...definition,
    // The runner parses with these very schemas before it calls.
    handle: definition.handle as Endpoint['handle'],
  };
}

/** The thing, or the answer that it is not there. */
export function found(body: unknown, what: string): Answer {
  return body === undefined ? missing(what) : { kind: 'ok', body };
}

export function missing(what: string): Answer {
  return { kind: 'missing', error: `There is no ${what} with this id.` };
}

/** The answer to a body whose fields break the rules named in `details`. */
export function invalidFields(details: Record<string, string>): Invalid {
  return { kind: 'invalid', error: 'Some fields of the body are not valid.', details };
}
