import { describe, expect, test } from 'vitest';
import { brief, changelog, told } from '../convert.ts';

const titlesOf = (text: string) =>
  changelog(text).releases.map(({ title, at, state }) =>
    [title, state === 'released' ? at.slice(0, 10) : state].join(' | '),
  );

test.each([
  ['2.90.4 - 2026-01-31 (3.0 pre-release)', '2.90.4 – 3.0 pre-release | 2026-01-31'],
  ['v5.2.2 2026 January 31', '5.2.2 | 2026-01-31'],
  ['5.2.2 (2026, Jan 31st)', '5.2.2 | 2026-01-31'],
  ['5.2.2 - 2026년 1월 31일', '5.2.2 | 2026-01-31'],
  ['Version: 1.2.0', '1.2.0 | draft'],
  ['Version – 1.2 (2026-01-31)', '1.2 | 2026-01-31'],
  ['版本：v1.2.0（2026-01-31）', '1.2.0 | 2026-01-31'],
  ['v1.2.0 版本', '1.2.0 | draft'],
  ['V 1.2', '1.2 | draft'],
  ['1.2.0 Initial release', '1.2.0 – Initial release | draft'],
  ['1.2.0 First public release', '1.2.0 – First public release | draft'],
  ['1.2.0 Hotfix 2', '1.2.0 – Hotfix 2 | draft'],
  ['1.2.0 (Beta Release)', '1.2.0-Beta | draft'],
  ['1.2.0 is a release', undefined],
  ['v1.2.0 Release Notes', '1.2.0 | draft'],
  ['Release Notes - v1.2.0', '1.2.0 | draft'],
  ['Release notes for v1.2.0', '1.2.0 | draft'],
  ['Release Notes — Version 1.2 (2026-01-31)', '1.2 | 2026-01-31'],
  ['Acme Board - 1.2 (2026-01-31)', '1.2 | 2026-01-31'],
  ['Acme Board: v1.2.0 - 2026-01-31', '1.2.0 | 2026-01-31'],
  ['1.2.0 (2026-01-31) {#v1-2-0}', '1.2.0 | 2026-01-31'],
  ['1.2.0 { id="1.2.0" .major }', '1.2.0 | draft'],
  ['1.2.0 {2}', undefined],
  ['Overview of changes in Acme 1.2.0', '1.2.0 | draft'],
  ['Overview of changes between 1.1.9 and 1.2.0', '1.2.0 | draft'],
  ['Major changes in 1.2', undefined],
  ['[Unreleased] - TBD', 'Unreleased | draft'],
  ['Unreleased – The fast one', 'Unreleased – The fast one | draft'],
  ['board (development version)', 'Unreleased | draft'],
  ['Next - a plan', undefined],
  ['v5.2.2 - January 2026', '5.2.2 – January 2026 | draft'],
  ['12 - 5.2 - January 2026', undefined],
  ['Board 1.2.0, released 2026-01-31', '1.2.0 | 2026-01-31'],
  ['1.2.0 - Released on 31 January 2026', '1.2.0 | 2026-01-31'],
  ['Release 1.2.0 of 2026-01-31', '1.2.0 | 2026-01-31'],
  ['1.2.0 @ 2026-01-31', '1.2.0 | 2026-01-31'],
  ['1.2.0 • January 31, 2026', '1.2.0 | 2026-01-31'],
  ['1.2.0 ~ 2026-01-31', '1.2.0 | 2026-01-31'],
  ['1.2.0 \\- 2026-01-31', '1.2.0 | 2026-01-31'],
  ['1\\.2\\.0 (2026-Jan-31)', '1.2.0 | 2026-01-31'],
  ['1.2.0 (20260131)', '1.2.0 | 2026-01-31'],
  ['20260131', '20260131 | 2026-01-31'],
  ['v20260131', '20260131 | 2026-01-31'],
  ['1.2.90 (1.3 beta1) - 2026-01-31', '1.2.90 – 1.3 beta1 | 2026-01-31'],
  ['2.0.0-beta.1 (beta) 2026-01-31', '2.0.0-beta.1 – beta | 2026-01-31'],
  ['Changes between 3.0.1 and 3.0.2 [27 Jan 2026]', '3.0.2 | 2026-01-27'],
  ['Major changes from Acme 3.0.1 to Acme 3.0.2a [27 Jan 2026]', '3.0.2a | 2026-01-27'],
  ['acme\\_board-1.2.0 (31 January 2026)', '1.2.0 | 2026-01-31'],
  ['v12-alpha 0.1 - 2026-01-31', '12-alpha.0.1 | 2026-01-31'],
  ['board v12-alpha 0.1 (2026-01-31)', undefined],
  ['@acme/board@v12alpha 0.1 - 2026-01-31', undefined],
  ['Version [v12](https://example.com).alpha 0.1 - 2026-01-31', undefined],
  ['Board 1.2.0 for Node 24.1', '1.2.0 – for Node 24.1 | draft'],
  ['[Board 1.2.0 for Node 24] - 2026-01-31', '1.2.0 – for Node 24 | 2026-01-31'],
  ['(Unreleased) Board 1.2.0', '1.2.0 | draft'],
  ['Support 1.2.0 for Node 24', undefined],
  ['v12-alpha-0.1 (2026-01-31)', '12-alpha-0.1 | 2026-01-31'],
  ['2026-01-31, board.js Version 1.2.0 @ada', '1.2.0 – @ada | 2026-01-31'],
  ['Acme Board 2.0 – Aurora (2026-01-31)', '2.0 – Aurora | 2026-01-31'],
  ['1.2.0 – Salt &amp; Pepper (2026-01-31)', '1.2.0 – Salt & Pepper | 2026-01-31'],
  ["1.2.0 'Aurora' (2026-01-31)", '1.2.0 – Aurora | 2026-01-31'],
  ["1.2.0 'Aurora' (LTS), @ada (2026-01-31)", "1.2.0 – 'Aurora' (LTS), @ada | 2026-01-31"],
  ['2026-01-31, Version 1.2.0 (Current), @ada', '1.2.0 – (Current), @ada | 2026-01-31'],
  ['1.2.0 (Aurora) - 2026-01-31', '1.2.0 – Aurora | 2026-01-31'],
  ['1.2.0 – Aurora (LTS)', '1.2.0 – Aurora (LTS) | draft'],
  ['1.2.0 – “Aurora” (LTS) (2026-01-31)', '1.2.0 – “Aurora” (LTS) | 2026-01-31'],
  ['1.2.0 ( Sat Jan 31 2026 15:36:52 GMT+0200 (CEST) )', '1.2.0 | 2026-01-31'],
  ['v.1.2.0 (2026-01-31)', '1.2.0 | 2026-01-31'],
  ['1.2.0 ✨', '1.2.0 | draft'],
  ['2026-01-31 – Faster search', '2026-01-31 – Faster search | 2026-01-31'],
  ['January 31, 2026: Boards & lists', 'January 31, 2026 – Boards & lists | 2026-01-31'],
  ['版本 1.2.0 (2026 年 1 月 31 日)', '1.2.0 | 2026-01-31'],
  ['バージョン1.2.0', '1.2.0 | draft'],
  ['Versão 1.2.0 – 31 de janeiro de 2026', '1.2.0 | 2026-01-31'],
  ['Versión 1.2.0 - 1.º de febrero de 2026', '1.2.0 | 2026-02-01'],
  ['1.2.0 - Samstag, 31. Januar 2026', '1.2.0 | 2026-01-31'],
  ['1.2.0 vom 5. März 2026', '1.2.0 | 2026-03-05'],
  ['1.2.0 – 1er février 2026', '1.2.0 | 2026-02-01'],
  ['1.2.0 - 31 gennaio 2026', '1.2.0 | 2026-01-31'],
  ['1.2.0 - 31 يناير 2026', '1.2.0 | 2026-01-31'],
])('reads the heading %j as %j', (heading, expected) => {
  expect(titlesOf(`## ${heading}\n\n- One\n`)).toEqual(expected ? [expected] : []);
});

