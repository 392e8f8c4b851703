// @module-tag soak

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { upgradeRelease } from '../../../src/features/upgrade/upgrade-changes.ts';
import type { ReleaseEntry } from '../../../src/model/content/content.ts';
import { releaseMarkdown } from '../../../src/site/releases/feeds/entry-markdown.ts';
import { releaseItem } from '../../../src/site/releases/feeds/release-item.ts';
import { releaseView } from '../../../src/site/releases/release-view.ts';
import { parseBody } from '../../../src/sync/prepare/html/parse-body.ts';
import { readGroups } from '../../../src/sync/prepare/html/text-groups.ts';
import { siteContext } from '../../site/site.ts';
import { releaseEntry } from '../../support/entries.ts';
import { fuzzRuns } from '../../support/fuzz-runs.ts';
import { renderBody } from '../../sync/prepare/html/rendered.ts';
import { githubBody } from '../convert.ts';

// Notes that GitHub generated, with texts that somebody wrote between them. Each `W` becomes a word
// of its own, and each `N` the number of a pull request.

const by = ' by @mira-k in https://github.com/acme/board/pull/N';
const item = fc
  .tuple(
    fc.constantFrom('* ', '- '),
    fc.constantFrom('', 'feat: ', 'fix(ui): ', 'chore!: ', 'BREAKING: ', 'docs: ', '💥 '),
    fc.constantFrom('W', '`W` W', '**W** W', 'Bump W from 1.0.0 to 1.1.0', 'مرحبا W', 'W <T>'),
    fc.constantFrom(by, by, by, by, ' (https://github.com/acme/board/pull/N)', ''),
    fc.constantFrom('', '', '', '\n  - W', '\n  W'),
  )
  .map((parts) => parts.join(''));
const list = fc
  .array(item, { minLength: 1, maxLength: 5 })
  .map((items) => items.map((one) => one.replace(/^[*-]/, '*')).join('\n'));
const block = fc.oneof(
  { arbitrary: list, weight: 4 },
  fc.constantFrom(
    'W W.',
    '**Fixed**\n\n* W\n* W',
    '> [!WARNING]\n> W',
    '<details><summary>W</summary>\n\n* W\n\n</details>',
    '<!-- Release notes generated using configuration in .github/release.yml at main -->',
    'See https://github.com/acme/board/pull/N and W.',
    '```\nW\n```',
    '| W |\n|---|\n| W |',
    'W[^one].\n\n[^one]: W',
  ),
);
const heading = fc.constantFrom(
  "## What's Changed",
  '### Exciting New Features 🎉',
  '### Breaking Changes 🛠',
  '### Dependencies',
  '## Highlights W',
  '# W',
);
const section = fc
  .tuple(fc.option(heading, { nil: '' }), fc.uniqueArray(block, { minLength: 1, maxLength: 3 }))
  .map(([title, blocks]) => [title, ...blocks].join('\n\n'));
const tail = fc.constantFrom(
  '',
  '## New Contributors\n* @jonas-w made their first contribution in https://github.com/acme/board/pull/N',
  '**Full Changelog**: https://github.com/acme/board/compare/v1...v2',
);
const bodies = fc
  .tuple(fc.array(section, { minLength: 1, maxLength: 4 }), tail)
  .map(([sections, end]) => {
    let [words, pulls] = [0, 0];
    const texts = [...sections, end].map((text, n) => text.replaceAll('[^one]', `[^${n}]`));
    return texts
      .join('\n\n')
      .replace(/W(?![A-Z]|hat)/g, () => `word${++words}x`)
      .replace(/(?<=pull\/)N/g, () => `${++pulls}`);
  });

const site = siteContext();

function entryOf(body: string): ReleaseEntry {
  const text = githubBody(body);
  const render = (html: string) => {
    const tree = parseBody(html);
    return {
      html: renderBody(tree, { pictures: new Map(), base: undefined }),
      groups: readGroups(tree),
    };
  };
  const { html, groups } = render(text.body);
  const changes = text.changes.map(({ type, content }) => ({ type, html: render(content).html }));
  return releaseEntry('r', { version: '1.0.1', body: html, groups, changes });
}

const sorted = (matches: Iterable<string>) => [...matches].sort();
const pullsIn = (text: string) => sorted(text.match(/pull\/\d+/g) ?? []);
const linksIn = (html: string) => sorted(html.match(/(?<=href="[^"]*)pull\/\d+/g) ?? []);
const wordsIn = (text: string) => [...new Set(text.match(/word\d+x/g) ?? [])].sort();

test('page, Markdown version and feed have each pull request and each word once', () => {
  fc.assert(
    fc.property(bodies, (body) => {
      const entry = entryOf(body);
      const { html, changes } = releaseView(entry, site);
      const types = entry.changes.map(({ type }) => type);
      const page = [html, ...changes.flatMap(({ items }) => items.map((one) => one.html))].join();
      const item = releaseItem(entry, site).html;
      const markdown = releaseMarkdown(entry, site);
      const pulls = pullsIn(body);
      expect([linksIn(page), linksIn(item)], body).toEqual([pulls, pulls]);
      expect(sorted(markdown.match(/(?<=\]\(\S*|<\S*)pull\/\d+/g) ?? []), body).toEqual(pulls);
      const words = wordsIn(body);
      expect(wordsIn(page + types.join()), body).toEqual(words);
      expect(wordsIn(item + types.join()), body).toEqual(words);
      expect(wordsIn(markdown + types.join()), body).toEqual(words);
    }),
    { numRuns: fuzzRuns(150, 5000), seed: 55 },
  );
});

test('a plan has each generated item once', () => {
  fc.assert(
    fc.property(bodies, (body) => {
      const plan = upgradeRelease(entryOf(body), site);
      const shown = plan.changes.map(({ html }) => html).join('\n');
      const items = body.match(/^\* .* by @mira-k in \S+/gm) ?? [];
      for (const item of items) {
        const [pull = ''] = item.match(/pull\/\d+/) ?? [];
        expect(
          shown.split(new RegExp(`${pull}(?=")`)).length - 1,
          `${pull} of\n${body}\n${shown}`,
        ).toBe(1);
      }
      expect(shown).not.toMatch(/made their first contribution|compare\/v1/);
    }),
    { numRuns: fuzzRuns(150, 5000), seed: 55 },
  );
});
