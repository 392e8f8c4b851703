import { expect, test } from 'vitest';
import { markdownDocuments } from '../../../src/features/markdown/markdown-documents.ts';
import { languages, stringsFor } from '../../../src/site/base/strings/languages/languages.ts';
import { writtenOf } from '../../site/feeds/sources.ts';
import { siteWith } from '../../site/site.ts';
import { brief, changelog, fixture } from '../../sources/convert.ts';
import { releaseEntry } from '../../support/entries.ts';
import { prepared } from '../../sync/prepare/html/prepared.ts';

/** `/changelog.md` of a site that was made from a changelog. */
async function markdownOf(text: string, locale = 'en'): Promise<string> {
  const released = changelog(text).releases.filter(({ state }) => state === 'released');
  const releases = released.map(({ id, title, version, at, on, text: { body, changes } }) =>
    releaseEntry(id, {
      ...{ title, version, released_at: at, ...(on !== undefined && { released_on: on }) },
      body: prepared(body),
      changes: changes.map(({ content }) => ({ type: 'new', html: prepared(content) })),
    }),
  );
  const site = siteWith({ locale }, { strings: stringsFor(locale) });
  return (await writtenOf({ releases, site }, markdownDocuments)).get('changelog.md') ?? '';
}

function versionsOf(text: string): string[] {
  const released = brief(changelog(text)).filter(({ state }) => state === 'released');
  return released.map(({ version, day }) => `${version} ${day}`);
}

test.each([
  ...['codenames', 'git-cliff', 'keep-a-changelog', 'release-please', 'semantic-release'],
])('/changelog.md of %s has the versions and days of its source', async (name) => {
  const text = fixture(name);
  expect(versionsOf(text)).not.toEqual([]);
  expect(versionsOf(await markdownOf(text))).toEqual(versionsOf(text));
});

test.each(languages)('/changelog.md in %s can be converted', async (locale) => {
  const text = '## 2.0.0-rc.1 - 2026-11-30\n\n- Two\n\n## 1.10.0 - 2026-02-01\n\n- One\n';
  expect(versionsOf(await markdownOf(text, locale))).toEqual(versionsOf(text));
});

test('/changelog.md has the version of a release whose title does not name it', async () => {
  const release = releaseEntry('a', { title: 'Faster', version: '2.0.0' });
  const written = await writtenOf({ releases: [release] }, markdownDocuments);
  expect(versionsOf(written.get('changelog.md') ?? '')).toEqual(['2.0.0 2026-01-02']);
});

test('code, lists, headings and footnotes of a text are the same after a conversion', async () => {
  const text = `## 1.0.0 - 2026-01-31

Run this:

\`\`\`sh
npm ci
npm test
\`\`\`

### How to update

1. Stop it.
2. Start it[^1].

[^1]: Or wait.
`;
  const [before] = brief(changelog(text));
  const [after] = brief(changelog(await markdownOf(text)));
  expect(after?.body.replace(/^<ul>.*?<\/ul>\n/s, '')).toBe(before?.body);
});