test.each([
  'Meeting of 2026-01-31',
  'board-alpha-0.1 (2026-01-31)',
  '2026-01-31 is the end',
  '99999999',
  'Node 18.1',
])('does not read %j as a version', (heading) => {
  expect(titlesOf(`## ${heading}\n\n- One\n`)).toEqual([]);
});

test('a version that names another one that is a beta is a pre-release', () => {
  expect(changelog('## 1.2.90 (1.3 beta1) - 2026-01-31\n').releases[0]?.isPreRelease).toBe(true);
});

test.each(['Release date - 16th March, 2026.', 'Am 16. März 2026', '20260316', '16 mars 2026'])(
  'reads the date %j below a heading',
  (line) => {
    expect(titlesOf(`## 2.1.0\n\n${line}\n\n- One\n`)).toEqual(['2.1.0 | 2026-03-16']);
  },
);

test('a heading below that is only a date is the date of the version', () => {
  const converted = changelog('# 1.2.0\n\n## 2026-01-31\n\n- One\n\n# 1.1.0\n\n## 2026-01-30\n');
  expect(brief(converted)).toMatchObject([
    { version: '1.2.0', day: '2026-01-31', body: expect.stringMatching(/^<ul>\n<li>One/) },
    { version: '1.1.0', day: '2026-01-30', body: '' },
  ]);
});

