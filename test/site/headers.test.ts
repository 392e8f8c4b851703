import { expect, test } from 'vitest';
import { headersFile } from '../../src/site/headers.ts';
import { createUrls } from '../../src/site/urls.ts';

test('sends what a meta tag cannot carry with everything, and lets named-by-digest files stay', () => {
  const file = headersFile(createUrls('https://example.com', '/notes/'));
  const blocks = file.split('\n\n').map((block) => block.split('\n').map((line) => line.trim()));
  expect(blocks[0]).toEqual(
    expect.arrayContaining([
      '/notes/*',
      "Content-Security-Policy: frame-ancestors 'none'",
      'X-Content-Type-Options: nosniff',
    ]),
  );
  const unchanging = blocks.filter((block) => block.join().includes('immutable'));
  expect(unchanging.map(([pattern]) => pattern)).toEqual(['/notes/_astro/*', '/notes/assets/*']);
});

test('lets scripts of other sites read what is made for programs', () => {
  const blocks = headersFile(createUrls('https://example.com', '/')).split('\n\n');
  const shared = blocks.filter((block) => block.includes('Access-Control-Allow-Origin: *'));
  expect(shared.map((block) => block.split('\n')[0])).toEqual([
    ...['/changelog.json', '/changelog/*', '/latest.json', '/schema/*'],
    ...['/feed.json', '/all/feed.json'],
  ]);
});
