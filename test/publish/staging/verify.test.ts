import { expect, test } from 'vitest';
import { indexFiles } from '../../../src/publish/generations/file-index.ts';
import { problemsInWords, verifySite } from '../../../src/publish/staging/verify.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { type Over, requirementsOf, writeSite } from '../valid-site.ts';

async function verify(over: Over, requirements = requirementsOf()) {
  await using folder = await tempFolder();
  await writeSite(folder.path, over);
  return await verifySite(folder.path, requirements);
}
const invalid = (...problems: string[]) => ({ kind: 'invalid', problems });

test('lets a whole site pass', async () => {
  const result = await verify({ 'releases/a/index.html': 'x' }, requirementsOf('a'));
  expect(result).toEqual({ kind: 'valid', files: 7 });
});

test.each(requirementsOf().keyFiles)('misses %s', async (path) => {
  expect(await verify({ [path]: undefined })).toEqual(invalid(`${path} is missing`));
});

test('misses the page of an entry', async () => {
  const result = await verify({}, requirementsOf('a'));
  expect(result).toEqual(invalid('releases/a/index.html is missing'));
});

test('names a file that is empty, wherever it lies', async () => {
  const result = await verify({ 'releases/a/index.html': '' });
  expect(result).toEqual(invalid('releases/a/index.html is empty'));
});

test('lets a site pass whose colours, or marks for its host, are empty', async () => {
  const over = { 'colours.css': '', '.nojekyll': '' };
  expect(await verify(over)).toMatchObject({ kind: 'valid' });
});

test.each([
  ['rss.xml', '<rss><chan', /^rss\.xml cannot be parsed \(.+\)$/],
  ['rss.xml', 'not a feed', /^rss\.xml cannot be parsed/],
  ['projects/a/atom.xml', '<feed>&nbsp;</feed>', /^projects\/a\/atom\.xml cannot be parsed/],
  ['rss.xml', '<rss>\u0001</rss>', /^rss\.xml cannot be parsed \(a character that XML forbids\)$/],
  ['sitemap-index.xml', '<a></b>', /^sitemap-index\.xml cannot be parsed/],
  ['feed.json', '{"items": [', /^feed\.json cannot be parsed/],
])('sees that %s is broken: %s', async (path, text, problem) => {
  expect(await verify({ [path]: text })).toEqual(invalid(expect.stringMatching(problem)));
});

test('takes the files of the API’s users as they are', async () => {
  const mirrored = { 'assets/0f.xml': '<cut', 'assets/1f.json': '', 'assets/2f.txt': '' };
  expect(await verify(mirrored)).toMatchObject({ kind: 'valid' });
});

test('sees that a copy is not whole', async () => {
  await using folder = await tempFolder();
  await writeSite(folder.path);
  const index = await indexFiles(folder.path);
  const built = new Map<string, { size: number }>(index);
  built.set('index.html', { size: 3 }).set('gone.html', { size: 1 });
  expect(
    await verifySite(folder.path, requirementsOf(), { built, index, fresh: new Set() }),
  ).toEqual(invalid('index.html was not copied whole', 'gone.html was not copied whole'));
});

test('tells the first few of many problems, and how many more there are', () => {
  const problems = Array.from({ length: 30 }, (_, n) => `p${n}`);
  expect(problemsInWords(problems)).toMatchInlineSnapshot(`
    "The new site is not fit to be shown: p0, p1, p2, p3, p4, p5, p6, p7, and 22 more.
    The old one stays."
  `);
});
