// @module-tag soak

import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { signedIn } from '../../service/desk/visitor.ts';
import { release, sample } from '../../service/sample.ts';
import { anyBody } from '../../site/feeds/any-body.ts';
import { fuzzRuns } from '../../support/fuzz-runs.ts';
import { hostileHtml } from '../../sync/prepare/html/hostile-html.ts';
import { articleOf, startSite } from './desk-site.ts';

const count = fuzzRuns(6, 200);
// Texts are stored in UTF-8, which has no halves of surrogate pairs.
const text = fc.oneof(anyBody, hostileHtml).map((html) => html.replaceAll('\0', '').toWellFormed());
const bodies = fc.array(text, { minLength: count, maxLength: count });

// One preview takes about a second.
const timeout = 60_000 + 5000 * count;

test('the article of a preview is that of the published page, whatever is in the text', {
  timeout,
}, async () => {
  const property = fc.asyncProperty(bodies, async (all) => {
    const releases = all.map((body, n) =>
      release(`r-${n}`, { slug: `r-${n}`, body, summary: null, changes: [], attachments: [] }),
    );
    await using site = await startSite({ ...sample(), releases });
    await site.run('sync', 'build');
    const writer = await signedIn(site.service, 'writer');
    for (const { id, slug, body } of releases) {
      const { html } = await writer.get(`/desk/releases/${id}/preview/page`);
      const published = await readFile(site.file(`dist/releases/${slug}/index.html`), 'utf8');
      expect(articleOf(html), body).toBe(articleOf(published));
      expect(articleOf(html)).not.toBe('none');
    }
  });
  await fc.assert(property, { numRuns: 1, endOnFailure: true });
});
