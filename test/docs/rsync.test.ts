import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';

const pages = ['README.md', ...globSync('docs/**/*.{md,yml}')].map((file) => ({
  file,
  text: readFileSync(file, 'utf8'),
}));

/** Where the docs have Waymark keep what nobody may remove: on the machine that it runs on. */
const kept = pages.flatMap(({ text }) =>
  [...text.matchAll(/^\s*(OUT_DIR|CONTENT_DIR|WEBHOOK_INBOX)=(\/\S+)/gm)].map(
    ([, name = '', path = '']) => (name === 'OUT_DIR' ? `${dirname(path)}/generations` : path),
  ),
);

test('no command of the docs that deletes what is not in the site is led to what Waymark keeps', () => {
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
