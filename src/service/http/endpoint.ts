import type { z } from 'zod';
import type { Awaitable } from '../../lib/awaitable.ts';
import type { StoredFile } from '../resources/files.ts';

/** The input of a handler, checked against the endpoint's schemas. */
export interface Call<Query = unknown, Body = unknown> {
  /** The path's only parameter; empty if it has none. */
  id: string;
  query: Query;
  body: Body;
  /** The raw body, for handlers that choose the schema themselves. */
  text: string;
  /** The uploaded file; empty if the endpoint takes none. */
  file: StoredFile;
  /** The service's origin as the client called it, such as `https://api.example.com`. */
  origin: string;
}

/** A handler's answer. Each kind but `ok` has its own status and the error body. */
export type Answer = { kind: 'ok'; body?: unknown } | Invalid | Refused;

export interface Invalid {
  kind: 'invalid';
  error: string;
  details?: Record<string, string>;
}

/**
 * `unsupported`: the body's type. `too-large`: the body, or the value to store. `unavailable`: the
 * same call may succeed in a second.
 */
export interface Refused {
  kind: 'missing' | 'gone' | 'unsupported' | 'too-large' | 'unavailable';
  error: string;
}

/** Requirement: an API key, the secret token in the path, or nothing. */
export type Access = 'key' | 'token' | 'public';

/** One endpoint: its input, answer and handler. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** As OpenAPI writes it, such as `/v1/releases/{id}`. */
  path: string;
  /** Name in OpenAPI and in generated clients. It never changes. */
  operationId: string;
  summary: string;
  /** The section of docs/api.md. */
  tag: string;
  access: Access;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Schema of a body that the handler parses itself. */
  documentedBody?: z.ZodType;
  /** The body is a form with one file. */
  takesFile: boolean;
  status: 200 | 201 | 204;
  /** Schema of a success; none for 204. */
  answer?: z.ZodType;
  /** Whether clients may store an answer; not for personal data or secrets. */
  storable: boolean;
  /** Errors that do not follow from the other fields. */
  errors: readonly (400 | 404 | 410)[];
  /** Maps the path's parameter to the resource whose calls share a limit. */
  limitedBy?: (id: string) => Awaitable<string | undefined>;
  handle: (call: Call) => Awaitable<Answer>;
}

type Definition<Query extends z.ZodObject, Body extends z.ZodType> = Omit<
  Endpoint,
  keyof typeof defaults | 'query' | 'body' | 'handle'
> &
  Partial<Pick<Endpoint, keyof typeof defaults>> & {
    query?: Query;
    body?: Body;
    handle: (call: Call<z.output<Query>, z.output<Body>>) => Awaitable<Answer>;
  };

const defaults = {
  access: 'key',
  takesFile: false,
  status: 200,
  storable: true,
  errors: [],
} as const satisfies Partial<Endpoint>;

/** Declares an endpoint with handlers typed by its schemas. */
export function endpoint<
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
>(definition: Definition<Query, Body>): Endpoint {
  // The runner parses with these schemas before it calls.
  const handle = definition.handle as Endpoint['handle'];
  return { ...defaults, ...definition, handle };
}

/** Answers with a resource, or 404. */
export function found(body: unknown, what: string): Answer {
  return body === undefined ? missing(what) : { kind: 'ok', body };
}

export function missing(what: string): Answer {
  return { kind: 'missing', error: `There is no ${what} with this id.` };
}

/** The answer to a body with invalid fields. */
export function invalidFields(details: Record<string, string>): Invalid {
  return { kind: 'invalid', error: 'Some fields of the body are not valid.', details };
}
