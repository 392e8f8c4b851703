import { expect, test } from 'vitest';
import { allDocuments } from '../../../../src/pages/_all-documents.ts';
import { writeMarkdown } from '../../../../src/site/feeds/markdown/markdown.ts';
import {
  releaseBlocks,
  releaseMarkdown,
} from '../../../../src/site/releases/feeds/entry-markdown.ts';
import { milestoneEntry, releaseEntry } from '../../../support/entries.ts';
import { siteContext } from '../../site.ts';
import { writtenOf } from '../sources.ts';

const place = (status: string) => ({ status, stage: 'PLANNED' });
const asset = { file: 'hero.png', width: 8, height: 4, bytes: 4321 };
const entry = releaseEntry('a', {
  title: 'Faster *and* calmer',
  version: '2.0.0',
  summary: 'In short.',
  project: 'p-web',
  labels: ['l-speed'],
  hero: { type: 'image', asset },
  updated_at: '2026-03-04T00:00:00.000Z',
  body: `<h2 id="n-why">Why</h2><p>See <a href="#n-why">above</a> and <a href="https://x.example/">there</a>.</p>
<pre aria-label="waymark-label:code" tabindex="0" role="group"><code class="language-sh"><span class="f">npm</span> ci
</code></pre>
<div aria-label="waymark-label:table" class="table-box"><table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td>a|b</td></tr></tbody></table></div>
<p><del>old</del></p>`,
  changes: [
    { type: 'new', html: 'A <code>thing</code>' },
    { type: 'new', html: 'Another' },
  ],
  attachments: [{ type: 'LINK', title: 'Notes', url: 'https://n.example/' }],
  contributors: [{ id: 'u', name: 'Ada', avatar: null }],
});

test('has the whole text, which is cut only in documents with many releases', () => {
  const long = releaseEntry('a', { body: `<p>${'word '.repeat(20_000)}end</p>`, summary: 'Short' });
  const inMany = writeMarkdown(releaseBlocks(long, siteContext(), 2));
  expect(releaseMarkdown(long, siteContext())).toMatch(/word end\n$/);
  expect(inMany).not.toContain('word');
  expect(inMany).toMatch(/\[Read more\]\(https:\/\/example\.com\/notes\/releases\/a\/\)\n$/);
});

test('writes a release in Markdown, with absolute dates and URLs', () => {
  expect(releaseMarkdown(entry, siteContext())).toBe(`# Faster \\*and\\* calmer

- Released: 2 January 2026
- Edited: 4 March 2026
- Version: 2.0.0
- Project: Web
- Labels: Speed
- By: Ada
- Web page: <https://example.com/notes/releases/a/>

In short.

![Picture for “Faster \\*and\\* calmer”](https://example.com/notes/assets/hero.png)

## Why

See [above](https://example.com/notes/releases/a/#n-why) and [there](https://x.example/).

\`\`\`sh
npm ci
\`\`\`

| A | B    |
| - | ---- |
| 1 | a\\|b |

~~old~~

## New

- A \`thing\`
- Another

## Links and files

- [Notes](https://n.example/)
`);
});

const noted = releaseEntry('a', {
  body: `<p>Text<sup><a href="#n-fn-1">1</a></sup>, see<sup><a href="#n-fn-9">9</a></sup>, x<sup>2</sup>.</p>
<div id="n-fn-1"><sup>1</sup> The <em>first</em> note.</div>`,
  changes: [
    {
      type: 'new',
      html: '<p>An item<sup><a href="#n-fn-2">2</a></sup></p><div id="n-fn-2"><sup>2</sup> <p>One.</p><p>Two.</p></div>',
    },
  ],
});

test('footnotes are those of Markdown, and a reference without one is a link to the page', () => {
  expect(releaseMarkdown(noted, siteContext())).toContain(`
Text[^1], see[9](https://example.com/notes/releases/a/#n-fn-9), x2.

[^1]: The *first* note.

## New

- An item[^2]

  [^2]: One.

      Two.
`);
});

test('footnotes have labels of their release in documents with many', () => {
  const written = writeMarkdown(releaseBlocks(noted, siteContext(), 2));
  expect(written).toContain('Text[^a-1], see');
  expect(written).toContain('\n[^a-1]: The *first* note.\n');
});

test('writes a milestone in Markdown, with its history and the releases that shipped it', async () => {
  const milestone = milestoneEntry('m', {
    body: '<p>Words</p>',
    started_at: '2026-02-01T00:00:00.000Z',
  });
  const link = '<a href="https://example.com/notes/roadmap/m/" rel="noopener">it</a>';
  const given = {
    releases: [releaseEntry('a', { title: 'A *star*', body: `<p>Here is ${link}.</p>` })],
    milestones: [milestone],
    roadmapLog: [
      { milestone: 'm', at: '2026-01-05T00:00:00.000Z', from: null, to: place('Ideas') },
      {
        milestone: 'm',
        at: '2026-02-01T00:00:00.000Z',
        from: place('Ideas'),
        to: place('Doing'),
      },
    ],
  };
  const told = (level: string) => `${level} Title of m

- Status: Planned
- Added to the roadmap: 5 January 2026
- From Ideas to Doing: 1 February 2026
- Web page: <https://example.com/notes/roadmap/m/>

Words

${level}# Shipped in

- [A \\*star\\*](https://example.com/notes/releases/a/): 2 January 2026
`;
  const written = await writtenOf(given, allDocuments);
  expect(written.get('roadmap/m.md')).toBe(told('#'));
  const plain = await writtenOf({ milestones: [milestone] }, allDocuments);
  expect(plain.get('roadmap/m.md')).toBe(`# Title of m

- Status: Planned
- Added: 1 January 2026
- Started: 1 February 2026
- Web page: <https://example.com/notes/roadmap/m/>

Words
`);
});
