import { describe, expect, test } from 'vitest';
import { cleanHtml as sanitise } from '../../src/sync/prepare/html/parse-body.ts';
import { brief, changelog, convertGitHub, told } from './convert.ts';

const github = (body: string) => {
  const row = { id: 1, tag_name: 'v1.0.0', created_at: '2026-01-01T00:00:00Z', body };
  const { releases, notes } = convertGitHub([row], { sanitise });
  return { text: releases[0]?.text ?? { body: '', changes: [] }, notes };
};
const contents = (body: string) => github(body).text.changes.map(({ content }) => content);
const versionsOf = (text: string) =>
  changelog(text).releases.map(({ version, at, state }) =>
    [version, state === 'released' ? at.slice(0, 10) : state].join(' '),
  );

describe('dates', () => {
  test.each([
    '_2026-03-08_',
    '**Date**: 2026-03-08',
    'Date: 2026-03-08',
    '> Published 8 March 2026',
    '`2026-03-08`',
    '* Release Mar 8, 2026',
    'Mar 8, 2026',
    '_Released March 8 , 2026_',
    'Released on 2026-03-08.',
    '<!-- generated -->\n\n_Mar 8, 2026_',
    '2026.03.08',
    '8.3.2026',
    'Released 2026-03-08T10:30:00Z',
    'Sunday, 8th of March 2026',
    '（２０２６－０３－０８）',
    '发布日期：2026年3月8日',
    'Veröffentlicht am 2026-03-08',
  ])('reads %j below a heading, and leaves the line out', (line) => {
    const converted = changelog(`## Version 2.1.0\n\n${line}\n\n * Boards can be sorted.\n`);
    expect(brief(converted)).toMatchObject([
      {
        day: '2026-03-08',
        state: 'released',
        body: expect.stringMatching(/^<ul>\n<li>\s*(?:<p>)?Boards can be sorted\./),
      },
    ]);
  });

  test('keeps the line if it says more', () => {
    const converted = changelog('## 2.1.0\n\n_2026-03-08_ by Ada\n\n- One\n');
    expect(brief(converted)).toMatchObject([
      { day: '2026-03-08', body: expect.stringContaining('by Ada') },
    ]);
  });

  test.each(['Fixes a bug of 2026-03-08', '2026-03-08 was a hard day'])(
    'reads no date from %j',
    (line) => {
      expect(versionsOf(`## 2.1.0\n\n${line}\n`)).toEqual(['2.1.0 draft']);
    },
  );

  test('refuses an ambiguous date below a heading, with its line', () => {
    expect(told(changelog('## 2.1.0\n\n03/04/2026\n'))).toEqual([
      expect.stringMatching(/^1 2\.1\.0: 03\/04\/2026 is not a date/),
    ]);
  });

  test('prefers the date below a heading to that of a tag', () => {
    const { releases } = changelog('## 2.1.0\n\n_2026-03-08_\n');
    expect(releases[0]?.at).toMatch(/^2026-03-08/);
  });

  test.each([
    '1.0.0 (2026-02-20T10:00:00+02:00)',
    '1.0.0 - 2026-02-20 23:30:00 +0200',
    '1.0.0 (2026-02-20 10:00)',
    '1.0.0 (2026.02.20)',
    '1.0.0, 20-Feb-2026',
    '1.0.0 | Fri, 20 Feb 2026 10:00:00 GMT',
    '【1.0.0】（2026-02-20）',
    'ｖ１．０．０ 2026年2月20日',
    ':rocket: 1.0.0 - 2026-02-20',
  ])('reads the heading %j', (heading) => {
    expect(versionsOf(`## ${heading}\n\n- One\n`)).toEqual(['1.0.0 2026-02-20']);
    expect(changelog(`## ${heading}\n`).releases[0]?.title).toBe('1.0.0');
  });
});

