import { expect, test } from 'vitest';
import { searchDocuments } from '../../../src/features/search/documents.ts';
import { siteContext } from '../../site/site.ts';
import { releaseEntry } from '../../support/entries.ts';

const types = siteContext().workspace.change_types;

test('has a document for the release, for each headed section and for each change', () => {
  const entry = releaseEntry('a', {
    title: 'Dark',
    version: '1.2.0',
    summary: 'In short.',
    body: '<p>Start</p><h2 id="n-why">Why</h2><p>Because</p><h3>How</h3>',
    changes: [
      { id: 'c-1', type: null, html: 'A note' },
      { type: 'fixed', html: '<code>x</code> works' },
    ],
  });
  const anchor = expect.stringMatching(/^change-[0-9a-f]{8}$/);
  expect(searchDocuments(entry, types)).toEqual([
    { kind: 'release', title: 'Dark 1.2.0', text: 'In short. Start' },
    { kind: 'section', anchor: 'n-why', title: 'Why', text: 'Because' },
    { kind: 'section', title: 'How', text: '' },
    { kind: 'change', anchor, title: '', text: 'x works', type: 'fixed' },
    { kind: 'change', anchor, title: '', text: 'A note' },
  ]);
});

test('has a document for a release with nothing but a title', () => {
  expect(searchDocuments(releaseEntry('a', { title: 'Only', body: '' }), types)).toEqual([
    { kind: 'release', title: 'Only', text: '' },
  ]);
});
