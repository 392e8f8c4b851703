import type { z } from 'zod';
import type { Awaitable } from '../../lib/awaitable.ts';
import type { StoredFile } from '../resources/files.ts';

/** The input of a handler, checked against the endpoint's schemas. */
export interface Call<Query = unknown, Body = unknown> {
  /** The value of the path's parameter; empty if the path has no parameter. */
  id: string;
  query: Query;
  body: Body;
  /** The raw body, for handlers that parse it themselves. */
  text: string;
  /** The uploaded file; empty if the endpoint takes none. */
  file: StoredFile;
  /** The origin at which the client called the service, such as `https://api.example.com`. */
  origin: string;
}

/**
 * The credential that a caller needs: an API key, the secret token in the path, or none (`public`).
 */
export type Access = 'key' | 'token' | 'public';

/** One endpoint: its input, answer and handler. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The path in the form of OpenAPI, such as `/v1/releases/{id}`. */
  path: string;
  /** Name of the endpoint in OpenAPI and in generated clients. It must never change. */
  operationId: string;
  summary: string;
  /** The section of docs/api.md that describes the endpoint. */
  tag: string;
  access: Access;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Schema of a body that the handler parses itself. Only used for the documentation. */
  documentedBody?: z.ZodType;
  /** Whether the body is a form with one file. */
  takesFile: boolean;
  status: 200 | 201 | 204;
  /** Schema of a successful answer; none for 204. */
  answer?: z.ZodType;
  /**
   * Whether clients may store the answer. Must be false if answers contain personal data or
   * secrets.
   */
  storable: boolean;
  /** Error statuses that cannot be derived from the other fields. */
  errors: readonly (400 | 404 | 410)[];
  /**
   * Returns the id of the resource that has a rate limit of its own, such as an incoming webhook;
   * undefined if the general limit applies. `id` is the parameter in the path.
   */
  limitedBy?: (id: string) => Awaitable<string | undefined>;
  /**
   * Returns the body of the answer.
   * @throws RefusedError
   */
  handle: (call: Call) => Awaitable<unknown>;
}

type Definition<Query extends z.ZodObject, Body extends z.ZodType> = Omit<
  Endpoint,
  keyof typeof defaults | 'method' | 'path' | 'tag' | 'query' | 'body' | 'handle'
> &
  Partial<Pick<Endpoint, keyof typeof defaults>> & {
    query?: Query;
    body?: Body;
    handle: (call: Call<z.output<Query>, z.output<Body>>) => Awaitable<unknown>;
  };

const defaults = {
  access: 'key',
  takesFile: false,
  status: 200,
  storable: true,
  errors: [],
} as const satisfies Partial<Endpoint>;

/**
 * Declares endpoints of one section of docs/api.md, each by its route in the form of OpenAPI, and
 * types the input of their handlers by their schemas.
 */
export function endpointsIn(tag: string) {
  return <Query extends z.ZodObject = z.ZodObject, Body extends z.ZodType = z.ZodType>(
    route: `${Endpoint['method']} /${string}`,
    definition: Definition<Query, Body>,
  ): Endpoint => {
    const [method, path] = route.split(' ') as [Endpoint['method'], string];
    // Safe, because the input is parsed with these schemas before `handle` is called.
    const handle = definition.handle as Endpoint['handle'];
    return { ...defaults, ...definition, tag, method, path, handle };
  };
}