describe('versions', () => {
  test('a heading of the same level belongs to the version above', () => {
    const converted = changelog(
      '# Changelog\n\n## 2.0.0 (2026-05-16)\n\n## Changes\n\n### New Features\n\n* Maps\n\n## Docs\n\n* A guide\n\n## 1.9.0 (2026-01-10)\n\n- Old\n',
    );
    expect(brief(converted)).toMatchObject([
      { version: '2.0.0', changes: ['New Features: Maps', 'Docs: A guide'] },
      { version: '1.9.0' },
    ]);
  });

  test('a version may have a lower level than its neighbours', () => {
    expect(
      versionsOf(
        '### 1.5.5.0 - 2026-02-10\n* a\n\n#### 1.5.4.1 - 2026-02-01\n* b\n\n### 1.5.4.0 - 2026-01-05\n* c\n',
      ),
    ).toEqual(['1.5.5.0 2026-02-10', '1.5.4.1 2026-02-01', '1.5.4.0 2026-01-05']);
  });

  test('a heading that resembles a version is shown with the version above, and named', () => {
    const converted = changelog(
      '## 2.0.0 - 2026-02-01\n\n#### 1.9.0 is still supported\n\nWords\n',
    );
    expect(brief(converted)).toMatchObject([{ body: expect.stringMatching(/supported.*Words/s) }]);
    expect(told(converted)).toEqual([
      '3 “1.9.0 is still supported”: looks like a version; it is shown as a part of 2.0.0',
    ]);
  });

  test('at the level of the version above, a name with a number is reported', () => {
    const below = (heading: string, level = 2) =>
      changelog(`## 2.0.0 - 2026-02-01\n\n- a\n\n${'#'.repeat(level)} ${heading}\n\n- b\n`);
    const names = ['Board-1.2.3', 'Board/1.2.3', 'libboard1.2.3', 'log4j 2.17', 'Board 1.9 (May)'];
    for (const name of names)
      expect(told(below(name))).toEqual([
        `5 “${name}”: looks like a version; it is shown as a part of 2.0.0`,
      ]);
    const sentences = ['Upgrade to 1.9', 'Works with Node 18.1 and newer', 'Node 18'];
    for (const text of sentences) expect(told(below(text))).toEqual([]);
    expect(told(below('Board-1.2.3', 3))).toEqual([]);
  });

  test('a package below a version of the whole is a section of it, unless it has a date', () => {
    const text =
      '## 9.5.0\n\n_Oct 9, 2026_\n\n### `@acme/board@9.5.0`\n\n- One\n\n### `@acme/lab@9.0.0-beta.10`\n\n- Two\n\n### `@acme/app@1.2.0`\n\n_Oct 8, 2026_\n\n- Three\n';
    const converted = changelog(text);
    expect(versionsOf(text)).toEqual(['9.5.0 2026-10-09', '1.2.0 2026-10-08']);
    expect(JSON.stringify(converted.releases[0])).toMatch(/board@9\.5\.0.*One.*lab@9\.0.*Two/);
    expect(converted.leftOut).toBe(0);
    expect(told(converted)).toEqual([
      '5 headings are shown as parts of the versions above them (2): “@acme/board@9.5.0”, “@acme/lab@9.0.0-beta.10”',
    ]);
  });

  test('packages below versions of the whole are one note for the file, with the first names', () => {
    const packages = (of: string, names: string) =>
      [...names].map((name) => `### \`@acme/${name}@${of}\`\n\n- One\n`).join('\n');
    const text = `## 9.5.0 (2026-10-09)\n\n${packages('9.5.0', 'abc')}\n## 9.4.0 (2026-09-09)\n\n${packages('9.4.0', 'ab')}\n#### 9.4.0 is the last\n`;
    expect(told(changelog(text))).toEqual([
      '3 headings are shown as parts of the versions above them (5): “@acme/a@9.5.0”, “@acme/b@9.5.0”, “@acme/c@9.5.0”, and 2 more',
      '25 “9.4.0 is the last”: looks like a version; it is shown as a part of 9.4.0',
    ]);
  });

  test('a link after the version is an attachment, and no name', () => {
    const [dated, undated] = changelog(
      '### 2.30.0 [Full changelog](https://example.com/2.30.0) - 2026-01-26\n* a\n\n### 2.29.3 [See all](https://example.com/2.29.3)\n* Release Jan 6, 2026\n* b\n',
    ).releases;
    expect(dated).toMatchObject({
      title: '2.30.0',
      attachments: [{ content: { title: 'Full changelog', url: 'https://example.com/2.30.0' } }],
    });
    expect(undated).toMatchObject({ title: '2.29.3', text: { body: '<ul>\n<li>b</li>\n</ul>' } });
  });

  test.each([
    ['Acme Client 3.6.10 (2026-03-29)', '3.6.10', '3.6.10'],
    ['Acme Board Client v3.6.10', '3.6.10', '3.6.10'],
    ['2.0.0 RTM', '2.0.0', '2.0.0 – RTM'],
    ['2.0.0-1 Prerelease', '2.0.0-1', '2.0.0-1 – Prerelease'],
    ['2.0.0 -1 Prerelease', '2.0.0-1', '2.0.0-1 – Prerelease'],
  ])('reads %j', (heading, version, title) => {
    expect(changelog(`## ${heading}\n\n- One\n`).releases).toMatchObject([{ version, title }]);
  });

  test('a dependency in the heading of a section is no version', () => {
    expect(
      versionsOf(
        '## 2.0.0 - 2026-01-01\n\n### Support for React 19.0.0\n\n- a\n\n### Node Support 18.0.0\n\n- b\n',
      ),
    ).toEqual(['2.0.0 2026-01-01']);
  });
});

