import { expect, test } from 'vitest';
import { announcementOf } from '../../../src/tools/announce/read-news.ts';
import { siteContext } from '../../site/site.ts';
import { releaseEntry } from '../../support/entries.ts';

test.each([
  ['1.2.0', '1.2.0', 'p-web', 'Web 1.2.0'],
  ['1.2.0', '1.2.0', null, 'Sample 1.2.0'],
  ['Faster boards', '1.2.0', null, 'Sample 1.2.0: Faster boards'],
  ['Faster boards', null, null, 'Sample: Faster boards'],
  ['Sample 1.2.0 is here', '1.2.0', null, 'Sample 1.2.0 is here'],
  ['Boards of Sample', '1.2.0', null, '1.2.0: Boards of Sample'],
])(
  'the release %j with version %j of project %j is announced as %j',
  (title, version, project, told) => {
    const entry = releaseEntry('r', { title, version, project });
    expect(announcementOf(entry, siteContext()).title).toBe(told);
  },
);