describe('names of products', () => {
  const versions = ['acme-lists 0.58', 'acme-lists 0.57', 'acme-lists 0.56'];
  const text = versions.map((name) => `${name}\n---\n_2026-01-31_\n\n- One\n`).join('\n');

  test('a name that begins three headings may have a version of two numbers', () => {
    expect(titlesOf(text)).toEqual(['0.58 | 2026-01-31', '0.57 | 2026-01-31', '0.56 | 2026-01-31']);
  });

  test('below the headings of versions, such a name is a section', () => {
    const sections = ['Node 18.1', 'Node 18.2', 'Node 18.3.0'].map((name) => `### ${name}\n- a\n`);
    const converted = changelog(`## 2.0.0 - 2026-01-01\n\n${sections.join('\n')}`);
    expect(brief(converted)).toMatchObject([{ version: '2.0.0', changes: [] }]);
    expect(converted.releases[0]?.text.body).toMatch(/Node 18\.1.*Node 18\.2.*Node 18\.3\.0/s);
    expect(told(converted)).toEqual([
      '9 “Node 18.3.0”: looks like a version; it is shown as a part of 2.0.0',
    ]);
  });

  test('the heading of a series without a text is a title', () => {
    const converted = changelog(
      '## Acme 2.0.0\n\n### Changes between 2.0.0 and 2.0.0a [31 Jan 2026]\n\n- One\n',
    );
    expect(brief(converted)).toMatchObject([{ version: '2.0.0a', state: 'released' }]);
    expect(told(converted)).toEqual([
      '1 “Acme 2.0.0”: treated as the title of the versions below it',
    ]);
  });

  test('an empty section of unreleased changes is named as such', () => {
    expect(told(changelog('# Unreleased\n\n## 1.0.0 - 2026-01-01\n\n- One\n'))).toEqual([
      '1 left out an empty section of unreleased changes',
    ]);
  });

  test('a guide to upgrades has no versions', () => {
    const guide = ['Upgrading to 2.0', 'Upgrading to 3.0', 'Upgrading to 4.0'];
    expect(titlesOf(guide.map((title) => `## ${title}\n- One\n`).join('\n'))).toEqual([]);
  });

  test('a number without a date below a version with one is a section', () => {
    expect(titlesOf('## 2.0.0 - 2026-01-01\n\n## v8\n\n- Faster\n')).toEqual([
      '2.0.0 | 2026-01-01',
    ]);
  });
});

describe('headings that are none in CommonMark', () => {
  test.each(['##1.1.0 (2026-01-31)', '##\u00a01.1.0 (2026-01-31)', '###v1.1.0 - 2026-01-31'])(
    'reads %j',
    (heading) => {
      const text = `## 1.2.0 (2026-02-28)\n- Two\n\n${heading}\n- One\n`;
      expect(titlesOf(text)).toEqual(['1.2.0 | 2026-02-28', '1.1.0 | 2026-01-31']);
    },
  );

  test('ends the list above it', () => {
    const text = '##1.2.0\n* Two\n* Three\n##1.1.0\n* One\n##1.0.0\nText\n';
    expect(brief(changelog(text)).map(({ version, body }) => [version, body])).toEqual([
      ['1.2.0', '<ul>\n<li>Two</li>\n<li>Three</li>\n</ul>'],
      ['1.1.0', '<ul>\n<li>One</li>\n</ul>'],
      ['1.0.0', '<p>Text</p>'],
    ]);
  });

  test.each(['#12 is fixed', '#1.5 times', '```\n##1.1.0\n```', '    ##1.1.0', '##hash'])(
    '%j stays text',
    (text) => {
      expect(titlesOf(`## 1.2.0 (2026-02-28)\n\n${text}\n`)).toEqual(['1.2.0 | 2026-02-28']);
    },
  );
});