describe('structure', () => {
  test('headings inside list items and quotations cut nothing', () => {
    const converted = changelog(
      '## 2.0.0 (2026-03-01)\n\n### Major Changes\n\n- abc: Big change\n\n  ## Migration\n\n  Do this.\n\n- Another\n\n> ## Quoted\n\n### Patch Changes\n\n- fix\n',
    );
    expect(brief(converted)[0]?.changes).toEqual([
      'Major Changes: <p>abc: Big change</p>\n<h2>Migration</h2>\n<p>Do this.</p>',
      'Major Changes: Another',
      'Major Changes: <blockquote>\n<h2>Quoted</h2>\n</blockquote>',
      'Patch Changes: fix',
    ]);
  });

  test('an element keeps its headings and lists', () => {
    const { text } = github(
      'Intro.\n\n<details>\n<summary>All</summary>\n\n### Added\n\n- Inside\n\n</details>\n\nAfter.\n\n### Fixed\n\n- A crash\n',
    );
    expect(text.body).toMatch(/<details>.*<h3>Added<\/h3>.*Inside.*<\/details>.*After\./s);
    expect(text.changes).toEqual([{ type: 'Fixed', content: 'A crash' }]);
  });

  test('an element that is not closed swallows no version, and is named', () => {
    const converted = changelog(
      '## 2.0.0 - 2026-02-01\n\n<details>\n<summary>Older versions</summary>\n\n## 1.0.0 - 2026-01-01\n\n- One\n\n</details>\n',
    );
    expect(brief(converted)).toMatchObject([
      { version: '2.0.0', body: expect.stringContaining('Older versions') },
      { version: '1.0.0', body: expect.stringContaining('One') },
    ]);
    expect(told(converted)).toEqual([
      '3 <details> is not closed, so it was closed at the end of its version',
    ]);
  });

  test('footnotes and link definitions reach the texts that refer to them', () => {
    const { text, notes } = github(
      'Text[^1] and [docs].\n\n### Added\n\n- An item[^2]\n\n[^1]: The *first* note.\n[^2]: The second note.\n\n    With more.\n\n[docs]: https://example.com\n',
    );
    expect(text.body).toBe(
      '<p>Text<sup><a href="#fn-1">1</a></sup> and <a href="https://example.com">docs</a>.</p>\n<div id="fn-1"><sup>1</sup> The <em>first</em> note.</div>',
    );
    expect(text.changes[0]?.content).toMatch(/An item.*href="#fn-2".*The second note.*With more/s);
    expect(notes).toEqual([]);
  });

  test('a footnote is shown once, and one that nothing refers to is named', () => {
    const { text, notes } = github('One[^a], two[^a].\n\n[^a]: Note.\n[^b]: Lost.\n');
    expect(text.body.split('Note.')).toHaveLength(2);
    expect(notes).toMatchObject([
      {
        what: 'v1.0.0: left out the footnote “[^b]: Lost.”, because no text refers to it',
        isLeftOut: true,
      },
    ]);
  });
});

describe('raw tags', () => {
  test.each([
    'textarea',
    'script',
    'style',
    'title',
    'template',
    'xmp',
    'plaintext',
    'noscript',
    'select',
    'svg',
    'math',
    'iframe',
    'video',
    'T',
  ])('<%s> is shown as text, and swallows nothing', (name) => {
    for (const start of ['Use ', '']) {
      const { body } = github(`${start}<${name}> here.\n\nSecond.\n`).text;
      expect(body).toBe(`<p>${start}&#x3C;${name}> here.</p>\n<p>Second.</p>`);
    }
  });

  test('tags that HTML knows are dropped, and their text stays', () => {
    expect(contents('### Fixed\n\n- a <center>b</center> <font color="red">c</font>\n')).toEqual([
      'a b c',
    ]);
  });

  test('generics are text', () => {
    expect(contents('### Fixed\n\n- Array<T> and Map<string, List<T>>\n')).toEqual([
      'Array&#x3C;T> and Map&#x3C;string, List&#x3C;T>>',
    ]);
  });

  test('a player with an address stays, and swallows nothing', () => {
    const { body } = github('Watch <video src="https://example.com/a.mp4"> now.\n').text;
    expect(body).toBe('<p>Watch <video src="https://example.com/a.mp4"></video> now.</p>');
  });

  test.each(['<!-- a', '<pre>a', '<?php a', '<![CDATA[ a', '<!doctype a'])(
    '%s without an end is shown as text',
    (start) => {
      const { text } = github(`${start}\n\n## Added\n\n- One\n`);
      expect(text.changes).toMatchObject([{ content: 'One' }]);
      expect(text.body).toContain('a');
    },
  );

  test('a class of code that is not known is dropped quietly', () => {
    const { text, notes } = github('```{image} logo.png\n:alt: logo\n```\n');
    expect(text.body).toBe('<pre><code>:alt: logo\n</code></pre>');
    expect(notes).toEqual([]);
  });
});

