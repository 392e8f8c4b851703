import { expect, test } from 'vitest';
import { indexFiles } from '../../../src/publish/generations/file-index.ts';
import { problemsInWords, verifySite } from '../../../src/publish/staging/verify.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { type Over, requirementsOf, writeSite } from '../valid-site.ts';

async function verify(over: Over, requirements = requirementsOf()) {
  await using folder = await tempFolder();
  await writeSite(folder.path, over);
  const index = await indexFiles(folder.path);
  return await verifySite(folder.path, requirements, {
    built: index,
    index,
    fresh: new Set(index.keys()),
  });
}

test('accepts a complete site', async () => {
  const result = await verify({ 'releases/a/index.html': 'x' }, requirementsOf('a'));
  expect(result).toEqual([]);
});

test.each(requirementsOf().keyFiles)('reports a missing %s', async (path) => {
  expect(await verify({ [path]: undefined })).toEqual([`${path} is missing`]);
});

test('reports a missing page of an entry', async () => {
  const result = await verify({}, requirementsOf('a'));
  expect(result).toEqual(['releases/a/index.html is missing']);
});

test('reports an empty page of an entry', async () => {
  const result = await verify({ 'releases/a/index.html': '' }, requirementsOf('a'));
  expect(result).toEqual(['releases/a/index.html is empty']);
});

test('accepts other empty files, such as those of public/', async () => {
  const over = { 'colours.css': '', '.nojekyll': '', 'own.json': '', 'search/near.txt': '' };
  expect(await verify(over)).toEqual([]);
});

test.each([
  ['rss.xml', '<rss><chan', /^rss\.xml cannot be parsed \(.+\)$/],
  ['rss.xml', 'not a feed', /^rss\.xml cannot be parsed/],
  ['projects/a/atom.xml', '<feed>&nbsp;</feed>', /^projects\/a\/atom\.xml cannot be parsed/],
  ['rss.xml', '<rss>\u0001</rss>', /^rss\.xml cannot be parsed \(a character that XML forbids\)$/],
  ['sitemap-index.xml', '<a></b>', /^sitemap-index\.xml cannot be parsed/],
  ['feed.json', '{"items": [', /^feed\.json cannot be parsed/],
])('reports a broken %s: %s', async (path, text, problem) => {
  expect(await verify({ [path]: text })).toEqual([expect.stringMatching(problem)]);
});

test('does not check files of the API’s users', async () => {
  const mirrored = { 'assets/0f.xml': '<cut', 'assets/1f.json': '', 'assets/2f.txt': '' };
  expect(await verify(mirrored)).toEqual([]);
});

test('reports an incomplete copy', async () => {
  await using folder = await tempFolder();
  await writeSite(folder.path);
  const index = await indexFiles(folder.path);
  const built = new Map<string, { size: number }>(index);
  built.set('index.html', { size: 3 }).set('gone.html', { size: 1 });
  expect(
    await verifySite(folder.path, requirementsOf(), { built, index, fresh: new Set() }),
  ).toEqual(['index.html was not copied whole', 'gone.html was not copied whole']);
});

test('names the first problems, and counts the others', () => {
  const problems = Array.from({ length: 30 }, (_, n) => `p${n}`);
  expect(problemsInWords(problems)).toMatchInlineSnapshot(`
    "The new site is not published, because it has problems: p0, p1, p2, p3, p4, p5, p6, p7, and 22 more.
    The old site stays."
  `);
});
