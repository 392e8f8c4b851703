import { ApiError } from '../../../../src/client/api-error.ts';
import type { Api } from '../../../../src/client/endpoints.ts';
import type { WindowRow } from '../../../../src/sync/read/windows/read-window.ts';

interface Asked {
  /** The number of requests with `created_before` so far. */
  turn: number;
  filters: Record<string, string>;
}

export interface ModelRow {
  id: string;
  created: number;
  released: number;
  project: string | null;
  label: string | null;
}

/** How an API handles `created_before`, and how it sorts lists. */
export interface Manners {
  order(a: ModelRow, b: ModelRow): number;
  /** Which rows `created_before` lets through; without it, such requests are refused. */
  isBefore?: ((row: ModelRow, before: number, asked: Asked) => boolean) | undefined;
  /** The creation time that a row claims. */
  created(row: ModelRow): number | undefined;
}

const newestFirst = (a: ModelRow, b: ModelRow) => b.created - a.created || (a.id < b.id ? -1 : 1);

export const honest: Manners = {
  order: newestFirst,
  isBefore: (row, before) => row.created < before,
  created: (row) => row.created,
};

const second = (time: number) => time - (time % 1000);

/** Ways in which an API returns too few or too many rows for some lists. */
export const lies: Record<string, Partial<Manners>> = {
  'ignores the bound': { isBefore: () => true },
  'answers 400 to the bound': { isBefore: undefined },
  'finds nothing by a bound': { isBefore: () => false },
  'finds nothing by a bound and a project': {
    isBefore: (row, before, { filters }) => !filters.project_id && row.created < before,
  },
  'takes the bound as inclusive': { isBefore: (row, before) => row.created <= before },
  'takes the bound in whole seconds': { isBefore: (row, before) => row.created < second(before) },
  'takes the bound as an hour earlier': { isBefore: (row, before) => row.created < before - 3.6e6 },
  'takes the bound as an hour later': { isBefore: (row, before) => row.created < before + 3.6e6 },
  'takes the bound as the opposite': { isBefore: (row, before) => row.created >= before },
  'obeys two bounds, and then none': {
    isBefore: (row, before, { turn }) => turn > 2 || row.created < before,
  },
  'obeys two bounds, and then refuses': {
    isBefore: (row, before, { turn }) => turn <= 2 && row.created < before,
  },
  'lists the oldest first': { order: (a, b) => newestFirst(b, a) },
  'leaves some times out': {
    created: (row) => (row.id.endsWith('1') ? undefined : row.created),
  },
};

/** Orders in which a window may look as if it was sorted by creation time. */
export const orders: Record<string, Manners['order']> = {
  'by released_at': (a, b) => b.released - a.released || (a.id < b.id ? -1 : 1),
  'by id': (a, b) => (a.id < b.id ? -1 : 1),
};

export interface LyingList {
  api: Api;
  /** The requested values of `created_before`, one for each window. */
  bounds: string[];
  /** Whether a full or bounded window was not sorted by creation time. */
  wasOutOfOrder(): boolean;
}

/** An API with windows of this size and pages of two rows. */
export function lyingList(all: ModelRow[], size: number, manners: Manners): LyingList {
  const bounds: string[] = [];
  let disorder = false;
  const list: Api['list'] = async (_name, { created_before, ...filters }, readPage) => {
    const isBounded = created_before !== undefined;
    if (isBounded) bounds.push(created_before);
    const found = all
      .filter((row) => isObeyed(row, filters))
      .filter(boundOf(created_before, { turn: bounds.length, filters }, manners))
      .toSorted(manners.order);
    const shown = found.slice(0, size);
    const isFull = found.length >= size;
    disorder ||= (isFull || isBounded) && !isNewestFirst(shown);
    const pages = Array.from({ length: size }, (_, n) => shown.slice(2 * n, 2 * n + 2));
    const rows: ReturnType<typeof readPage> = [];
    for (const page of pages.filter(({ length }) => length > 0)) {
      const got = readPage(JSON.stringify(page), () => page.map((row) => listed(row, manners)));
      // As in `walk`, a page without rows is the end of the list.
      if (got.length === 0) return { rows, state: 'complete' };
      rows.push(...got);
    }
    return { rows, state: isFull ? 'full' : 'complete' };
  };
  const none = async () => ({ kind: 'missing' as const });
  const api = { baseUrl: 'http://model', workspace: none, byId: none, list };
  return { api, bounds, wasOutOfOrder: () => disorder };
}

function isObeyed({ project, label }: ModelRow, filters: Record<string, string>): boolean {
  const { project_id = project, label_ids = label } = filters;
  return project_id === project && label_ids === label;
}

function boundOf(bound: string | undefined, asked: Asked, { isBefore }: Manners) {
  if (bound === undefined) return () => true;
  if (!isBefore)
    throw new ApiError({ method: 'GET', url: '/', attempts: 1, status: 400 }, '400', '');
  return (row: ModelRow) => isBefore(row, Date.parse(bound), asked);
}

function isNewestFirst(rows: ModelRow[]): boolean {
  return rows.every(({ created }, n) => created <= (rows[n - 1]?.created ?? created));
}

function listed(row: ModelRow, { created }: Manners): WindowRow {
  const { id, project, label } = row;
  const refs = {
    project: project === null ? null : { id: project },
    labels: label === null ? [] : [{ id: label }],
  };
  return { id, refs, created: created(row) };
}
