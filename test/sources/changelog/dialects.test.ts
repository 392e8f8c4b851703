import { expect, test } from 'vitest';
import { brief, changelog, fixture, told } from '../convert.ts';

test('reads Keep a Changelog, and names what it could not convert', () => {
  const converted = changelog(fixture('keep-a-changelog'));
  expect(brief(converted)).toMatchInlineSnapshot(`
    [
      {
        "body": "",
        "changes": [
          "Added: A preview of <a href="https://example.com/board">the board</a>.",
        ],
        "day": "2026-03-01",
        "state": "draft",
        "version": null,
      },
      {
        "body": "<p>A quieter release.</p>
    <h3>How to upgrade</h3>
    <p>Run it twice:</p>
    <pre><code class="language-sh"># [9.9.9] is no heading here
    npm run migrate
    </code></pre>",
        "changes": [
          "Added: Dark mode, with <code>auto</code> as its default.",
          "Added: <p>Export of:</p>
    <ul>
    <li>boards</li>
    <li>lists</li>
    </ul>",
          "Changed: Dates are shown in the zone of the workspace.",
          "Changed: Weeks begin on Monday.",
          "Removed: Flash.",
          "Fixed: <strong>Editor:</strong> The caret stays.",
          "Security: ☑ Keys are hashed.",
        ],
        "day": "2026-03-01",
        "state": "released",
        "version": "1.1.0",
      },
      {
        "body": "<ul>
    <li>Nobody saw this.</li>
    </ul>",
        "changes": [],
        "day": "2026-01-15",
        "state": "draft",
        "version": "1.0.1",
      },
      {
        "body": "<ul>
    <li>The first one.</li>
    </ul>",
        "changes": [],
        "day": "2026-01-15",
        "state": "withdrawn",
        "version": "1.0.0",
      },
      {
        "body": "<h2>Thanks</h2>
    <p>To everyone.</p>",
        "changes": [
          "Added: Everything.",
        ],
        "day": "2026-01-15",
        "state": "draft",
        "version": "0.9",
      },
    ]
  `);
  expect(told(converted)).toMatchInlineSnapshot(`
    [
      "1 “Changelog”: treated as the title of the file",
      "5 Unreleased: has no version yet, so this is a draft",
      "28 “Deprecated”: has no text below it",
      "53 1.0.1: 2026-02-30 is not a date, so this is a draft; write the date in the heading or on a line of its own below it, as in "2026-01-31"",
      "57 1.0.0: yanked, so not public",
      "61 0.9: has no date, so this is a draft; write the date in the heading or on a line of its own below it, as in "2026-01-31"",
    ]
  `);
});

test('keeps the link of a version, from its heading or from the end of the file', () => {
  const { releases } = changelog(fixture('keep-a-changelog'));
  expect(releases.map(({ attachments }) => attachments.map(({ content }) => content.url))).toEqual([
    ['https://example.com/compare/v1.1.0...HEAD'],
    ['https://example.com/compare/v1.0.1...v1.1.0'],
    ...[[], [], []],
  ]);
  const [first] = changelog(fixture('release-please')).releases;
  expect(first?.attachments).toMatchObject([
    { type: 'LINK', content: { url: 'https://github.com/acme/board/compare/v1.4.1...v2.0.0' } },
  ]);
});

test('reads the output of release-please, including pre-releases', () => {
  const converted = changelog(fixture('release-please'));
  expect(brief(converted)).toMatchInlineSnapshot(`
    [
      {
        "body": "",
        "changes": [
          "Breaking changes: <strong>api:</strong> offsets are cursors (<a href="https://github.com/acme/board/issues/40">#40</a>)",
          "Features: <strong>api:</strong> cursors (<a href="https://github.com/acme/board/commit/abc1234">abc1234</a>)",
          "Bug Fixes: a crash, closes <a href="https://github.com/acme/board/issues/39">#39</a>",
        ],
        "day": "2026-04-02",
        "state": "released",
        "version": "2.0.0",
      },
      {
        "body": "",
        "changes": [
          "Miscellaneous Chores: release 2.0.0-beta.1",
        ],
        "day": "2026-03-20",
        "state": "released",
        "version": "2.0.0-beta.1",
      },
    ]
  `);
  expect(converted.releases.map((one) => one.isPreRelease)).toEqual([false, true]);
  expect(told(converted)).toEqual(['1 “Changelog”: treated as the title of the file']);
});

