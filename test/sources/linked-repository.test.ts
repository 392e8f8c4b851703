import { expect, test } from 'vitest';
import { openFrom } from './open-from.ts';
import { sourceFolder } from './source-folder.ts';

const dated = '---\nreleased_at: 2026-01-31\n---\n';
const text = 'Line one #12\nline two `#13`, thanks @mira-k\n';
const files = {
  'CHANGELOG.md': `## 1.0.0 - 2026-01-31\n\n${text}\n### Added\n\n- A board (#14)[^1], see [guide](docs/guide.md) ![Board](docs/board.png)\n\n[^1]: See #15\n`,
  'releases/a.md': `${dated}${text}\n[b](b.md)\n`,
  'roadmap/b.md': `---\ntitle: Boards\n---\n${text}\n[plan](/plan.md)\n`,
};

/** The texts of all rows of these sources. */
async function textsOf(options: string, api = 'https://api.github.com'): Promise<string[]> {
  await using folder = await sourceFolder(files);
  const { sources } = await openFrom(
    folder.path,
    `workspace: { id: w, name: W }\nsources:\n  - changelog: CHANGELOG.md\n${options}  - markdown: releases\n    roadmap: roadmap\n${options}`,
    { GITHUB_API_URL: api },
  );
  const read = await Promise.all(
    sources.flatMap((source) => (source === 'api' ? [] : [source.read()])),
  );
  return read.flatMap(({ releases, milestones }) =>
    [...releases, ...milestones].map(({ body, changes = [] }) =>
      [String(body), ...(changes as { content: string }[]).map(({ content }) => content)].join(''),
    ),
  );
}

test('changelogs and Markdown files have links with a repository, and text without one', async () => {
  const linked = await textsOf('    repository: acme/board\n');
  expect(linked).toHaveLength(3);
  for (const html of linked) {
    expect(html).toContain('<a href="https://github.com/acme/board/issues/12">#12</a>\nline two');
    expect(html).toContain('<code>#13</code>, thanks <a href="https://github.com/mira-k">');
  }
  for (const number of [14, 15]) expect(linked.join('')).toContain(`issues/${number}">`);
  for (const html of await textsOf('')) expect(html).not.toContain('<a href="http');
});

test('relative links lead to the files of the repository, relative pictures of a changelog too', async () => {
  const linked = (await textsOf('    repository: acme/board\n')).join('');
  const pages = 'href="https://github.com/acme/board/blob/HEAD';
  expect(linked).toContain(`${pages}/docs/guide.md">guide</a>`);
  expect(linked).toContain('src="https://github.com/acme/board/raw/HEAD/docs/board.png"');
  expect(linked).toContain(`${pages}/releases/b.md">b</a>`);
  expect(linked).toContain(`${pages}/plan.md">plan</a>`);
  expect((await textsOf('')).join('')).toContain('href="docs/guide.md"');
});

test('links go to the GitHub Enterprise Server of the settings', async () => {
  const texts = await textsOf('    repository: acme/board\n', 'https://git.example/api/v3');
  for (const html of texts) expect(html).toContain('"https://git.example/acme/board/issues/12"');
});
