import { expect, test } from 'vitest';
import { finishBody } from '../../../src/site/base/html/body.ts';
import { stringsFor } from '../../../src/site/base/strings/languages/languages.ts';
import { fromHtml, writeMarkdown } from '../../../src/site/feeds/markdown/markdown.ts';
import { standalone } from '../../../src/site/releases/feeds/item-html.ts';
import { readRelease } from '../../../src/sources/markdown-folder/read-entry.ts';
import { readableText } from '../../../src/sync/prepare/html/excerpt.ts';
import { cleanHtml, parseBody } from '../../../src/sync/prepare/html/parse-body.ts';
import { prepared } from '../../sync/prepare/html/as-release.ts';
import { changelog, githubBody } from '../convert.ts';

const body = (text: string) => githubBody(text).body;
const warning = '> [!WARNING]\n> The file format changed.\n> Make a backup.\n';

/** A body as it is on pages, in the strings of a language. */
async function finished(html: string, language: string): Promise<string> {
  const { body } = await prepared(html);
  return finishBody(body, (path) => path, stringsFor(language));
}

test.each(['note', 'tip', 'important', 'warning', 'caution'])(
  'marks an alert of kind %s',
  (kind) => {
    const html = `<blockquote class="alert-${kind}">\n<p>Text</p>\n</blockquote>`;
    expect(body(`> [!${kind.toUpperCase()}]\n> Text`)).toBe(html);
    expect(body(`> [!${kind}]  \n>\n> Text`)).toBe(html);
  },
);

test.each([
  ['another word', '> [!DANGER]\n> Text'],
  ['text after the marker', '> [!NOTE] Text'],
  ['no text below it', '> [!NOTE]'],
  ['a marker that is not first', '> Text\n> [!NOTE]'],
  ['a list around it', '- > [!NOTE]\n  > Text'],
  ['a quotation around it', '> > [!NOTE]\n> > Text'],
  ['code', '    > [!NOTE]\n    > Text'],
])('with %s, the text stays as it is written', (_what, text) => {
  expect(body(text)).not.toContain('alert-');
  expect(body(text)).toMatch(/\[!\w+\]/);
});

test('an alert keeps its blocks, lists and links', () => {
  expect(body('> [!TIP]\n> - a\n> - [b](https://b.example)\n>\n> c')).toContain('<p>c</p>');
  expect(body('> [!TIP]\n> Use [b].\n\n[b]: https://b.example')).toContain(
    '<p>Use <a href="https://b.example">b</a>.</p>',
  );
});

test('changelogs and Markdown files have alerts as well', () => {
  const [release] = changelog(`## 1.0.0 - 2026-01-31\n\n${warning}`).releases;
  expect(release?.text.body).toContain('<blockquote class="alert-warning">');
  const { row } = readRelease('a.md', 'a.md', `---\nreleased_at: 2026-01-31\n---\n${warning}`, {
    sanitise: cleanHtml,
    timeZone: 'UTC',
    project: null,
  });
  expect(row.body).toContain('<blockquote class="alert-warning">');
});

test('an alert begins with its word on pages, in feeds and in Markdown, but not in excerpts', async () => {
  const html = body(warning);
  const page = await finished(html, 'en');
  expect(page).toContain(
    '<blockquote class="alert-warning"><p><strong>Warning</strong></p>\n<p>The file format changed.',
  );
  expect(standalone(page, 'https://example.com/a/')).toContain('<strong>Warning</strong>');
  expect(writeMarkdown(fromHtml(page))).toMatch(
    /^> \*\*Warning\*\*\n>\n> The file format changed\./,
  );
  expect(readableText(parseBody(html))).toBe('The file format changed. Make a backup.');
});

test.each(['ar', 'de', 'en', 'es', 'fr', 'it', 'ja', 'pt-BR', 'zh-Hans'])(
  'in %s, each kind of alert has a word of its own',
  async (language) => {
    const { alerts } = stringsFor(language);
    expect(new Set(Object.values(alerts)).size).toBe(5);
    expect(await finished(body(warning), language)).toContain(`<strong>${alerts.warning}</strong>`);
  },
);

test('an alert with an id or a language has its word, and no other class passes', async () => {
  const html = '<blockquote lang="en" class="alert-tip" id="a"><p>x</p></blockquote>';
  expect(await finished(html, 'en')).toContain('<p><strong>Tip</strong></p><p>x</p>');
  expect((await prepared('<blockquote class="alert-x hero">x</blockquote>')).body).toBe(
    '<blockquote>x</blockquote>',
  );
});
