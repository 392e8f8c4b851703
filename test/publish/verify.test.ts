import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verifySite } from '../../src/publish/verify.ts';
import { tempFolder } from '../service/temp-folder.ts';
import { writeSite } from './sound-site.ts';

async function verdictOn(over: Record<string, string | undefined>) {
  await using folder = await tempFolder();
  await writeSite(folder.path, over);
  return await verifySite(folder.path);
}

test('lets a whole site pass', async () => {
  expect(await verdictOn({ 'releases/a/index.html': 'x' })).toEqual({ kind: 'sound', files: 6 });
});

test.each(['index.html', '404.html', 'roadmap/index.html', 'rss.xml', 'sitemap-index.xml'])(
  'misses %s',
  async (path) => {
    const problems = [`${path} is missing`];
    expect(await verdictOn({ [path]: undefined })).toEqual({ kind: 'unsound', problems });
  },
);

test('names a file that is empty, wherever it lies', async () => {
  const problems = ['releases/a/index.html is empty'];
  expect(await verdictOn({ 'releases/a/index.html': '' })).toEqual({ kind: 'unsound', problems });
});

test('lets a site without colours pass', async () => {
  expect(await verdictOn({ 'colours.css': '' })).toMatchObject({ kind: 'sound' });
});

test('sees that a feed was cut off', async () => {
  const problems = ['rss.xml is cut off'];
  expect(await verdictOn({ 'rss.xml': '<rss><chan' })).toEqual({ kind: 'unsound', problems });
});

test('names every problem of a folder that is not there', async () => {
  await using folder = await tempFolder();
  const verdict = await verifySite(join(folder.path, 'none'));
  expect(verdict).toMatchObject({ kind: 'unsound', problems: { length: 5 } });
});
