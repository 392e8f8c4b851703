import { expect, test } from 'vitest';
import { indexFiles } from '../../../src/publish/generations/file-index.ts';
import { problemsInWords, verifySite } from '../../../src/publish/staging/verify.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { demandsOf, type Over, writeSite } from '../sound-site.ts';

async function verdictOn(over: Over, requirements = demandsOf()) {
  await using folder = await tempFolder();
  await writeSite(folder.path, over);
  return await verifySite(folder.path, requirements);
}
const unsound = (...problems: string[]) => ({ kind: 'invalid', problems });

test('lets a whole site pass', async () => {
  const verdict = await verdictOn({ 'releases/a/index.html': 'x' }, demandsOf('a'));
  expect(verdict).toEqual({ kind: 'valid', files: 7 });
});

test.each(demandsOf().keyFiles)('misses %s', async (path) => {
  expect(await verdictOn({ [path]: undefined })).toEqual(unsound(`${path} is missing`));
});

test('misses the page of an entry', async () => {
  const verdict = await verdictOn({}, demandsOf('a'));
  expect(verdict).toEqual(unsound('releases/a/index.html is missing'));
});

test('names a file that is empty, wherever it lies', async () => {
  const verdict = await verdictOn({ 'releases/a/index.html': '' });
  expect(verdict).toEqual(unsound('releases/a/index.html is empty'));
});

test('lets a site pass whose colours, or marks for its host, are empty', async () => {
  const over = { 'colours.css': '', '.nojekyll': '' };
  expect(await verdictOn(over)).toMatchObject({ kind: 'valid' });
});

test.each([
  ['rss.xml', '<rss><chan', /^rss\.xml cannot be parsed \(.+\)$/],
  ['rss.xml', 'not a feed', /^rss\.xml cannot be parsed/],
  ['projects/a/atom.xml', '<feed>&nbsp;</feed>', /^projects\/a\/atom\.xml cannot be parsed/],
  ['rss.xml', '<rss>\u0001</rss>', /^rss\.xml cannot be parsed \(a character that XML forbids\)$/],
  ['sitemap-index.xml', '<a></b>', /^sitemap-index\.xml cannot be parsed/],
  ['feed.json', '{"items": [', /^feed\.json cannot be parsed/],
])('sees that %s is broken: %s', async (path, text, problem) => {
  expect(await verdictOn({ [path]: text })).toEqual(unsound(expect.stringMatching(problem)));
});

test('takes the files of the API’s users as they are', async () => {
  const mirrored = { 'assets/0f.xml': '<cut', 'assets/1f.json': '', 'assets/2f.txt': '' };
  expect(await verdictOn(mirrored)).toMatchObject({ kind: 'valid' });
});

test('sees that a copy is not whole', async () => {
  await using folder = await tempFolder();
  await writeSite(folder.path);
  const index = await indexFiles(folder.path);
  const built = new Map<string, { size: number }>(index);
  built.set('index.html', { size: 3 }).set('gone.html', { size: 1 });
  expect(await verifySite(folder.path, demandsOf(), { built, index, fresh: new Set() })).toEqual(
    unsound('index.html was not copied whole', 'gone.html was not copied whole'),
  );
});

test('tells the first few of many problems, and how many more there are', () => {
  const problems = Array.from({ length: 30 }, (_, n) => `p${n}`);
  expect(problemsInWords(problems)).toMatchInlineSnapshot(`
    "The new site is not fit to be shown: p0, p1, p2, p3, p4, p5, p6, p7, and 22 more.
    The old one stays."
  `);
});