test('reads the output of git-cliff, without the emoji of its headings', () => {
  const converted = changelog(fixture('git-cliff'));
  expect(brief(converted)).toMatchInlineSnapshot(`
    [
      {
        "body": "",
        "changes": [
          "Miscellaneous Tasks: <em>(ci)</em> Cache",
        ],
        "day": "2026-02-01",
        "state": "draft",
        "version": null,
      },
      {
        "body": "",
        "changes": [
          "Features: <em>(cli)</em> [<strong>breaking</strong>] Add <code>--json</code>",
          "Features: Faster",
          "Bug Fixes: Do not hang",
        ],
        "day": "2026-02-01",
        "state": "released",
        "version": "0.4.0",
      },
    ]
  `);
  expect(told(converted)).toEqual([
    '1 “Changelog”: treated as the title of the file',
    '5 Unreleased: has no version yet, so this is a draft',
  ]);
});

test('reads the output of semantic-release, with versions at three heading levels', () => {
  const converted = changelog(fixture('semantic-release'));
  expect(brief(converted)).toMatchInlineSnapshot(`
    [
      {
        "body": "",
        "changes": [
          "Bug Fixes: the second one (<a href="https://github.com/acme/board/commit/1234abc">1234abc</a>)",
        ],
        "day": "2026-01-03",
        "state": "released",
        "version": "1.1.1",
      },
      {
        "body": "",
        "changes": [
          "Features: the third one",
        ],
        "day": "2026-01-02",
        "state": "released",
        "version": "1.1.0",
      },
      {
        "body": "",
        "changes": [
          "Bug Fixes: the first one",
        ],
        "day": "2026-01-02",
        "state": "released",
        "version": "1.0.1",
      },
      {
        "body": "",
        "changes": [
          "Features: everything",
          "Breaking changes: everything",
        ],
        "day": "2026-01-01",
        "state": "released",
        "version": "1.0.0",
      },
    ]
  `);
  expect(told(converted)).toEqual([]);
  // Two versions of the same day keep their order.
  const times = converted.releases.map(({ at }) => at);
  expect(times.toSorted().reverse()).toEqual(times);
  expect(new Set(times).size).toBe(4);
});

test('reads the output of changesets, with every version a draft because none has a date', () => {
  const converted = changelog(fixture('changesets'), 'board');
  expect(brief(converted)).toMatchInlineSnapshot(`
    [
      {
        "body": "",
        "changes": [
          "Minor Changes: <p><a href="https://github.com/acme/board/pull/12">#12</a> <a href="https://github.com/acme/board/commit/abc1234"><code>abc1234</code></a> Thanks <a href="https://github.com/ada">@ada</a>! - Cursors.</p>
    <p>They replace offsets:</p>
    <pre><code class="language-ts">list({ after: cursor });
    </code></pre>",
          "Patch Changes: <p>Updated dependencies [abc1234]:</p>
    <ul>
    <li>@acme/core@1.0.1</li>
    </ul>",
        ],
        "day": "1970-01-01",
        "state": "draft",
        "version": "1.1.0",
      },
      {
        "body": "",
        "changes": [
          "Patch Changes: def5678: A crash.",
        ],
        "day": "1970-01-01",
        "state": "draft",
        "version": "1.0.1",
      },
    ]
  `);
  expect(told(converted)).toEqual([
    '1 “@acme/board”: treated as the title of the file',
    '3 1.1.0: has no date, so this is a draft; write the date in the heading or on a line of its own below it, as in "2026-01-31"',
    '20 1.0.1: has no date, so this is a draft; write the date in the heading or on a line of its own below it, as in "2026-01-31"',
  ]);
  expect(converted.releases.map(({ project }) => project)).toEqual(['board', 'board']);
});

test('reads versions with codenames and anchors, including pre-releases', () => {
  const converted = changelog(fixture('codenames'));
  expect(
    converted.releases.map(({ version, title, state, isPreRelease, at }) =>
      [version, title, state, isPreRelease, at.slice(0, 10)].join(' | '),
    ),
  ).toEqual([
    '1.2.1 | 1.2.1 – patient-heron | released | false | 2020-04-02',
    '1.2.0 | 1.2.0 – moiré-tide | released | false | 2020-03-02',
    '1.2.0-rc.1 | 1.2.0-rc.1 – restless-ferry | released | true | 2020-02-20',
    '1.2.0rc0 | 1.2.0rc0 – early-kettle | released | true | 2020-02-10',
    '1.1.0 | 1.1.0 – paper-lantern | released | false | 2020-01-02',
  ]);
  expect(brief(converted)[1]).toMatchObject({
    body: '<p><em>This release was reviewed twice.</em></p>',
    changes: [
      'New Features: <strong>lists:</strong> archive them',
      expect.stringContaining('Breaking Changes: <strong>lists:</strong> due to'),
    ],
  });
  expect(converted.releases.map(({ text }) => text.body).filter(Boolean)).toHaveLength(1);
  expect(told(converted)).toEqual([]);
  expect(converted.leftOut).toBe(0);
});

