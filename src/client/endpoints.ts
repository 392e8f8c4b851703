import { digest } from '../lib/digest.ts';
import type { EntryKind } from '../model/content/entry-kinds.ts';
import { ApiError } from './api-error.ts';
import type { Client, FoundResource } from './client.ts';
import { type ListPage, TooLarge, type Walk, walk } from './walk.ts';

type Filters = Record<string, string>;

/** The API's lists that a public site needs. Subscribers are never requested. */
type ListName = EntryKind | 'projects';

export interface Api extends Records {
  /** GET /v1/workspace. @throws ApiError */
  workspace(): Promise<unknown>;
}

export interface Records {
  readonly baseUrl: string;
  /**
   * All rows of a list, read with `walk` and converted by `readPage`.
   * @throws ApiError
   */
  list<Row>(name: ListName, filters: Filters, readPage: ReadPage<Row>): Promise<Walk<Row>>;
  /** GET /v1/{list}/{id}. @throws ApiError */
  byId(name: EntryKind, id: string): Promise<FoundResource>;
}

/**
 * Converts the rows of one page. `digest` identifies the bytes of the page, so a result may be
 * reused for the same bytes. `rows` parses these bytes only when it is called.
 */
export type ReadPage<Row> = (digest: string, rows: () => unknown[]) => Row[];

export const identity: ReadPage<unknown> = (_digest, rows) => rows();

/** API endpoints on top of a client. Rows and records are not validated. */
export function createApi(client: Client): Api {
  return {
    baseUrl: client.baseUrl,
    workspace: async () => {
      const found = await client.get('workspace');
      if (found.kind === 'found') return found.value;
      throw unexpected(client, 'workspace', 'status 404');
    },
    list: (name, filters, readPage) => walk(listPage(client, name, filters, readPage)),
    // `toWellFormed` replaces lone surrogates, so such an id matches nothing.
    byId: (name, id) => client.get(`${name}/${encodeURIComponent(id.toWellFormed())}`),
  };
}

/**
 * Caches converted pages by digest, so that the second pass over an unchanged list (see `walk`)
 * parses nothing.
 */
function listPage<Row>(
  client: Client,
  name: ListName,
  filters: Filters,
  readPage: ReadPage<Row>,
): ListPage<Row> {
  const known = new Map<string, Row[]>();
  return async (offset, limit) => {
    const found = await client.read(name, { ...filters, offset, limit }).catch((error) => {
      if (error instanceof ApiError && error.request.tooLarge) return new TooLarge(error);
      throw error;
    });
    if (found instanceof TooLarge) return found;
    if (found.kind === 'missing') throw unexpected(client, name, 'status 404');
    const bytes = digest(found.body);
    const parse = () => {
      const value = found.json();
      if (Array.isArray(value)) return value;
      throw unexpected(client, name, 'expected a JSON array, received something else');
    };
    const rows = known.get(bytes) ?? readPage(bytes, parse);
    known.set(bytes, rows);
    return rows;
  };
}

function unexpected(client: Client, path: string, what: string): ApiError {
  return new ApiError(
    { method: 'GET', url: `${client.baseUrl}/v1/${path}`, attempts: 1 },
    what,
    'Check that API_BASE_URL is the address of the API, without /v1.',
  );
}
