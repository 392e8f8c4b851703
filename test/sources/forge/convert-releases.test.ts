import { expect, test } from 'vitest';
import { cleanHtml as sanitise } from '../../../src/sync/prepare/html/parse-body.ts';
import { convertGitHub, told } from '../convert.ts';

const row = {
  id: 7,
  tag_name: 'v1.2.0',
  name: 'The board',
  body: "## What's Changed\r\n\r\n* Boards by @ada\r\n\r\n### Bug Fixes\r\n\r\n- A crash <script>x</script>\r\n",
  draft: false,
  prerelease: false,
  created_at: '2026-01-01T10:00:00Z',
  published_at: '2026-01-02T10:00:00Z',
  author: { id: 3, login: 'ada', avatar_url: 'https://avatars.example/3' },
  assets: [
    {
      id: 9,
      name: 'board.zip',
      label: '',
      browser_download_url: 'https://github.example/board.zip',
    },
  ],
};
const convert = (...rows: unknown[]) => convertGitHub(rows, { sanitise });

test('a release has its text, its author and links to its assets', () => {
  const { releases, notes } = convert(row);
  expect(releases).toEqual([
    {
      id: 'github-7',
      title: 'The board',
      version: '1.2.0',
      project: null,
      state: 'released',
      isPreRelease: false,
      at: '2026-01-02T10:00:00.000Z',
      updatedAt: '2026-01-02T10:00:00.000Z',
      text: {
        body: "<h2>What's Changed</h2>\n<ul>\n<li>Boards by @ada</li>\n</ul>",
        changes: [{ type: 'Bug Fixes', content: 'A crash &#x3C;script>x&#x3C;/script>' }],
      },
      attachments: [
        {
          id: 'github-asset-9',
          type: 'LINK',
          content: { title: 'board.zip', url: 'https://github.example/board.zip' },
        },
      ],
      contributors: [{ id: 'github-user-3', name: 'ada', avatar_url: 'https://avatars.example/3' }],
    },
  ]);
  expect(notes).toEqual([]);
});

test('distinguishes drafts, pre-releases and packages', () => {
  const { releases } = convert(
    { ...row, id: 1, draft: true, published_at: null },
    { ...row, id: 2, prerelease: true },
    { ...row, id: 3, tag_name: '@acme/core@2.0.0-rc.1', name: null },
    { ...row, id: 4, tag_name: 'nightly', name: '' },
  );
  expect(
    releases.map(({ state, isPreRelease, version, project, title }) =>
      [state, isPreRelease, version, project, title].join(' | '),
    ),
  ).toEqual([
    'draft | false | 1.2.0 |  | The board',
    'released | true | 1.2.0 |  | The board',
    'released | true | 2.0.0-rc.1 | @acme/core | @acme/core@2.0.0-rc.1',
    'released | false | nightly |  | nightly',
  ]);
});

test('a release that is on two pages is converted once', () => {
  expect(convert(row, { ...row, name: 'Later' }).releases.map(({ title }) => title)).toEqual([
    'Later',
  ]);
});

test('names rows that are not valid, and converts the rest', () => {
  const converted = convert(null, { ...row, id: 'x' }, { ...row, assets: [{}], author: 'ada' }, 3);
  expect(converted.releases.map(({ id, contributors }) => [id, contributors])).toEqual([
    ['github-7', []],
  ]);
  expect(told(converted).map((note) => note.slice(0, 38))).toEqual([
    'release 1: left out, as it: Invalid in',
    'v1.2.0: left out, as id: Invalid input',
    'v1.2.0: left out 1 of its assets, beca',
    'release 4: left out, as it: Invalid in',
  ]);
});
