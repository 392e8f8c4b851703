import { digest } from '../lib/digest.ts';
import type { EntryKind } from '../model/content/entry-kinds.ts';
import { ApiError } from './api-error.ts';
import type { Client, FoundResource } from './client.ts';
import { type ListPage, TooLarge, type Walk, walk } from './walk.ts';

type Filters = Record<string, string>;

/** The lists of the API that a public site needs. Subscribers are never asked for. */
type ListName = EntryKind | 'projects';

export interface Api extends Records {
  /** GET /v1/workspace. @throws ApiError */
  workspace(): Promise<unknown>;
}

/** What entries are made from. */
export interface Records {
  readonly baseUrl: string;
  /** Every row of a list, settled as `walk` tells, and each as `readPage` has it. @throws ApiError */
  list<Row>(name: ListName, filters: Filters, readPage: ReadPage<Row>): Promise<Walk<Row>>;
  /** GET /v1/{list}/{id}. @throws ApiError */
  byId(name: EntryKind, id: string): Promise<FoundResource>;
}

/**
 * What becomes of the rows of one answer, whose bytes have this digest. Rows are parsed when asked
 * for; what is made of them may be used again for the same bytes.
 */
export type ReadPage<Row> = (digest: string, rows: () => unknown[]) => Row[];

/** Rows as they come. */
export const identity: ReadPage<unknown> = (_digest, rows) => rows();

/** The endpoints over a client; rows and records come back unjudged. */
export function createApi(client: Client): Api {
  return {
    baseUrl: client.baseUrl,
    workspace: async () => {
      const found = await client.get('workspace');
      if (found.kind === 'found') return found.value;
      throw unexpected(client, 'workspace', 'status 404');
    },
    list: (name, filters, readPage) => walk(listPage(client, name, filters, readPage)),
    // Half a character has no place in an address; no record is called by what then stands there.
    byId: (name, id) => client.get(`${name}/${encodeURIComponent(id.toWellFormed())}`),
  };
}

/** Of a list that stays as it is, the second pass parses nothing again. */
function listPage<Row>(
  client: Client,
  name: ListName,
  filters: Filters,
  readPage: ReadPage<Row>,
): ListPage<Row> {
  const known = new Map<string, Row[]>();
  return async (offset, limit) => {
    const found = await client.read(name, { ...filters, offset, limit }).catch(asTooLarge);
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

function asTooLarge(error: unknown): TooLarge {
  if (error instanceof ApiError && error.request.tooLarge) return new TooLarge(error);
  throw error;
}

function unexpected(client: Client, path: string, what: string): ApiError {
  return new ApiError(
    { method: 'GET', url: `${client.baseUrl}/v1/${path}`, attempts: 1 },
    what,
    'Check that API_BASE_URL is the address of the API, without /v1.',
  );
}
