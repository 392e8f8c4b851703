import { milestoneRow, type Row, reduced } from '../../support/rows.ts';
import { type ScriptedApi, startApi } from '../../support/scripted-api.ts';
import { now } from '../run-sync.ts';
import type { Moment } from './changing-world.ts';

/** The ways in which the API may be wrong about a record. */
export type Lie = 'none' | 'behind' | 'far behind' | 'missing' | 'error' | 'cut' | 'another';

/** All errors of the API during one sync: repeated requests get the same answer. */
export interface Lies {
  /** How many changes the lists lag behind; -1 for an error. */
  lists: number;
  /** How many changes the workspace lags behind; -1 for an error. */
  workspace: number;
  /** Indexed by the number of the release. */
  records: readonly Lie[];
}

export const honest: Lies = { lists: 0, workspace: 0, records: [] };

export interface LyingApi extends AsyncDisposable {
  url: string;
  /** Discards all earlier snapshots and starts with this one. */
  begin(moment: Moment, form: { isReduced: boolean; filters: boolean }): void;
  /** Sets the data after another change. */
  goOn(moment: Moment): void;
  tell(lies: Lies): void;
  /** `id title` of every release that an answer ever showed as public. */
  shown: Set<string>;
  latest(): Moment;
}

export async function startLyingApi(): Promise<LyingApi> {
  const api = await startApi();
  let moments: Moment[] = [];
  const it: LyingApi = {
    url: api.url,
    shown: new Set(),
    begin: (moment, { isReduced, filters }) => {
      moments = [moment];
      it.shown.clear();
      Object.assign(api.script, { filters, listed: isReduced ? reduced : (row: Row) => row });
    },
    goOn: (moment) => moments.push(moment),
    tell: (lies) => tell(lies, moments, api, it.shown),
    latest: () => momentsAgo(moments, 0),
    [Symbol.asyncDispose]: () => api[Symbol.asyncDispose](),
  };
  return it;
}

/** The tests' own definition of public, independent of the code under test. */
export function isPublic(row: Row): boolean {
  const { status, is_public, released_at } = row;
  if (is_public !== true || status !== 'RELEASED') return false;
  return Date.parse(`${released_at}`) <= now.getTime();
}

function tell(lies: Lies, moments: Moment[], { script }: ScriptedApi, shown: Set<string>): void {
  const show = (rows: readonly Row[]) => {
    for (const row of rows.filter(isPublic)) shown.add(`${row.id} ${row.title}`);
  };
  const { projects, releases } = momentsAgo(moments, lies.lists);
  const { workspace } = momentsAgo(moments, lies.workspace);
  // A milestone that always exists and shows a label and a project too.
  const milestones = [milestoneRow('next', { project: projects[1], status: null })];
  Object.assign(script, { workspace, projects, releases, milestones });
  script.intercept = (path) => {
    const [, , name, id] = path.split('/');
    if (name === 'workspace' && lies.workspace < 0) return failing();
    if (name !== 'releases') return undefined;
    if (id !== undefined) return record(id, lies, moments, show);
    if (lies.lists < 0) return failing();
    show(releases);
    return undefined;
  };
}

function record(
  id: string,
  { records }: Lies,
  moments: Moment[],
  show: (rows: readonly Row[]) => void,
): Response {
  const lie = records[Number(id.slice('r-'.length))] ?? 'none';
  if (lie === 'error') return failing();
  if (lie === 'missing') return new Response('{}', { status: 404, headers: json });
  const age = { behind: 1, 'far behind': 5 }[lie as string] ?? 0;
  const { releases } = momentsAgo(moments, age);
  const row = releases.find((one) => (lie === 'another' ? one.id !== id : one.id === id));
  if (!row) return new Response('{}', { status: 404, headers: json });
  if (lie === 'cut') return new Response(JSON.stringify(row).slice(0, -2), { headers: json });
  show([row]);
  return Response.json(row);
}

function momentsAgo(moments: readonly Moment[], age: number): Moment {
  const moment = moments.at(-1 - Math.max(0, age)) ?? moments[0];
  if (!moment) throw new Error('the world has not begun');
  return moment;
}

/** An error after which the client does not try again. */
const failing = () => Response.json({ error: 'Sorry.' }, { status: 410 });
const json = { 'content-type': 'application/json' };
