import { expect, test } from 'vitest';
import type { ReleaseEntry, ReleaseListing } from '../../../src/model/content/content.ts';
import { kindsOfText } from '../../../src/site/base/upgrade-kinds.ts';
import { withTextTypes } from '../../../src/site/releases/text-types.ts';
import { asListed } from '../../../src/store/read/listed-rows.ts';
import { releaseEntry } from '../../support/entries.ts';
import { siteContext } from '../site.ts';

const site = siteContext();
const listed = (over: Partial<ReleaseEntry>) =>
  asListed(releaseEntry('r', over), '', (entry) =>
    'changes' in entry ? kindsOfText(entry, site) : [],
  ) as ReleaseListing;
const group = (heading: string, html: string) => ({ headings: [heading], items: [{ html }] });

test('a release without listed changes has the types of its text’s items', () => {
  const groups = [
    group('Fixed', 'A crash'),
    group('Removed', 'Old tokens'),
    group('Notes', 'Thanks to all'),
  ];
  const { releases, types } = withTextTypes([listed({ groups })], site);
  expect(releases[0]?.changes).toEqual([{ type: 'action' }, { type: 'fixed' }]);
  expect(types.map(({ slug, title }) => [slug, title])).toEqual([
    ['new', 'New'],
    ['fixed', 'Fixed'],
    ['action', 'Needs action'],
  ]);
});

test('a release with listed changes keeps its types', () => {
  const changes = [{ type: 'new', html: 'One' }];
  const one = listed({ changes, groups: [group('Removed', 'Old tokens')] });
  const { releases, types } = withTextTypes([one], site);
  expect(releases[0]?.changes).toEqual(changes);
  expect(types).toEqual(site.workspace.change_types);
});
