// @module-tag soak

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { between } from '../../../src/features/upgrade/between.ts';
import { planMarkup } from '../../../src/features/upgrade/plan-markup.ts';
import { sinceView } from '../../../src/features/upgrade/since.ts';
import { upgradeDocuments } from '../../../src/features/upgrade/upgrade-documents.ts';
import { upgradeLists } from '../../../src/features/upgrade/upgrade-lists.ts';
import { checklist } from '../../../src/features/upgrade/upgrade-result.ts';
import { upgradeView } from '../../../src/features/upgrade/upgrade-view.ts';
import type { ReleaseEntry } from '../../../src/model/content/content.ts';
import { parseBody } from '../../../src/sync/prepare/html/parse-body.ts';
import { readGroups } from '../../../src/sync/prepare/html/text-groups.ts';
import { siteContext } from '../../site/site.ts';
import { releaseEntry } from '../../support/entries.ts';
import { fuzzRuns } from '../../support/fuzz-runs.ts';
import { renderBody } from '../../sync/prepare/html/rendered.ts';
import { histories, orderedByOracle } from './histories.ts';

const site = siteContext();
const manner = { words: site.strings.upgrade, language: 'en', colours: {} };

const heading = fc.constantFrom('Breaking changes', 'Fixed', 'Highlights', 'Removed', '1.2.3', '');
const block = fc.constantFrom(
  '<pre><code>code</code></pre>',
  '<dl><dt>term</dt><dd>text</dd></dl>',
  '<h3>Bare</h3>',
  '<h3>Bare</h3><pre>code</pre>',
  '<p>No longer supports Node 12.</p>',
  '<p>Node 12 is not supported.</p><ul><li>Four</li></ul>',
  '<p>There are none.</p>',
  '<table><tr><th>only</th><th>heads</th></tr></table>',
  '<ul><li>One</li><li>BREAKING: two</li></ul>',
  '<ul><li>None.</li></ul>',
  '<ol><li><p>A</p><ul><li>feat!: b</li></ul></li></ol>',
  '<p>Some text.</p>',
  '<p>None.</p>',
  '<p><strong>Security</strong></p><ul><li>Three</li></ul>',
  '<table><thead><tr><th>x</th></tr></thead><tbody><tr><td>Five</td></tr></tbody></table>',
  '<ul></ul>',
  '',
);

/** Bodies of releases: with headings and lists, only text, or empty. */
const bodies = fc
  .array(fc.tuple(heading, block), { maxLength: 4 })
  .map((parts) => parts.map(([title, html]) => (title ? `<h2>${title}</h2>` : '') + html).join(''));

const told = fc
  .tuple(histories, fc.array(bodies, { minLength: 17, maxLength: 17 }))
  .map(([history, texts]) =>
    history.map((one, n) => ({ ...one, entry: withBody(one.entry, texts[n] ?? '') })),
  );

test('hides no release in range from the page, the checklist or the JSON', async () => {
  await fc.assert(
    fc.asyncProperty(told, fc.nat(), fc.nat(), async (history, one, other) => {
      fc.pre(history.length > 0);
      const ordered = orderedByOracle(history).map(({ entry }) => entry);
      const [from, to] = [ordered[one % ordered.length], ordered[other % ordered.length]];
      const range = inRange(ordered, from as ReleaseEntry, to as ReleaseEntry);
      const entries = new Map(ordered.map((entry) => [entry.slug, entry]));
      const [list] = upgradeLists(ordered, site);
      const documents = upgradeDocuments(list ? [list] : [], {
        site,
        readRelease: async (slug) => entries.get(slug) as ReleaseEntry,
      });
      const [index, ...changes] = await Promise.all(
        documents.map(async ({ write }) => JSON.parse(String(await write()))),
      );
      const releases = new Map<string, Parameters<typeof upgradeView>[0][number]>(
        changes.flatMap((part) => part.releases).map((release) => [release.slug, release]),
      );
      const path = between(index.releases as ReleaseEntry[], {
        from: from?.slug ?? '',
        to: to?.slug ?? '',
      });
      const view = upgradeView(path.releases.flatMap(({ slug }) => releases.get(slug) ?? []));
      const without = sinceView(range, site);
      const outputs = [
        planMarkup(view, manner).split('<section class="upgrade-releases"')[0],
        planMarkup(without, manner).split('<section class="upgrade-releases"')[0],
        checklist(view as never, {
          heading: '',
          words: manner.words,
          isTicked: () => false,
          origin: '',
        }),
      ];
      for (const { slug } of range) {
        expect(releases.get(slug)?.changes).not.toEqual([]);
        for (const output of outputs) expect(output).toMatch(new RegExp(`/releases/${slug}/[#")]`));
      }
    }),
    { numRuns: fuzzRuns(75, 3000), seed: 7 },
  );
});

/**
 * Texts that must be shown below a heading that means action, by a part of the block that contains
 * them. Written by hand.
 */
const needed: Record<string, string[]> = {
  '<li>One</li><li>BREAKING: two</li>': ['>One<', 'BREAKING: two'],
  '<p>A</p>': ['>A<', 'feat!: b'],
  'Some text.': ['Some text.'],
  '<li>Three</li>': ['>Three<'],
  '<td>Five</td>': ['>Five<'],
  'No longer supports': ['No longer supports Node 12.'],
  'Node 12 is not': ['Node 12 is not supported.', '>Four<'],
};

test.each(['Breaking changes', 'Removed'])('shows everything below “%s”', (title) => {
  fc.assert(
    fc.property(fc.array(block, { maxLength: 4 }), (blocks) => {
      const entry = releaseEntry('r', { version: '1.2.3' });
      const body = `<h2>${title}</h2>${blocks.join('')}`;
      const { groups } = sinceView([withBody(entry, body)], site);
      const action = groups.filter(({ group }) => group === 'action');
      const html = action.flatMap(({ items }) => items.map((one) => `>${one.html}<`)).join();
      const texts = Object.entries(needed).flatMap(([part, all]) =>
        blocks.some((one) => one.includes(part)) ? all : [],
      );
      for (const text of texts) expect(html).toContain(text);
      const parts = blocks.join('\n').split('<h3>Bare</h3>');
      const [first, ...others] = parts.map((part) => part.split('\n').every(isUnreadable));
      if (first && others.length === 0) expect(html).toContain(`>${title}<`);
      if (others.includes(true)) expect(html).toContain('>Bare<');
    }),
    { numRuns: fuzzRuns(75, 3000), seed: 7 },
  );
});

/** Whether a block has no paragraph, list item or table row. */
function isUnreadable(block: string): boolean {
  return /^(?:<pre|<dl|<ul><\/ul>|<table><tr>|$)/.test(block);
}

/**
 * The releases after the older end up to the newer one, newest first. Includes pre-releases only if
 * one end is a pre-release.
 */
function inRange(ordered: readonly ReleaseEntry[], a: ReleaseEntry, b: ReleaseEntry) {
  const [first, last] = [ordered.indexOf(a), ordered.indexOf(b)].sort((x, y) => x - y);
  const early = a.is_pre_release || b.is_pre_release;
  return ordered.filter(
    ({ is_pre_release }, place) =>
      place >= (first ?? 0) && place < (last ?? 0) && (early || !is_pre_release),
  );
}

function withBody(entry: ReleaseEntry, html: string): ReleaseEntry {
  const tree = parseBody(html);
  const body = renderBody(tree, { pictures: new Map(), base: undefined });
  return { ...entry, body, groups: readGroups(tree) };
}
