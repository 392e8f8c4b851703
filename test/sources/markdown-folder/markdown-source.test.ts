import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { idOf } from '../../../src/sources/past/names.ts';
import { palettePng } from '../../sync/pictures.ts';
import { sourceFolder } from '../source-folder.ts';
import { picturesNowhere, readFolder, readReleases } from './read-folder.ts';

const file = (body = '', more = '') => `---\nreleased_at: 2026-01-31\n${more}---\n${body}`;
const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);

test('reads Markdown files below the folder, except READMEs, hidden files and templates', async () => {
  const { releases } = await readReleases({
    'a.md': file(),
    '2026/b.MD': file(),
    'README.md': 'About this folder.',
    '.hidden.md': 'x',
    '.git/c.md': 'x',
    '_template.md': 'x',
    'notes.txt': 'x',
    'picture.png': 'x',
  });
  expect(ids(releases)).toEqual([expect.stringMatching(/^markdown-2026-b-/), 'markdown-a']);
});

test('a missing folder fails, and so does one without Markdown files', async () => {
  await using folder = await sourceFolder({ 'releases/README.md': 'x', 'roadmap/a.md': 'x' });
  await expect(readFolder(folder.path)).rejects.toThrow(
    'The folder releases has no Markdown file. Check its name in sources.yaml, or create a release: npm run new -- release 1.0.0.',
  );
  await folder.put({ 'releases/a.md': file() });
  await expect(readFolder(folder.path, { roadmap: 'plans' })).rejects.toThrow(
    'plans does not exist. Check its name in sources.yaml.',
  );
});

test('an invalid file is named, and the others are read', async () => {
  const { releases, unreadable } = await readReleases({
    'a.md': file(),
    'b.md': '---\nid: r-b\ntitel: x\n---\n',
    'c.md': file(),
  });
  expect(ids(releases)).toEqual(['markdown-a', 'markdown-c']);
  expect(unreadable).toEqual([
    {
      kind: 'releases',
      id: 'r-b',
      file: 'releases/b.md',
      why: expect.stringContaining('releases/b.md, line 3: there is no field "titel"'),
    },
  ]);
});

test.each([
  ['first', 'id: r-1\n', 'id: r-1\n', 'id: r-2\n'],
  ['again', 'id: r-1\n', 'id: r-1\n', 'id: r-1\n'],
])('of several files with the same id, none is read: %s', async (_, ...fields) => {
  const files = fields.map((more, n) => [`${n}.md`, file('', more)]);
  const { releases, unreadable } = await readReleases(Object.fromEntries(files));
  expect(ids(releases)).not.toContain('r-1');
  expect(unreadable[0]).toMatchObject({ id: 'r-1', why: 'it has the same id as releases/0.md' });
});

test('a file of 10 MB is refused, and the error names it', async () => {
  const { releases, unreadable } = await readReleases({
    'a.md': file(),
    'big.md': file('x'.repeat(10_000_000)),
  });
  expect(ids(releases)).toEqual(['markdown-a']);
  expect(unreadable).toMatchObject([
    {
      id: 'markdown-big',
      why: 'releases/big.md is larger than 1 MiB. Make it smaller or split it.',
    },
  ]);
});

test.each([
  ['bytes of another encoding', Buffer.from([0xff, 0xfe, 0x00])],
  ['UTF-16 without a byte order mark', Buffer.from('Faster', 'utf16le')],
  ['UTF-16 in the other order', Buffer.from('Faster', 'utf16le').swap16()],
])('a file of %s is refused, and the error names it', async (_, bytes) => {
  const { unreadable } = await readReleases({ 'a.md': bytes });
  expect(unreadable).toMatchObject([{ why: 'releases/a.md is not UTF-8. Save it as UTF-8.' }]);
});

test('symbolic links to files and folders are ignored', async () => {
  await using folder = await sourceFolder({ 'releases/a.md': file(), 'secret/b.md': file() });
  await symlink('../secret/b.md', join(folder.path, 'releases/b.md'));
  await symlink('../secret', join(folder.path, 'releases/c'));
  expect(ids((await readFolder(folder.path)).releases)).toEqual(['markdown-a']);
});

test('a folder that is a symbolic link out of the working folder fails', async () => {
  await using outside = await sourceFolder({ 'a.md': file() });
  await using folder = await sourceFolder();
  await symlink(outside.path, join(folder.path, 'releases'));
  await expect(readFolder(folder.path)).rejects.toThrow(
    'releases is a symbolic link to a place outside the folder of sources.yaml.',
  );
});

