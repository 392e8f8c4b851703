import { expect, test } from 'vitest';
import { filterGroups, withOwnOption } from '../../../src/features/filters/filters.ts';
import { archives } from '../../../src/site/releases/archives.ts';
import { listed } from '../../site/listed.ts';
import { siteContext } from '../../site/site.ts';

/** Creates `count` labels. The first is on `count` releases, the second on one less, and so on. */
function labelled(count: number) {
  const ids = Array.from({ length: count }, (_, n) => `l-${String(n).padStart(2, '0')}`);
  const labels = new Map(ids.map((id) => [id, { id, slug: id, name: id, color: null }]));
  const releases = ids.map((id, n) => listed(id, { labels: ids.slice(0, count - n) }));
  const site = siteContext({ labels, projects: new Map() });
  const groups = filterGroups(archives(releases, site), site, { counted: true });
  return groups.find(({ title }) => title === 'Label');
}

test('offers every archive that is not empty, with its URL', () => {
  const site = siteContext();
  const all = archives([listed('a', { labels: ['l-speed'], is_pre_release: true })], site);
  const groups = filterGroups(all, site, { counted: true });
  expect(groups.map(({ title, options }) => [title, options.map(({ name }) => name)])).toEqual([
    ['Label', ['Speed']],
    ['Year', ['2026']],
    ['Pre-release', ['Only pre-releases']],
  ]);
  expect(groups[0]?.options[0]).toMatchObject({ href: '/notes/labels/speed/', count: '1' });
});

test('offers nothing without releases', () => {
  const site = siteContext();
  expect(filterGroups(archives([], site), site, { counted: true })).toEqual([]);
});

test('shows no counts on pages that are not rendered again when other archives change', () => {
  const site = siteContext();
  const [group] = filterGroups(archives([listed('a')], site), site, { counted: false });
  expect(group?.options[0]?.count).toBeUndefined();
});

test('shows 24 labels without folding', () => {
  const group = labelled(24);
  expect(group?.options).toHaveLength(24);
  expect(group?.more).toEqual([]);
});

test('shows the most used of sixty labels first, sorted by name', () => {
  const group = labelled(60);
  const names = (options: { name: string }[] = []) => options.map(({ name }) => name);
  expect(names(group?.options)).toEqual(
    Array.from({ length: 16 }, (_, n) => `l-${String(n).padStart(2, '0')}`),
  );
  expect(names(group?.more)).toHaveLength(44);
  expect(names(group?.more)).toEqual(names(group?.more).toSorted());
});

test('offers the 100 most used of 2,000 labels, and on a label’s page also its own', () => {
  const ids = Array.from({ length: 2000 }, (_, n) => `l-${String(n).padStart(4, '0')}`);
  const labels = new Map(ids.map((id) => [id, { id, slug: id, name: id, color: null }]));
  const common = ids.slice(1500, 1600);
  const releases = [
    ...ids.map((id) => listed(id, { labels: [id] })),
    ...common.map((id) => listed(`second-${id}`, { labels: [id] })),
  ];
  const site = siteContext({ labels, projects: new Map() });
  const all = archives(releases, site);
  const groups = filterGroups(all, site, { counted: false });
  const slugsOn = (slug: string) => {
    const page = all.find((archive) => archive.slug === slug);
    const [group] = page ? withOwnOption(groups, page, site) : [];
    return [...(group?.options ?? []), ...(group?.more ?? [])].map((option) => option.slug);
  };
  expect(slugsOn('l-1500').toSorted()).toEqual(common);
  expect(slugsOn('l-0007').toSorted()).toEqual(['l-0007', ...common]);
});
