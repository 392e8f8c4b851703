import { expect, test } from 'vitest';
import { readRelease } from '../../src/sources/markdown-folder/read-entry.ts';
import { toRows } from '../../src/sources/past-rows.ts';
import type { SourceRow } from '../../src/sources/source.ts';
import { cleanHtml } from '../../src/sync/prepare/html/parse-body.ts';
import type { Row } from '../support/rows.ts';
import { prepared } from '../sync/prepare/html/as-release.ts';
import { attacks } from '../sync/prepare/html/attacks.ts';
import { hostileBodies } from '../sync/prepare/html/hostile-bodies.ts';
import { wrongsOf } from '../sync/prepare/html/wrongs-of.ts';
import { memorySource, startSources } from '../sync/read/sources/start-sources.ts';
import { convertGitHub } from './convert.ts';
import { readReleases } from './markdown-folder/read-folder.ts';

const bodies: readonly string[] = [...Object.values(hostileBodies).flat(), ...attacks];
const dated = 'released_at: 2026-01-31\n';

const repository = { host: 'https://github.com', name: 'acme/board' };

/** The HTML as a heading, in a change and as a block. */
const inMarkdown = (html: string) => `# ${html}\n\n## Added\n\n- ${html}\n\n## ${html}\n\n${html}`;

/** What is not allowed in the HTML of a release once it is in the content folder. */
async function wrongsIn(row: SourceRow | undefined): Promise<string[]> {
  const changes = (row?.changes ?? []) as { content: string }[];
  const contents = changes.map(({ content }) => content).join('\n');
  const { body, change } = await prepared(String(row?.body), contents);
  return [...wrongsOf(body), ...wrongsOf(change)];
}

test.each(bodies)('a Markdown file keeps only what is allowed of %j', async (html) => {
  const source = `---\n${dated}---\n${inMarkdown(html)}\n`;
  const options = { sanitise: cleanHtml, timeZone: 'UTC', project: null, repository };
  expect(await wrongsIn(readRelease('a.md', 'a.md', source, options).row)).toEqual([]);
});

test.each(bodies)('a release on GitHub keeps only what is allowed of %j', async (html) => {
  const html_url = 'https://github.com/acme/board/releases/tag/v1.0.0';
  const row = { id: 1, tag_name: html, html_url, name: html, created_at: '2020-01-01T00:00:00Z' };
  const { releases } = convertGitHub([{ ...row, body: inMarkdown(html) }], { sanitise: cleanHtml });
  expect(await wrongsIn(toRows(releases, 'board')[0])).toEqual([]);
});

test.each(bodies)('references in %j are links to the repository’s host only', (html) => {
  const source = `---\n${dated}---\n${inMarkdown(`#12 @a ${html} #12 @a 5304da0`)}\n`;
  const hostsOf = (linked: typeof repository | undefined) => {
    const options = { sanitise: cleanHtml, timeZone: 'UTC', project: null, repository: linked };
    const text = JSON.stringify(readRelease('a.md', 'a.md', source, options).row);
    return new Set(
      Array.from(text.matchAll(/href=\\"([^"?#/]*\/\/[^"?#/]*)/g), ([, host]) => host),
    );
  };
  const own = hostsOf(undefined);
  expect([...hostsOf(repository)].filter((host) => !own.has(host))).toEqual([
    ...(own.has(repository.host) ? [] : [repository.host]),
  ]);
});

test('files with hostile bodies are read, or refused because of their pictures alone', async () => {
  const files = bodies.map((html, n) => [`${n}.md`, `---\n${dated}---\n${html}\n`]);
  const { releases, unreadable } = await readReleases(Object.fromEntries(files));
  expect(releases.length + unreadable.length).toBe(bodies.length);
  expect(releases.length).toBeGreaterThan(bodies.length / 2);
  const picture =
    /^releases\/\d+\.md: .* (?:is outside the folder of that file\. Use a path inside that folder|cannot be read \(\w+\)\. Check its name)\.$/s;
  expect(unreadable.filter(({ why }) => !picture.test(why))).toEqual([]);
});

test('hostile texts in front matter are read with safe slugs, or are errors with a line', async () => {
  const fields = (html: string) => {
    const text = JSON.stringify(html);
    return `title: ${text}\nproject: ${text}\nlabels: [${text}]\nsummary: ${text}\ncontributors: [${text}]\n`;
  };
  const files = bodies.map((html, n) => [`${n}.md`, `---\n${dated}${fields(html)}---\nText.\n`]);
  const { releases, unreadable } = await readReleases(Object.fromEntries(files));
  expect(releases.length + unreadable.length).toBe(bodies.length);
  expect(unreadable.filter(({ why }) => !/^releases\/\d+\.md, line \d+: /.test(why))).toEqual([]);
  await using it = await startSources();
  const source = memorySource('markdown releases', { releases: releases as unknown as Row[] });
  const report = await it.sync([source]);
  expect(report.releases.total + report.quarantined.length).toBe(releases.length);
  const content = await it.content();
  const slugs = [...content.releases.values(), ...content.projects, ...content.labels];
  expect(slugs.filter(({ slug }) => !/^[a-z\d]+(?:-[a-z\d]+)*$/.test(slug))).toEqual([]);
});

test('hostile front matter causes errors of its file only', async () => {
  const files = bodies.map((html, n) => [`${n}.md`, `---\n${html}\n---\nText.\n`]);
  const { releases, unreadable } = await readReleases(Object.fromEntries(files));
  expect(releases).toEqual([]);
  expect(unreadable.map(({ file }) => file).toSorted()).toEqual(
    files.map(([name]) => `releases/${name}`).toSorted(),
  );
});
