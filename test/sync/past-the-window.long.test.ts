import { describe, expect, test } from 'vitest';
import type { Release } from '../../src/model/api/release.ts';
import type { Milestone } from '../../src/service/contract/resources.ts';
import { sample } from '../service/sample.ts';
import { startService } from '../service/start.ts';
import { milestoneRow, type Row, releaseRow, web } from '../support/rows.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { runSync, startSync } from './run-sync.ts';

// A list only shows its first 1,100 rows, its window; older rows are requested with
// `created_before`.

const unlabelled = ['releases of project “Web” without labels'];
const minute = (n: number) => new Date(Date.UTC(2025, 0, 1) - n * 60_000).toISOString();

/** Releases of one project without labels, newest first, one minute apart. */
const many = (count: number, over: (n: number) => Record<string, unknown> = () => ({})): Row[] =>
  Array.from({ length: count }, (_, n) =>
    releaseRow(`r-${n}`, { body: '', project: web, created_at: minute(n), ...over(n) }),
  );

/** The result of a dry run with the embedded service; writing the files would test nothing more. */
async function reach(data: { releases?: Row[]; milestones?: Row[] }) {
  const { releases = [], milestones = [] } = data as {
    releases?: Release[];
    milestones?: Milestone[];
  };
  await using service = await startService({
    data: { ...sample(), releases, milestones },
    apiKey: 'k',
  });
  await using folder = await tempFolder();
  const report = await runSync(service.url, `${folder.path}/content`, { dryRun: true });
  const brief = ({ total, full }: typeof report.releases) => ({ total, full });
  return { releases: brief(report.releases), milestones: brief(report.milestones) };
}

describe('the embedded service', () => {
  test('is read completely: 1,200 releases of one project, 150 of them created at one instant', async () => {
    const instant = (n: number) => (n >= 1000 && n < 1150 ? { created_at: minute(1000) } : {});
    const { releases } = await reach({ releases: many(1200, instant) });
    expect(releases).toEqual({ total: 1200, full: [] });
  });

  test('is read completely: 1,120 milestones', async () => {
    const milestones = Array.from({ length: 1120 }, (_, n) =>
      milestoneRow(`m-${n}`, { created_at: minute(n) }),
    );
    expect((await reach({ milestones })).milestones).toEqual({ total: 1120, full: [] });
  });

  test('may hold more if one instant has more releases than a window', async () => {
    const instant = (n: number) => (n >= 20 && n < 1150 ? { created_at: minute(20) } : {});
    const { releases } = await reach({ releases: many(1170, instant) });
    // Everything but the releases of that instant beyond the window.
    expect(releases).toEqual({ total: 1140, full: unlabelled });
  });

  test('is read completely if labels split the releases of one instant', async () => {
    const at = (n: number) => ({
      created_at: minute(n < 1120 ? 0 : n),
      labels: [{ id: `l-${n % 2}`, name: `Label ${n % 2}`, slug: `l-${n % 2}`, color: '#111111' }],
    });
    expect((await reach({ releases: many(1150, at) })).releases).toEqual({ total: 1150, full: [] });
  });
});

describe('an API whose created_before is unreliable is read as if it had no such filter:', () => {
  const released = (n: number) => ({ released_at: minute((n * 7) % 1110) });
  const byRelease = many(1110, released).sort((a, b) =>
    String(a.released_at) < String(b.released_at) ? 1 : -1,
  );
  test.each<[string, Parameters<typeof startSync>[0], number]>([
    ['ignores it', { releases: many(1110), ignored: new Set(['created_before']) }, 2],
    ['lists by released_at', { releases: byRelease }, 0],
    ['lists the oldest first', { releases: many(1110).reverse() }, 0],
    [
      'leaves out when its rows were created',
      { releases: many(1110), listed: ({ created_at, ...row }) => row },
      0,
    ],
    [
      'answers 400',
      {
        releases: many(1110),
        intercept: (_path, query) =>
          query.has('created_before')
            ? Response.json({ error: 'Unknown parameter.' }, { status: 400 })
            : undefined,
      },
      1,
    ],
    [
      'fails at it',
      {
        releases: many(1110),
        intercept: (_path, query) =>
          query.has('created_before') ? new Response(null, { status: 500 }) : undefined,
      },
      5,
    ],
    [
      'finds nothing',
      {
        releases: many(1110),
        intercept: (_path, query) => (query.has('created_before') ? Response.json([]) : undefined),
      },
      2,
    ],
  ])('%s', async (_what, script, asked) => {
    await using it = await startSync({ ...script, projects: [web] });
    let bounded = 0;
    const { intercept } = it.script;
    it.script.intercept = (path, query) => {
      if (query.has('created_before')) bounded += 1;
      return intercept?.(path, query);
    };
    const { total, full } = (await it.run({ dryRun: true })).releases;
    expect({ total, full, bounded }).toEqual({ total: 1100, full: unlabelled, bounded: asked });
  });
});

test('an outage beyond a window fails the sync, as it would anywhere else', async () => {
  await using it = await startSync({ releases: many(1110) });
  let isDown = false;
  it.script.intercept = (_path, query) => {
    isDown ||= query.has('created_before');
    return isDown ? new Response(null, { status: 503 }) : undefined;
  };
  await expect(it.run()).rejects.toThrow('status 503');
});

test('the next window begins one millisecond after the oldest row', async () => {
  await using it = await startSync({ releases: many(1110) });
  const bounds = new Set<string | null>();
  it.script.intercept = (path, query) => {
    if (path === '/v1/releases') bounds.add(query.get('created_before'));
    return undefined;
  };
  await it.run({ dryRun: true });
  expect([...bounds]).toEqual([null, minute(1099).replace('.000Z', '.001Z')]);
});

test('rows with times more precise than milliseconds are read completely', async () => {
  // 250 rows in one millisecond, one microsecond apart, across the end of the first window.
  const exact = (n: number) => minute(950).replace('Z', `${999 - (n - 950)}Z`);
  const releases = many(1300, (n) => (n >= 950 && n < 1200 ? { created_at: exact(n) } : {}));
  await using it = await startSync({ releases });
  expect((await it.run({ dryRun: true })).releases).toMatchObject({ total: 1300, full: [] });
});

test('keeps what the API showed once and later hides beyond its window', async () => {
  await using it = await startSync({ releases: many(1110) });
  expect((await it.run()).releases).toMatchObject({ total: 1110, full: [] });
  it.script.intercept = (_path, query) =>
    query.has('created_before') ? Response.json([]) : undefined;
  it.script.releases.unshift(releaseRow('new', { project: web, created_at: minute(-1) }));
  expect((await it.run()).releases).toMatchObject({
    total: 1111,
    added: ['new'],
    removed: [],
    withheld: [],
    full: unlabelled,
  });
});

test('loses no other release when one is deleted while older ones are read', async () => {
  await using it = await startSync({ releases: many(1700) });
  let deleted = 0;
  it.script.intercept = (_path, query) => {
    if (query.has('created_before') && query.get('offset') === '300' && deleted === 0) {
      deleted += 1;
      // An older release, which is on a page of this window that was already read.
      it.script.releases.splice(1150, 1);
    }
    return undefined;
  };
  const { total, full, unsettled } = (await it.run({ dryRun: true })).releases;
  expect({ total, full, unsettled, deleted }).toEqual({
    total: 1699,
    full: [],
    unsettled: false,
    deleted: 1,
  });
});