test('a heading that looks like a version is shown with the one above, named and counted', () => {
  const converted = changelog(
    [
      ['# 1.1.0 (2020-03-02)', '- new'],
      ['## 1.0.0 – the beta is over (2020-02-02)', '- secret'],
      ['## 1.0.0 highlights', '- gone'],
      ['# 1.0.0-rc.1é (2020-01-02)', '- old'],
    ]
      .flat()
      .join('\n\n'),
  );
  expect(brief(converted)).toMatchObject([
    { version: '1.1.0', body: expect.stringMatching(/new.*secret.*gone.*old/s), changes: [] },
  ]);
  expect(converted.leftOut).toBe(3);
  expect(told(converted)).toEqual([
    '5 “1.0.0 – the beta is over (2020-02-02)”: looks like a version; it is shown as a part of 1.1.0',
    '9 “1.0.0 highlights”: looks like a version; it is shown as a part of 1.1.0',
    '13 “1.0.0-rc.1é (2020-01-02)”: looks like a version; it is shown as a part of 1.1.0',
  ]);
});

test.each([
  ['\ufeff', 'a byte order mark'],
  ['\r\n', 'the line ends of Windows'],
  ['\r', 'the line ends of old Macs'],
])('reads a file with %j like one without: %s', (mark) => {
  const text = fixture('keep-a-changelog');
  const other = mark === '\ufeff' ? mark + text : text.replaceAll('\n', mark);
  expect(changelog(other)).toEqual(changelog(text));
});

test('a heading at the level of versions belongs to the version above', () => {
  const converted = changelog(
    '### [1.0.1](https://example.com/c) (2026-01-02)\n\n### Bug Fixes\n\n* a crash\n\n### Notes\n\ntext\n',
  );
  expect(brief(converted)[0]).toMatchObject({
    body: '<h3>Notes</h3>\n<p>text</p>',
    changes: ['Bug Fixes: a crash'],
  });
  expect(told(converted)).toEqual([]);
});

test.each([
  'board (v1.0.0) - 2020-02-02',
  'board_1.0.0 (2020-02-02)',
  'Build 456 (2020-02-02)',
  '@acme/board: v1.0.0',
  'Board, version 1.0.0',
  'Upcoming (1.0.0)',
])('%j is shown with the version above, and named', (heading) => {
  const converted = changelog(
    `## 1.1.0 (2020-03-02)\n\n- new\n\n## ${heading}\n\n- old\n\n## 0.9.0 (2020-01-02)\n`,
  );
  expect(converted.releases).toHaveLength(2);
  expect(told(converted)).toEqual([
    expect.stringMatching(/^5 .*looks like a version; it is shown as a part of 1\.1\.0$/),
  ]);
});

test.each([
  '<h2>1.0.0</h2>',
  '<h3 id="a">v1.0.0 (2020-02-02)</h3>\n<p>Words</p>',
  '<div align="center"><h2>Board 1.0.0</h2></div>',
  '<section>\n  <h2><a href="https://example.com">1.0.0</a></h2>\n</section>',
])('the version %j in HTML is shown with the version above, and named', (html) => {
  const converted = changelog(`## 1.1.0 (2020-03-02)\n\n- new\n\n${html}\n\n- old\n`);
  expect(converted.releases).toHaveLength(1);
  expect(told(converted)).toEqual([
    expect.stringMatching(/looks like a version, but is in a list, a quotation, code, HTML/),
  ]);
});

