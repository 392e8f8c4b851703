import { type Row, workspace } from './rows.ts';
import { startServer } from './scripted-server.ts';

type Records = 'releases' | 'milestones';

/** What the API answers; a test changes it between syncs. */
export interface Script {
  workspace: Row;
  projects: Row[];
  releases: Row[];
  milestones: Row[];
  /** Ids of records that lists leave out but that can be requested by id. */
  unlisted: Set<string>;
  /** How lists show a row. */
  listed: (row: Row) => Row;
  /** Whether lists support filters. */
  filters: boolean;
  /** Names of filters that lists ignore while they support others. */
  ignored: Set<string>;
  /** Complete responses, by path. */
  answers: Map<string, () => Response>;
  /** Called first for each request; if it returns nothing, the request is answered as usual. */
  intercept?: (path: string, query: URLSearchParams) => Response | undefined;
}

export interface ScriptedApi extends AsyncDisposable {
  url: string;
  script: Script;
  /** Paths requested since the last call, without queries. */
  askedFor(): string[];
}

/** A small HTTP server that serves the reading side of the API as the script says. */
export async function startApi(over: Partial<Script> = {}): Promise<ScriptedApi> {
  const script: Script = {
    workspace,
    projects: [],
    releases: [],
    milestones: [],
    unlisted: new Set(),
    listed: (row) => row,
    filters: true,
    ignored: new Set(),
    answers: new Map(),
    ...over,
  };
  const server = await startServer((path) => {
    const query = new URL(server.asked.at(-1)?.path ?? '', 'http://api').searchParams;
    return answer(script, path, query);
  });
  return {
    url: server.url,
    script,
    askedFor: () => server.asked.splice(0).map(({ path }) => path.replace(/\?.*/, '')),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function answer(script: Script, path: string, query: URLSearchParams): Response {
  const first = script.intercept?.(path, query) ?? script.answers.get(path)?.();
  if (first) return first;
  const [, , name = '', id] = path.split('/');
  if (path === '/v1/workspace') return Response.json(script.workspace);
  if (!isList(name)) return missing();
  if (id === undefined) return Response.json(list(script, name, query));
  const row = script[name].find((one) => one.id === decodeURIComponent(id));
  return row ? Response.json(row) : missing();
}

function list(script: Script, name: Records | 'projects', query: URLSearchParams): Row[] {
  const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))];
  // An empty query parameter filters nothing.
  const others = new Set(['offset', 'limit', ...script.ignored]);
  const wanted = [...query].filter(([key, value]) => value && !others.has(key));
  return script[name]
    .filter((row) => !script.unlisted.has(row.id))
    .filter((row) => !script.filters || wanted.every(([key, value]) => obeys(row, key, value)))
    .map(script.listed)
    .slice(offset, offset + limit);
}

function obeys(row: Row, key: string, value: string): boolean {
  const { project, labels } = row as { project?: { id: string }; labels?: { id: string }[] };
  if (key === 'project_id') return project?.id === value;
  if (key === 'label_ids') return (labels ?? []).some(({ id }) => value.split(',').includes(id));
  if (key === 'created_before') return String(row.created_at) < value;
  return String(row[key]) === value;
}

function isList(name: string): name is Records | 'projects' {
  return ['releases', 'milestones', 'projects'].includes(name);
}

function missing(): Response {
  return Response.json({ error: 'Not found.' }, { status: 404 });
}