test.each([
  'Changes since 1.5.1',
  'Commits \\[v1.0.0...v1.1.0\\]',
  '20260131',
  '@acme/board@9.5.0',
])('a section %j is no type of change', (title) => {
  const converted = changelog(`# 1.5.2 (2026-01-31)\n\n### ${title}\n\n- One\n`);
  expect(brief(converted)).toMatchObject([{ version: '1.5.2', changes: [] }]);
  expect(converted.releases[0]?.text.body).toMatch(/<h3>.*One/s);
});

test('a type of change has the characters of its title', () => {
  const converted = changelog('# 1.5.2 (2026-01-31)\n\n### Salt &amp; pepper\\_mill\n\n- One\n');
  expect(brief(converted)).toMatchObject([{ changes: ['Salt & pepper mill: One'] }]);
});

test('a date in a lower heading directly above a version is that of the version', () => {
  const text = [
    '### Board v1.3\n\n- c\n\n---',
    '###### Friday, January 13, 2017\n\n### Board v1.2\n\n- b\n\n---',
    '###### Friday, January 6, 2017\n\n### Board v1.1\n\n- a',
  ].join('\n\n');
  expect(titlesOf(text)).toEqual(['1.3 | draft', '1.2 | 2017-01-13', '1.1 | 2017-01-06']);
  expect(told(changelog(text))).toHaveLength(1);
});

test('a date in the title is that of the first version if all others have one', () => {
  const title = '# Changelog\n\n# @acme/board (2026-06-01)\n\n';
  const [first, second] = ['## 1.1.0\n\n- b\n\n', '## 1.0.0 - 2026-01-31\n\n- a\n'];
  expect(titlesOf(title + first)).toEqual(['1.1.0 | 2026-06-01']);
  expect(titlesOf(title + first + second)).toEqual(['1.1.0 | 2026-06-01', '1.0.0 | 2026-01-31']);
  expect(titlesOf(title + second)).toEqual(['1.0.0 | 2026-01-31']);
  expect(titlesOf(`${title}## Unreleased\n\n- c\n\n${second}`)).toEqual([
    'Unreleased | draft',
    '1.0.0 | 2026-01-31',
  ]);
});

test('a date in the title does not date one of several versions without a date', () => {
  const text = '# Board, as of 2026-06-01\n\n## 1.1.0\n\n- b\n\n## 1.0.0\n\n- a';
  expect(titlesOf(text)).toEqual(['1.1.0 | draft', '1.0.0 | draft']);
});

test('a date in a heading below an empty version stays the date of that version', () => {
  const text = '# 1.2\n\n## 2026-01-02\n\n# 1.1\n\n## 2026-01-01\n\n# 1.0\n\n- a';
  expect(titlesOf(text)).toEqual(['1.2 | 2026-01-02', '1.1 | 2026-01-01', '1.0 | draft']);
});

test('a heading without text begins no section, and is neither shown nor reported', () => {
  const { releases, notes } = changelog(
    '# \n\n## 1.0.0 - 2026-01-31\n\n### Fixed\n\n- one\n\n###\n\n- two\n\n##\n\nEnd\n',
  );
  expect(releases[0]?.text).toEqual({
    body: '',
    changes: ['one', 'two', 'End'].map((text) => {
      return { type: 'Fixed', content: expect.stringContaining(text) };
    }),
  });
  expect(notes).toEqual([]);
});

test('a title that three headings have in front of a number is that of versions', () => {
  const versions = ['43.0', '43.rc', '42.1', '42.0'];
  const text = versions.map((one) => `Major changes in ${one}\n===\n\n- a\n`).join('\n');
  expect(titlesOf(text)).toEqual(versions.map((one) => `${one} | draft`));
});

