import type { z } from 'zod';

/** What a handler is given: everything in it has been checked against the endpoint's schemas. */
interface Call<Query = unknown, Body = unknown> {
  /** The path's one parameter; empty where it has none. */
  id: string;
  query: Query;
  body: Body;
  /** Where the client reached the service, such as `https://api.example.com`. */
  origin: string;
}

/** What a handler answers; each kind has one status and one shape of body. */
export type Answer =
  | { kind: 'ok'; body: unknown }
  | { kind: 'invalid'; error: string; details?: Record<string, string> }
  | { kind: 'missing'; error: string };

/** One row of the API: what it takes, what it gives and who answers. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** As OpenAPI writes it, such as `/v1/releases/{id}`. */
  path: string;
  summary: string;
  query?: z.ZodObject;
  body?: z.ZodType;
  status: 200 | 201 | 204;
  answer: z.ZodType;
  handle: (call: Call) => Answer;
}

type Definition<Query extends z.ZodObject, Body extends z.ZodType> = Omit<
  Endpoint,
  'query' | 'body' | 'handle' | 'status'
> & {
  query?: Query;
  body?: Body;
  status?: Endpoint['status'];
  handle: (call: Call<z.output<Query>, z.output<Body>>) => Answer;
};

/** Declares an endpoint, so that its handler sees the types of its own schemas. */
export function endpoint<
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
>(definition: Definition<Query, Body>): Endpoint {
  // The runner parses with these very schemas before it calls.
  return { status: 200, ...definition, handle: definition.handle as Endpoint['handle'] };
}

/** The thing, or the answer that it is not there. */
export function found(body: unknown, what: string): Answer {
  return body === undefined
    ? { kind: 'missing', error: `There is no ${what} with this id.` }
    : { kind: 'ok', body };
}
