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
  expect(blocks.slice(1).map(([pattern]) => pattern)).toEqual([
    '/notes/_astro/*',
    '/notes/assets/*',
  ]);
  for (const block of blocks.slice(1)) expect(block.join()).toContain('immutable');
});
