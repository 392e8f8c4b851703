import { expect, test } from 'vitest';
import { breadcrumbList } from '../../../src/site/base/breadcrumbs.ts';
import { siteContext } from '../site.ts';

test('breadcrumbs for search engines have positions and absolute URLs', () => {
  const crumbs = [
    { name: 'Changelog', path: '' },
    { name: 'Speed', path: 'labels/speed/' },
  ];
  expect(breadcrumbList(crumbs, siteContext())).toEqual({
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: 'Changelog', item: 'https://example.com/notes/' },
      {
        '@type': 'ListItem',
        position: 2,
        name: 'Speed',
        item: 'https://example.com/notes/labels/speed/',
      },
    ],
  });
});
