import { ApiError } from './api-error.ts';
import type { Client, FoundResource } from './client.ts';
import { type ListPage, type OnRow, TooLarge, type Walk, walk } from './walk.ts';

type Filters = Record<string, string>;

/** The lists of the API that a public site needs. Subscribers are never asked for. */
type ListName = 'releases' | 'milestones' | 'projects';

export interface Api {
  readonly baseUrl: string;
  /** GET /v1/workspace. @throws ApiError */
  workspace(): Promise<unknown>;
  /** Every row of a list, settled as `walk` tells. @throws ApiError */
  list(name: ListName, filters?: Filters, onRow?: OnRow): Promise<Walk>;
  /** GET /v1/{list}/{id}. @throws ApiError */
  byId(name: 'releases' | 'milestones', id: string): Promise<FoundResource>;
}

/** The endpoints over a client; rows and records come back unjudged. */
export function createApi(client: Client): Api {
  return {
    baseUrl: client.baseUrl,
    workspace: async () => expectFound(client, 'workspace', await client.get('workspace')),
    list: (name, filters = {}, onRow) => {
      const page: ListPage = async (offset, limit) => {
        const found = await client.get(name, { ...filters, offset, limit }).catch(asTooLarge);
        if (found instanceof TooLarge) return found;
        const value = expectFound(client, name, found);
        if (Array.isArray(value)) return value;
        throw unexpected(client, name, 'expected a JSON array, received something else');
      };
      return walk(page, onRow);
    },
    // Half a character has no place in an address; no record is called by what then stands there.
    byId: (name, id) => client.get(`${name}/${encodeURIComponent(id.toWellFormed())}`),
  };
}

function asTooLarge(error: unknown): TooLarge {
  if (error instanceof ApiError && error.request.tooLarge) return new TooLarge(error);
  throw error;
}

function expectFound(client: Client, path: string, found: FoundResource): unknown {
  if (found.kind === 'found') return found.value;
  throw unexpected(client, path, 'status 404');
}

function unexpected(client: Client, path: string, what: string): ApiError {
  return new ApiError(
    { method: 'GET', url: `${client.baseUrl}/v1/${path}`, attempts: 1 },
    what,
    'Check that API_BASE_URL is the address of the API, without /v1.',
  );
}