test('headings of series are titles, one above the other', () => {
  const text =
    '# Log\n\n## v1\n\n### v1.0\n\n#### v1.0.2\n\nReleased 10 March 2026\n\nTwo\n\n#### v1.0.1\n\nReleased 4 March 2026\n\nOne\n\n## v0\n\n#### v0.1.0\n\nReleased 1 March 2026\n\nZero\n';
  const converted = changelog(text);
  expect(brief(converted)).toMatchObject([
    { version: '1.0.2', day: '2026-03-10', body: '<p>Two</p>' },
    { version: '1.0.1', day: '2026-03-04', body: '<p>One</p>' },
    { version: '0.1.0', day: '2026-03-01', body: '<p>Zero</p>' },
  ]);
  expect(
    told(converted).filter((note) => /treated as the title of the versions/.test(note)),
  ).toHaveLength(3);
});

test('changes in a version are those of the version above, if their heading is lower', () => {
  const converted = changelog(
    '## 1.1.0 (2020-03-02)\n\n### Changes in 1.1.0\n\n- new\n\n## Changes in 1.0.0\n\n- old\n',
  );
  expect(brief(converted)).toMatchObject([{ version: '1.1.0' }, { version: '1.0.0' }]);
});

test('lines that are a version and its date are versions, if no heading is one', () => {
  const text =
    '# Changes in 2.x\n\n* 2.1.0 (2026-02-01)\n\n * bug #3 [Board] Keep the caret\n * Colours\n\n* 2.0.0 (2026-01-31)\n\n  * 2.0.1 of the engine\n';
  const converted = changelog(text);
  expect(changelog(text.replaceAll('\n', '\r\n'))).toEqual(converted);
  expect(brief(converted)).toEqual([
    expect.objectContaining({ version: '2.1.0', day: '2026-02-01' }),
    expect.objectContaining({ version: '2.0.0', day: '2026-01-31' }),
  ]);
  const [newest, oldest] = brief(converted);
  expect(newest?.body).toMatch(/Keep the caret.*Colours/s);
  expect(oldest?.body).toContain('2.0.1 of the engine');
  const lines =
    'v2.0.0 - January 31, 2026\n\n* new\n\n**1.0.0** (2026-01-01)\n\n* 0.9.0 was of 2026-01-01\n';
  expect(brief(changelog(lines))).toMatchObject([
    { version: '2.0.0', day: '2026-01-31' },
    { version: '1.0.0', day: '2026-01-01' },
  ]);
  const list = '* 2.0.0 (2026-01-31)\n* 1.0.0 (2026-01-01)\n';
  expect(changelog(`## 2.1.0 (2026-02-01)\n\n${list}`).releases).toHaveLength(1);
  expect(changelog('* 2.0.0 (2026-01-31)\n\n    * deep\n').releases).toHaveLength(0);
});

test('a date with a label below a heading counts where a sentence follows it', () => {
  const converted = changelog(
    '## 1.0.0\nReleased on 2026-01-31. All issues are in this\n[list](https://example.com).\n\n## 0.9.0\n2026-01-30. A day to remember.\n',
  );
  expect(brief(converted)).toEqual([
    expect.objectContaining({
      day: '2026-01-31',
      body: expect.stringContaining('Released on 2026-01-31. All issues'),
    }),
    expect.objectContaining({ state: 'draft', body: '<p>2026-01-30. A day to remember.</p>' }),
  ]);
});

test('what stands for a date is named at versions, and not at unreleased changes', () => {
  const converted = changelog(
    '## [Unreleased] - ReleaseDate\n\n- new\n\n## 1.0.0 - YYYY-MM-DD\n\n- old\n',
  );
  expect(told(converted)).toEqual([
    '1 Unreleased: has no version yet, so this is a draft',
    expect.stringMatching(/^5 1\.0\.0: YYYY-MM-DD is not a date, so this is a draft/),
  ]);
});

test('a section about plans stays with its version, and above the versions the same title is unreleased', () => {
  const plans = (mark: string) => `${mark} Next\n\n- Comments\n\n`;
  const version = '## 1.0.0 - 2026-01-31\n\n### Added\n\n- Boards\n\n';
  expect(brief(changelog(`${version}${plans('###')}### Fixed\n\n- Dates\n`))).toEqual([
    expect.objectContaining({
      version: '1.0.0',
      changes: ['Added: Boards', 'Next: Comments', 'Fixed: Dates'],
    }),
  ]);
  expect(brief(changelog(`${plans('##')}${version}`))).toEqual([
    expect.objectContaining({ state: 'draft', body: expect.stringContaining('Comments') }),
    expect.objectContaining({ version: '1.0.0', day: '2026-01-31' }),
  ]);
});
