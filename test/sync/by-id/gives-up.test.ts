import { describe, expect, test } from 'vitest';
import { type Row, releaseRow, speed, web, workspace } from '../../support/rows.ts';
import type { Script } from '../../support/scripted-api.ts';
import { type SyncedOnce, startSyncedOnce } from './start-by-id.ts';

const red = { id: 'l-red', name: 'Red', slug: 'red', color: '#be123c' };
const changes = [{ id: 'c-1', change_id: 't-new', title: 'New', color: '#16a34a', content: 'x' }];
const world = (): Partial<Script> => ({
  projects: [web],
  releases: [
    releaseRow('first', { project: web, labels: [speed, red], changes }),
    releaseRow('second', { labels: [speed] }),
  ],
});
const later = '2026-03-01T09:00:00.001Z';

/**
 * Changes the API and syncs by id. Returns why the sync was deferred, after asserting that it wrote
 * nothing.
 */
async function whyNot(change: (it: SyncedOnce) => void, ids = ['first']): Promise<string> {
  await using it = await startSyncedOnce(world());
  change(it);
  const before = await it.kept();
  const left = await it.runById(ids);
  expect(await it.kept()).toEqual(before);
  return left.kind === 'deferred' ? left.why : 'it was synced';
}

const edit = (fields: Partial<Row>) => (it: SyncedOnce) => {
  Object.assign(it.script.releases[0] ?? {}, { title: 'Edited', ...fields });
};
const add = (fields: Record<string, unknown>) => (it: SyncedOnce) => {
  it.script.releases.push(releaseRow('new', fields));
};
const say = (fields: Partial<Row>) => (it: SyncedOnce) => {
  edit({})(it);
  it.script.workspace = { ...workspace, ...fields };
};
const answer = (path: string, response: () => Response) => (it: SyncedOnce) => {
  it.script.answers.set(path, response);
};

describe('a release that is not public', () => {
  const notPublic: [string, Record<string, unknown>][] = [
    ['private', { is_public: false }],
    ['silent about that', { is_public: undefined }],
    ['a draft', { status: 'DRAFT' }],
    ['of no status', { status: null }],
    ['in the future', { released_at: later }],
    ['without a date', { released_at: null }],
  ];

  test.each(notPublic)('is not written if it is %s', async (_what, fields) => {
    expect(await whyNot(add(fields), ['new'])).toBe('none of the releases is public yet');
  });

  test.each(notPublic)('is left for a full sync to remove if it is %s', async (_what, fields) => {
    expect(await whyNot(edit(fields))).toMatch('no longer public');
  });

  test('is left for a full sync to remove if it no longer exists', async () => {
    const gone = (it: SyncedOnce) => void it.script.releases.splice(0, 1);
    expect(await whyNot(gone)).toMatch('no longer public');
    expect(await whyNot(gone, ['second', 'first'])).toMatch('no longer public');
  });

  test('is ignored if it does not exist', async () => {
    expect(await whyNot(() => {}, ['nowhere'])).toBe('none of the releases is public yet');
    expect(await whyNot(() => {}, [])).toBe('none of the releases is public yet');
  });
});

test('a record that is older than its entry is deferred to a full sync', async () => {
  const older = edit({ title: 'As it was', updated_at: '2026-01-02T00:00:00.000Z' });
  expect(await whyNot(older)).toMatch('older than its entry');
});

describe('defers to a full sync for a slug', () => {
  test.each([
    ['moves', edit({ slug: 'elsewhere' }), 'the slug of a release has changed'],
    ['is another release’s', add({ slug: 'second' }), 'is or was in use'],
    [
      'is another release’s that moves there',
      edit({ slug: 'second' }),
      'the slug of a release has changed',
    ],
  ])('that %s', async (_what, change, why) => {
    expect(await whyNot(change, ['first', 'new'])).toMatch(why);
  });

  test('that redirects to a release that moved', async () => {
    await using it = await startSyncedOnce(world());
    edit({ slug: 'elsewhere' })(it);
    await it.run();
    add({ slug: 'first' })(it);
    const before = await it.kept();
    const why = 'the slug of a new release is or was in use';
    expect(await it.runById(['new'])).toEqual({ kind: 'deferred', why });
    expect(await it.kept()).toEqual(before);
  });

  test('that two new releases ask for', async () => {
    const both = (it: SyncedOnce) => {
      const rows = ['n-1', 'n-2'].map((id) => releaseRow(id, { slug: 'same' }));
      it.script.releases.push(...rows);
    };
    expect(await whyNot(both, ['n-1', 'n-2'])).toMatch('is or was in use');
  });
});

describe('defers to a full sync if other pages are affected:', () => {
  test.each([
    [
      'the last use of a label goes',
      edit({ labels: [speed] }),
      /label or project .* no longer used/,
    ],
    ['the last use of a project goes', edit({ project: null }), /project .* no longer used/],
    ['the type of a change is let go', edit({ changes: [] }), 'a type of change'],
    ['a label is renamed', edit({ labels: [{ ...speed, name: 'Fast' }, red] }), 'label or project'],
    [
      'a label has another colour',
      edit({ labels: [speed, { ...red, color: '#000' }] }),
      'label or project',
    ],
    ['the project is renamed', edit({ project: { ...web, name: 'Site' } }), 'label or project'],
    ['the workspace is renamed', say({ name: 'Other' }), 'the workspace'],
    ['the workspace moves', say({ url: 'https://example.com/other' }), 'the workspace'],
    ['the types of changes are others', say({ release_change_types: [] }), 'types'],
    ['it is another workspace', say({ id: 'w-2' }), 'the API has another workspace'],
    [
      'a type of change is new',
      edit({ changes: [...changes, { title: 'Fixed', content: 'y' }] }),
      'change types have changed',
    ],
  ])('%s', async (_what, change, why) => {
    expect(await whyNot(change)).toMatch(why);
  });
});

describe('changes nothing if the API answers', () => {
  test.each([
    ['with an error', () => Response.json({ error: 'No.' }, { status: 500 })],
    ['with a refusal', () => Response.json({ error: 'No.' }, { status: 401 })],
    ['with half a record', () => new Response('{"id":"first","ti', json)],
    [
      'with a page',
      () => new Response('<p>Hello</p>', { headers: { 'content-type': 'text/html' } }),
    ],
    ['with a list', () => Response.json([])],
    ['with too much', () => new Response(`"${'x'.repeat(11 * 1024 * 1024)}"`, json)],
    ['with another record', () => Response.json(releaseRow('other'))],
  ])('%s', async (_what, response) => {
    expect(await whyNot(answer('/v1/releases/first', response))).not.toBe('it was synced');
    expect(await whyNot(answer('/v1/releases/new', response), ['new'])).not.toBe('it was synced');
  });

  test.each([
    ['an error', () => new Response(null, { status: 500 })],
    ['no workspace', () => Response.json([])],
  ])('with %s for the workspace, and fails', async (_what, response) => {
    await using it = await startSyncedOnce(world());
    it.script.answers.set('/v1/workspace', response);
    const before = await it.kept();
    await expect(it.runById(['first'])).rejects.toThrow(`GET ${it.api.url}/v1/workspace`);
    expect(await it.kept()).toEqual(before);
  });
});

const json = { headers: { 'content-type': 'application/json' } };
