import { expect, test } from 'vitest';
import { archives } from '../../../../src/site/releases/archives.ts';
import { channels, listHead } from '../../../../src/site/releases/subscribe/channels.ts';
import { releaseEntry } from '../../../support/entries.ts';
import { siteContext } from '../../site.ts';

const day = (n: number) => new Date(Date.UTC(2026, 0, n)).toISOString();
const changes = ['new', 'new', null].map((type) => ({ type, html: 'x' }));
const releases = [
  releaseEntry('old', { released_at: day(1), project: 'p-web', changes }),
  releaseEntry('new', { released_at: day(3), labels: ['l-speed', 'l-gone'] }),
  releaseEntry('beta', { released_at: day(2), project: 'p-web', is_pre_release: true }),
];
const channelsOf = (some = releases, site = siteContext()) =>
  channels(some, archives(some, site), site);
const found = () =>
  channelsOf().map(({ folder, releases }) => [folder, releases.map(({ id }) => id)]);

test('keeps pre-releases out of channels of parts, which have a second channel with them', () => {
  expect(found()).toEqual([
    ['', ['new', 'old']],
    ['all/', ['new', 'beta', 'old']],
    ['projects/web/', ['old']],
    ['projects/web/all/', ['beta', 'old']],
    ['labels/speed/', ['new']],
    ['types/new/', ['old']],
    ['2026/', ['new', 'beta', 'old']],
    ['pre-releases/', ['beta']],
  ]);
});

test('names a channel after the site and its part, and knows the page with the same releases', () => {
  const [stable, all, project] = channelsOf();
  expect(stable).toMatchObject({ title: 'Sample Changelog', page: '' });
  expect(all).toMatchObject({ title: 'Sample Changelog: With pre-releases', page: '' });
  expect(project).toMatchObject({ title: 'Sample Changelog: Web', page: 'projects/web/' });
});

test('the feed that a list offers contains exactly the releases of the list', () => {
  const site = siteContext();
  const byFolder = new Map(channelsOf(releases, site).map((one) => [one.folder, one.releases]));
  for (const archive of archives(releases, site)) {
    const head = listHead(archive, site);
    if (head) expect(byFolder.get(head.folder)).toEqual(archive.releases);
    else expect(archive.releases).toEqual([]);
  }
});

test('keeps an empty channel for a part that has only pre-releases', () => {
  const early = releaseEntry('beta', { labels: ['l-plain'], is_pre_release: true });
  const found = channelsOf([early]).find(({ key }) => key === 'l-plain');
  expect(found?.releases).toEqual([]);
});