test('pictures below the folder get addresses derived from their bytes', async () => {
  const png = await palettePng();
  await using folder = await sourceFolder({
    'releases/a.md': file(
      '![One](pictures/a%20b.png) ![Two](./c.png)\n',
      'hero: { type: image, url: c.png }\n',
    ),
    'releases/pictures/a b.png': png,
    'releases/c.png': png,
  });
  const pictures = picturesNowhere();
  const { releases } = await readFolder(folder.path, { pictures });
  const body = String(releases[0]?.body);
  const addresses = [...body.matchAll(/src="([^"]+)"/g)].map(([, address = '']) => address);
  expect(addresses).toHaveLength(2);
  expect(releases[0]?.hero).toEqual({ type: 'image', url: addresses[1] });
  for (const address of addresses)
    expect(await pictures.download(address)).toEqual({ kind: 'bytes', bytes: png });
});

test('pictures in changes are found, too', async () => {
  await using folder = await sourceFolder({
    'releases/a.md': file('## Added\n\n- One ![x](c.png)\n'),
    'releases/c.png': await palettePng(),
  });
  const { releases } = await readFolder(folder.path);
  expect(JSON.stringify(releases[0]?.changes)).toMatch(
    /src=\\"https:\/\/files\.waymark\.invalid\//,
  );
});

test('pictures on the web keep their addresses', async () => {
  const { releases } = await readReleases({ 'a.md': file('![](https://example.com/a.png)\n') });
  expect(releases[0]?.body).toContain('src="https://example.com/a.png"');
});

test.each([
  ['../../.env', 'is outside the folder of that file'],
  ['..%2F..%2F.env', 'is outside the folder of that file'],
  ['a/../../../.env', 'is outside the folder of that file'],
  ['a%5C..%5C.env', 'is outside the folder of that file'],
  ['link.png', 'is a symbolic link, or is in a folder that is a symbolic link'],
  ['linked/a.png', 'is a symbolic link, or is in a folder that is a symbolic link'],
  ['folder', 'is not a regular file'],
  ['none.png', 'cannot be read (ENOENT)'],
  ['big.png', 'is larger than 20 MiB'],
  ['secret.txt', 'is neither a picture nor a video'],
  ['secret.png', 'is neither a picture nor a video'],
])('the picture %s makes its file fail', async (path, why) => {
  await using folder = await sourceFolder({
    '.env': 'API_KEY=secret',
    'elsewhere/a.png': await palettePng(),
    'releases/a.md': file(`Text.\n\n![x](${path})\n`),
    'releases/b.md': file(),
    'releases/secret.txt': 'API_KEY=secret',
    'releases/secret.png': 'API_KEY=secret',
    'releases/big.png': path === 'big.png' ? new Uint8Array(20 * 2 ** 20 + 1) : '',
  });
  await mkdir(join(folder.path, 'releases/folder'));
  await symlink('../elsewhere/a.png', join(folder.path, 'releases/link.png'));
  await symlink('../elsewhere', join(folder.path, 'releases/linked'));
  const { releases, unreadable } = await readFolder(folder.path);
  expect(ids(releases)).toEqual(['markdown-b']);
  expect(unreadable).toMatchObject([{ id: 'markdown-a', why: expect.stringContaining(why) }]);
  expect(JSON.stringify(unreadable)).not.toContain('API_KEY');
});

test('the name of a folder may end with a slash', async () => {
  await using folder = await sourceFolder({
    'releases/2.4.0.md': file(),
    'releases/v1.md': file(),
  });
  const { releases } = await readFolder(folder.path, { releases: 'releases/' });
  expect(ids(releases)).toEqual([expect.stringMatching(/^markdown-2-4-0-/), 'markdown-v1']);
});

test('a file shows at most a hundred pictures', async () => {
  const body = Array.from({ length: 101 }, (_, n) => `![](${n}.png)`).join('\n');
  const { unreadable } = await readReleases({ 'a.md': file(body) });
  expect(unreadable[0]?.why).toContain('shows more than 100 pictures');
});

test('reports files with one slug, and gives spare ids that contain project and folder', async () => {
  const text = '---\nversion: "1.0.0"\nreleased_at: 2026-01-31\n---\n';
  const rows = await readReleases({ 'a.md': text, 'b.md': text });
  expect(rows.notes).toEqual([
    'releases/b.md: has the slug 1-0-0 of releases/a.md, so its address has a suffix. Set another slug in one of the files.',
  ]);
  expect([...(rows.spareIds ?? [])]).toEqual([
    ['markdown-a', expect.stringMatching(/^markdown-releases-a-/)],
    ['markdown-b', expect.stringMatching(/^markdown-releases-b-/)],
  ]);
});

test('file names and references match however Unicode composes their letters', async () => {
  const [composed, decomposed] = ['caf\u00e9', 'cafe\u0301'];
  const text = `---\nreleased_at: 2026-01-31\n---\n![x](${composed}.png)\n`;
  const files = { [`${decomposed}.md`]: text, [`${decomposed}.png`]: await palettePng() };
  const { releases, unreadable } = await readReleases(files);
  expect(unreadable).toEqual([]);
  expect(releases).toMatchObject([{ id: idOf('markdown', composed) }]);
});
