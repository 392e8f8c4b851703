import { expect, test } from 'vitest';
import { createUrls, pointsTo } from '../../../src/site/base/urls.ts';

const urls = createUrls('https://acme.io', '/notes/');

test.each([
  '/notes/about/',
  '/notes/about',
  '/notes/about/?from=header',
  'https://acme.io/notes/about/',
])('%s points to the page about/', (href) => {
  expect(pointsTo(href, 'about/', urls)).toBe(true);
});

test.each([
  ...[
    '/about/',
    '/notes/about/team/',
    '/notes/',
    '/notes/about/#us',
    'https://acme.com/notes/about/',
  ],
  ...['mailto:us@acme.io', 'https://'],
])('%s does not point to the page about/', (href) => {
  expect(pointsTo(href, 'about/', urls)).toBe(false);
});
