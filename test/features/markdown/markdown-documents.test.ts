import { expect, test } from 'vitest';
import { markdown } from '../../../src/features/markdown/feature.ts';
import { markdownDocuments } from '../../../src/features/markdown/markdown-documents.ts';
import { type Given, writtenOf } from '../../site/feeds/sources.ts';
import { siteContext, siteWith } from '../../site/site.ts';
import { milestoneEntry, releaseEntry } from '../../support/entries.ts';

const documentsOf = (given: Given) => writtenOf(given, markdownDocuments);

const entry = releaseEntry('a', {
  title: 'Faster *and* calmer',
  version: '2.0.0',
  summary: 'In short.',
  project: 'p-web',
  labels: ['l-speed'],
  updated_at: '2026-03-04T00:00:00.000Z',
  body: `<h2 id="n-why">Why</h2><pre><code class="language-sh">npm ci
npm test
</code></pre><ul><li>One</li><li>Two</li></ul>`,
  changes: [
    { type: 'new', html: 'A <code>thing</code>' },
    { type: 'new', html: 'Another' },
  ],
  attachments: [{ type: 'LINK', title: 'Notes', url: 'https://n.example/' }],
  contributors: [{ id: 'u', name: 'Ada', avatar: null }],
});

test('has every release of the changelog with its whole text under its own heading', async () => {
  const written = await documentsOf({ releases: [entry] });
  expect(written.get('changelog.md')).toBe(`# Sample Changelog

## 2.0.0 – Faster \\*and\\* calmer

- Released: 2 January 2026
- Edited: 4 March 2026
- Version: 2.0.0
- Project: Web
- Labels: Speed
- By: Ada
- Web page: <https://example.com/notes/releases/a/>

In short.

### Why

\`\`\`sh
npm ci
npm test
\`\`\`

- One
- Two

### New

- A \`thing\`
- Another

### Links and files

- [Notes](https://n.example/)
`);
});

test('links from the newest part of the changelog to older ones', async () => {
  const releases = Array.from({ length: 120 }, (_, n) => releaseEntry(`r-${n}`));
  const written = await documentsOf({ releases });
  const [, older = ''] =
    /\[Older\]\(https:\/\/example\.com\/notes\/(changelog\/\w+\.md)\)\n$/.exec(
      written.get('changelog.md') ?? '',
    ) ?? [];
  expect(written.get(older)).toContain('# Sample Changelog');
});

test('llms.txt links to the Markdown version of each entry', async () => {
  const site = siteContext();
  site.config.description = 'What changed.';
  const early = releaseEntry('b', {
    is_pre_release: true,
    released_at: '2026-02-01T00:00:00.000Z',
    title: 'Title of v1.9',
    version: '1.9.0',
  });
  const written = await documentsOf({
    releases: [entry, early],
    milestones: [milestoneEntry('m')],
    site,
  });
  expect(written.get('llms.txt')).toMatch(`# Sample Changelog

> What changed.

## Changelog

- [Title of v1.9](https://example.com/notes/releases/b.md): 1 February 2026, Pre-release
- [Faster \\*and\\* calmer](https://example.com/notes/releases/a.md): 2 January 2026, 2.0.0. In short.

## Roadmap

- [Title of m](https://example.com/notes/roadmap/m.md): Planned

## Optional

- [changelog.md](https://example.com/notes/changelog.md): `);
});

test('llms-full.txt has the full text of each entry under its own heading', async () => {
  const written = await documentsOf({ releases: [entry], milestones: [milestoneEntry('m')] });
  const headings = written.get('llms-full.txt')?.match(/^#+ .*$/gm);
  expect(headings).toEqual([
    '# Sample Changelog',
    '## 2.0.0 – Faster \\*and\\* calmer',
    ...['### Why', '### New', '### Links and files'],
    '# Roadmap',
    '## Title of m',
  ]);
});

test('has the history of milestones, and the releases that shipped them', async () => {
  const place = (status: string) => ({ status, stage: 'PLANNED' });
  const href = 'https://example.com/notes/roadmap/m/';
  const written = await documentsOf({
    releases: [releaseEntry('a', { body: `<p>Here is <a href="${href}">it</a>.</p>` })],
    milestones: [milestoneEntry('m')],
    roadmapLog: [
      { milestone: 'm', at: '2026-02-01T00:00:00.000Z', from: place('Ideas'), to: place('Doing') },
    ],
  });
  const full = written.get('llms-full.txt');
  expect(full).toContain('- From Ideas to Doing: 1 February 2026\n');
  expect(full).toContain(`### Shipped in

- [Title of a](https://example.com/notes/releases/a/): 2 January 2026
`);
  expect(written.get('llms.txt')).toContain(
    '- [roadmap/view/changes/atom.xml](https://example.com/notes/roadmap/view/changes/atom.xml): ',
  );
});

test('has no roadmap if it is off', async () => {
  const site = siteWith({ show: { roadmap: false } });
  const written = await documentsOf({ milestones: [milestoneEntry('m')], site });
  expect([...written.values()].join('')).not.toContain('Title of m');
  expect(written.get('llms.txt')).not.toContain('roadmap');
});

test('lists its documents on the subscribe page', async () => {
  const site = siteContext();
  const listed = markdown.programDocuments?.(site).map(({ path }) => path);
  expect(listed).toEqual(['changelog.md', 'llms.txt', 'llms-full.txt']);
  expect([...(await documentsOf({})).keys()]).toEqual(listed);
});
