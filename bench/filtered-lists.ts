import { Pool } from 'undici';
import { measure, type Row } from './support/measure.ts';
import { startServer } from './support/server.ts';

const key = 'bench';
const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
const ids = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${prefix}_${n}`).join();
const pages = Array.from({ length: 11 }, (_, n) => ({ offset: n * 100, limit: 100 }));
const smallPages = Array.from({ length: 101 }, (_, n) => ({ offset: n * 10, limit: 10 }));
const lastPage = [{ offset: 1000, limit: 100 }];
const lastRow = [{ offset: 1000, limit: 1 }];

/**
 * Measures filtered lists against the same pages without a filter. Each run follows a write, so no
 * answer comes from the cache. A run reads all pages, only the last page or only the last row.
 */
export async function benchFilteredLists(folder: string, rounds: number): Promise<Row[]> {
  using service = await startServer('lists', key, folder, '3000');
  const filters = [
    { list: 'releases', filter: 'project_id=prj_0', words: 'a project' },
    { list: 'releases', filter: `label_ids=${ids('lbl', 3)}`, words: '3 labels' },
    { list: 'releases', filter: `label_ids=${ids('lbl', 19)}`, words: '19 labels' },
    {
      list: 'releases',
      filter: `label_ids=${ids('lbl', 19)}&project_id=prj_0`,
      words: '19 labels and a project',
    },
    { list: 'subscribers', filter: `list_ids=${ids('list', 10)}`, words: '10 lists' },
    { list: 'subscribers', filter: `list_ids=${ids('list', 100)}`, words: '10 lists of 100 ids' },
  ];
  const walks = [
    { asked: pages, words: 'walked by 100' },
    { asked: smallPages, words: 'walked by 10' },
    { asked: lastPage, words: 'rows 1,000 to 1,099' },
    { asked: lastRow, words: 'row 1,000 alone' },
  ];
  const rows: Row[] = [];
  for (const { list, filter, words } of filters)
    for (const walk of walks) {
      const run = (query: string) => () =>
        ask(
          service.url,
          walk.asked.map(
            ({ offset, limit }) => `/v1/${list}?offset=${offset}&limit=${limit}${query}`,
          ),
        );
      const contest = {
        work: `${list} of ${words}, ${walk.words}`,
        baseline: 'the same without a filter',
        prepare: () => write(service.url),
        runWork: run(`&${filter}`),
        readyBaseline: async () => {
          await write(service.url);
          return run('');
        },
      };
      rows.push(await measure(contest, rounds * 3));
    }
  return rows;
}

/**
 * Measures each filter at 100,000 releases, of which few or none match, against the list without a
 * filter: ten pages of 100 rows, read right after a write.
 */
export async function benchLargeLists(folder: string, rounds: number): Promise<Row[]> {
  using service = await startServer('large', key, folder, '100000');
  const filters = {
    'labels that none has': `label_ids=${ids('none', 100)}`,
    'a label that 100 have': 'label_ids=rare',
    'a label that the 1,500 oldest have': 'label_ids=early',
    'a label that 15,000 have': 'label_ids=lbl_1',
    'a label that 15,000 have, and visible': 'label_ids=lbl_1&status=RELEASED&is_public=true',
    'a project that none has': 'project_id=none',
    'a slug that none has': 'slug=none',
    'a status that none has': 'status=DRAFT',
    'a visibility that none has': 'is_public=false',
    'a time before all': 'created_before=2000-01-01T00:00:00Z',
  };
  const run = (query: string) => () =>
    ask(
      service.url,
      smallPages
        .slice(0, 10)
        .map(({ offset }) => `/v1/releases?offset=${offset}&limit=100${query}`),
    );
  const rows: Row[] = [];
  for (const [words, filter] of Object.entries(filters)) {
    const contest = {
      work: `pages of 100,000 releases by ${words}`,
      baseline: 'the same without a filter',
      prepare: () => write(service.url),
      runWork: run(`&${filter}`),
      readyBaseline: async () => {
        await write(service.url);
        return run('');
      },
    };
    rows.push(await measure(contest, rounds * 3));
  }
  return rows;
}

async function ask(url: string, paths: string[]): Promise<void> {
  const pool = new Pool(url, { connections: 1 });
  for (const path of paths) {
    const { statusCode, body } = await pool.request({ path, method: 'GET', headers });
    await body.dump({ limit: Number.POSITIVE_INFINITY });
    if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`);
  }
  await pool.close();
}

let turn = 0;

/** Writes something, which empties the service's cache of answers. */
async function write(url: string): Promise<void> {
  turn += 1;
  const response = await fetch(`${url}/v1/releases/rel_0`, {
    method: 'PATCH',
    headers,
    body: JSON.stringify({ is_pinned: turn % 2 === 1 }),
  });
  if (!response.ok) throw new Error(`the write was answered ${response.status}`);
}
