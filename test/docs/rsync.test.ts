import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';

const pages = ['README.md', ...globSync('docs/**/*.{md,yml}')].map((file) => ({
  file,
  text: readFileSync(file, 'utf8'),
}));

/** Folders and files on Waymark's machine that must not be deleted, as the docs configure them. */
const kept = pages.flatMap(({ text }) =>
  [...text.matchAll(/^\s*(OUT_DIR|CONTENT_DIR|WEBHOOK_INBOX)=(\/\S+)/gm)].map(
    ([, name = '', path = '']) => (name === 'OUT_DIR' ? `${dirname(path)}/generations` : path),
  ),
);

test('no rsync command in the docs deletes what Waymark keeps', () => {
  const folders = pages.flatMap(({ file, text }) =>
    [...text.matchAll(/rsync .*--delete.* [\w.@-]+:(\/\S*?)\/?(?=[\s`]|$)/gm)].map(
      ([, folder = '']) => ({ file, folder }),
    ),
  );
  expect(kept).toContain('/srv/changelog/generations');
  expect(folders.length).toBeGreaterThan(1);
  const led = folders.filter(({ folder }) =>
    kept.some((path) => `${path}/`.startsWith(`${folder}/`)),
  );
  expect(led).toEqual([]);
});