describe('sections', () => {
  test.each([
    ['**Improvements**\n- One', 'Improvements'],
    ['__Bugfixes__\n\n* One', 'Bugfixes'],
    ['**Fixed:**\n- One', 'Fixed'],
    ['Bug fixes:\n\n- One', 'Bug fixes'],
    ['- Added\n  - One', 'Added'],
    ['1. **Fixes**\n   - One', 'Fixes'],
    ['### Behoben\n- One', 'Behoben'],
    ['### 追加\n- One', '追加'],
    ['### إصلاحات\n- One', 'إصلاحات'],
    ['### Backwards-incompatible Changes\n- One', 'Backwards-incompatible Changes'],
    ['### Backwards incompatibilities\n- One', 'Backwards incompatibilities'],
    ['**Under the hood**\n- One', 'Under the hood'],
    ['Features\n- One', 'Features'],
    ['## 1. Bug fixes\n\n* One', 'Bug fixes'],
    ['### Fixed {#fixed}\n- One', 'Fixed'],
    ['### Added (v1.0.0)\n- One', 'Added'],
    ['### Fix\n- One', 'Fix'],
    ['### 修复 (Fixed)\n- One', '修复 (Fixed)'],
    ['### Added (Добавлено)\n- One', 'Added (Добавлено)'],
    ['### Bug 修复\n1. One', 'Bug 修复'],
  ])('%j has changes of the type %s', (markdown, type) => {
    expect(github(markdown).text).toEqual({ body: '', changes: [{ type, content: 'One' }] });
  });

  test.each([
    '**Some words**\n- One',
    '**Fixed** by Ada\n- One',
    '- Added\n- One',
    '- Parser\n  - One\n- Fixed\n  - Two',
    'Some words\n- One',
    'Fixed\nby Ada\n- One',
    '### Words (Fixed) and more\n- One',
    'Fixed:\n\nOne',
  ])('%j is the body', (markdown) => {
    expect(github(markdown).text.changes).toEqual([]);
  });

  test('text below the list of such a heading stays in the body', () => {
    expect(github('**Fixed**\n- One\n\nThanks!').text).toEqual({
      body: '<p>Thanks!</p>',
      changes: [{ type: 'Fixed', content: 'One' }],
    });
  });

  test('a list in which most items are known titles has a type for each item', () => {
    expect(github('- Fixed\n  - One\n- Parser\n  - Two\n- Added\n  - Three').text).toEqual({
      body: '',
      changes: [
        { type: 'Fixed', content: 'One' },
        { type: 'Parser', content: 'Two' },
        { type: 'Added', content: 'Three' },
      ],
    });
  });

  test('a breaking change below the heading of another section is one', () => {
    const text = '### Chore\n- One\n\n#### ⚠️ Breaking Changes\n- Two\n\n#### Tools\n- Three\n';
    expect(github(text).text.changes).toEqual([
      { type: 'Chore', content: 'One' },
      { type: 'Breaking Changes', content: 'Two' },
      { type: 'Chore', content: '<strong>Tools:</strong> Three' },
    ]);
  });

  test('a breaking change keeps the headings above it, apart from another type', () => {
    const text = '### Added\n\n#### Parser\n\n##### Breaking Changes\n- One\n';
    const { changes } = github(text).text;
    expect(changes).toEqual([
      { type: 'Breaking Changes', content: '<strong>Parser:</strong> One' },
    ]);
  });

  test('a section of which only a breaking change is left is in the report', () => {
    const text = '## 1.0.0 (2026-01-31)\n\n### Added\n\n#### Breaking Changes\n- One\n';
    const { releases, notes } = changelog(text);
    expect(releases[0]?.text.changes).toEqual([{ type: 'Breaking Changes', content: 'One' }]);
    expect(notes).toEqual([{ line: 3, what: '“Added”: has no text below it' }]);
  });

  test('text below a rule is no part of the section above it', () => {
    expect(
      github('### Fixed\n- One\n\n---\nMade with care.\n\n### Added\n- Two\n\n---\n').text,
    ).toEqual({
      body: '<hr>\n<p>Made with care.</p>',
      changes: [
        { type: 'Fixed', content: 'One' },
        { type: 'Added', content: 'Two' },
      ],
    });
  });

  test('headings inside a section are repeated in front of its changes', () => {
    expect(contents('## Fixed\n\n### Layers\n\n#### Popups\n\n- One\n')).toEqual([
      '<strong>Layers: Popups:</strong> One',
    ]);
  });
});
