import { expect, test } from 'vitest';
import { filesIn } from '../../support/files-in.ts';
import { releaseRow } from '../../support/rows.ts';
import { type Synced, startSync } from '../run-sync.ts';

const named = (color: string, title = 'Security') => ({ title, color, content: 'x' });
const red = releaseRow('red', { changes: [named('#ff0000')] });
const blue = releaseRow('blue', { changes: [named('#0000ff')] });
const none = releaseRow('red');
const capital = releaseRow('red', { changes: [named('#ff0000', 'SECURITY')] });

/** The files after an incremental sync, and after a full one. */
async function bothWays(it: Synced) {
  await it.run({ allowMassDelete: true });
  const incremental = await filesIn(it.folder);
  await it.run({ full: true });
  return { incremental, full: await filesIn(it.folder) };
}

// Each case has the releases at the first sync, and those at the second.
test.each([
  ['another colour comes', [blue], [blue, red]],
  ['a lesser colour comes', [red], [red, blue]],
  ['the lesser colour goes', [red, blue], [red]],
  ['the greater colour goes', [red, blue], [blue]],
  ['a release names it no more', [red, blue], [none, blue]],
  [
    'one is edited to the colour of the other',
    [red, blue],
    [{ ...red, changes: blue.changes }, blue],
  ],
  [
    'the colours change places',
    [red, blue],
    [
      { ...red, changes: blue.changes },
      { ...blue, changes: red.changes },
    ],
  ],
  ['another case of its letters comes', [blue], [blue, capital]],
])(
  'shows a type that the workspace does not list as a full sync would if %s',
  async (_what, first, then) => {
    await using it = await startSync({ releases: [...first] });
    await it.run();
    it.script.releases = [...then];
    const { incremental, full } = await bothWays(it);
    expect(incremental).toEqual(full);
  },
);

test('returns to a release’s colour for a type when the release with another colour is gone', async () => {
  await using it = await startSync({ releases: [red] });
  await it.run();
  it.script.releases = [red, blue];
  await it.run();
  it.script.releases = [red];
  const { incremental, full } = await bothWays(it);
  expect(incremental).toEqual(full);
  expect(JSON.parse(full['workspace.json'] ?? '').change_types).toMatchObject([
    { slug: 'security', color: { light: expect.stringMatching(/^#[c-f]/) } },
  ]);
});

test('stores no colours in the state if all releases agree', async () => {
  await using it = await startSync({ releases: [red, { ...red, id: 'other', slug: 'other' }] });
  await it.run();
  expect((await filesIn(it.folder))['.sync.json']).not.toContain('types');
});