test('the order of dates such as 3/4/2026 is that of another date of the file', () => {
  const dated = (...dates: string[]) =>
    titlesOf(dates.map((date, at) => `## 1.${at}.0 - ${date}\n\n- a\n`).join('\n'));
  expect(dated('3/4/2026', '1/31/2026')).toEqual(['1.0.0 | 2026-03-04', '1.1.0 | 2026-01-31']);
  expect(dated('03-04-2026', '31-01-2026')).toEqual(['1.0.0 | 2026-04-03', '1.1.0 | 2026-01-31']);
  expect(dated('3/4/2026')).toEqual(['1.0.0 – 3/4/2026 | draft']);
  expect(dated('3/4/2026', '1/31/2026', '30/1/2026').map((one) => one.slice(-5))).toEqual(
    Array(3).fill('draft'),
  );
});

test('a known title with the version behind it is no version', () => {
  const converted = changelog('## 1.0.0 - 2026-01-31\n\n### Fixed (v1.0.0)\n\n- a\n');
  expect(brief(converted)[0]).toMatchObject({ body: '', changes: ['Fixed: a'] });
  expect(told(converted)).toEqual([]);
});

test('headings of WordPress are read', () => {
  const text =
    '== Changelog ==\n\n= 1.1.0 - 2026-01-31 =\n* Fix: a\n= Version 1.0 =\n* New: b\n\nx = y =\n= z =\n';
  expect(brief(changelog(text))).toMatchObject([
    { version: '1.1.0', day: '2026-01-31', body: expect.stringContaining('Fix: a') },
    { version: '1.0', body: expect.stringMatching(/New: b.*x = y =\s+= z =/s) },
  ]);
  expect(told(changelog(text))).not.toContainEqual(expect.stringContaining('left out'));
});

describe('underlines of reStructuredText', () => {
  test.each(['+', '~', '^', '"', '.'])('a version or a section above %s is a heading', (mark) => {
    const [version, title] = ['1.1.0 (2026-01-31)', 'Bug fixes'];
    const under = (text: string, more = 0) => `${text}\n${mark.repeat(text.length + more)}\n\n`;
    const text = `${under(version, 4)}Text\n\n${under(title)}- b\n\n${under('1.0.0', -1)}- a\n`;
    expect(brief(changelog(`Changelog\n=========\n\n${text}`))).toEqual([
      expect.objectContaining({ body: '<p>Text</p>', day: '2026-01-31' }),
      expect.objectContaining({ version: '1.0.0', state: 'draft' }),
    ]);
    expect(changelog(text).releases[0]?.text.changes).toEqual([
      { type: 'Bug fixes', content: 'b' },
    ]);
  });

  test.each([
    ['is code', 'Run:\n~~~\nnpm ci\n~~~', '<pre><code>npm ci\n</code></pre>'],
    ['is code, as it is much shorter', 'For example\n~~~~\nx\n~~~~', '<pre><code>x\n</code></pre>'],
    [
      'is below two lines',
      'One\nVersion 1.1.0\n+++++++++++++',
      '<p>One\nVersion 1.1.0\n+++++++++++++</p>',
    ],
    ['is a rule', 'One\n++++++++++++++++++++++++', '<p>One\n++++++++++++++++++++++++</p>'],
    ['is in a list', '- Text\n\n  1.1.0\n  +++++', '<p>1.1.0\n+++++</p>'],
    ['has other signs', '1.1.0\n+++~~', '<p>1.1.0\n+++~~</p>'],
  ])('a line that %s makes no heading', (_, text, html) => {
    const converted = changelog(`## 1.2.0 (2026-02-28)\n\n${text}\n`);
    expect(brief(converted)).toMatchObject([{ body: expect.stringContaining(html) }]);
  });

  test('a version below code with tildes stays one', () => {
    const text = '1.1.0\n-----\n\n~~~\n1.0.0\n+++++\n~~~\n\n1.0.0\n+++++\n\n- a\n';
    expect(brief(changelog(text)).map(({ version }) => version)).toEqual(['1.1.0', '1.0.0']);
  });
});
