import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { readInput } from '../../../scripts/service/releases/read-given.ts';
import { preset } from '../../../scripts/service/releases/write.ts';
import { CreateRelease } from '../../../src/service/contract/requests.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const origin = 'https://api.example.com';
const needed = 'title: Dark mode\nslug: dark-mode';

async function notesFolder() {
  const folder = await tempFolder();
  const notes = join(folder.path, 'notes');
  await mkdir(join(notes, 'pictures'), { recursive: true });
  const create = { width: 3, height: 2, channels: 3, background: '#16a34a' } as const;
  const png = await sharp({ create }).png().toBuffer();
  for (const name of ['notes/pictures/a b.png', 'notes/lying.mp4', 'outside.png'])
    await writeFile(join(folder.path, name), png);
  const read = async (text: string, options: object = {}) => {
    const file = join(notes, 'x.md');
    await writeFile(file, text);
    return readInput(CreateRelease, { file, ...options }, { origin, preset });
  };
  const refused = async (text: string, options: object = {}): Promise<string> => {
    const error = await read(text, options).then(
      () => new Error('it was taken'),
      (thrown) => thrown,
    );
    return error.message.replaceAll(`${notes}/`, '');
  };
  return { ...folder, notes, read, refused };
}

test('reads fields from front matter, keeps the version as written, and converts the Markdown', async () => {
  await using folder = await notesFolder();
  const { input, uploads } = await folder.read(
    `\ufeff---\r\n${needed}\r\nversion: 2.10\r\nis_public: true\r\nlabel_ids: [l-1]\r\n---\r\n\r\n# New\r\n\r\n- *one*\r\n`,
  );
  expect(input).toMatchObject({
    title: 'Dark mode',
    version: '2.10',
    is_public: true,
    label_ids: ['l-1'],
    body: '<h1>New</h1>\n<ul>\n<li><em>one</em></li>\n</ul>',
  });
  expect(uploads).toEqual([]);
});

test('options override fields of the file, and HTML is not converted', async () => {
  await using folder = await notesFolder();
  const html = '<p CLASS=a>One<br>*two*\n---\n';
  const { input } = await folder.read(`---\n${needed}\n---\n${html}`, {
    html: true,
    title: 'Other',
  });
  expect(input).toMatchObject({ title: 'Other', slug: 'dark-mode', body: html });
});

test.each([
  [
    'sumary: x\nbody: y',
    /^x\.md, line 4: there is no field "sumary"\. Did you mean "summary"\? The fields are title, .*\nx\.md, line 5: there is no field "body"/,
  ],
  [
    'hero:\n  type: image\n  url: https://example.com/x.png\n  alt: x',
    /^x\.md, line 7: hero\.alt is not usable: there is no such field; the fields are type, url\./,
  ],
  [
    'changes:\n  - title: Fixed\n    content: x\n    colour: red',
    /^x\.md, line 7: changes\.0\.colour is not usable/,
  ],
  ['status: RELEASED', /^x\.md, line 4: status is not usable: .* publishing is a separate step/],
  ['slug: other', /^x\.md, line 4: "slug" is there twice/],
  ['version: !!binary aGk=', /^x\.md, line 4: .*tag/i],
  ['version: !!str 1', /^x\.md, line 4: tags such as .*str are not allowed/],
  ['version: &a x\nlabel_ids: [*a, *a]', /^x\.md, line 5: aliases such as \*a are not allowed/],
  ['version: [1', /^x\.md, line \d+: /],
  ['changes:\n  - id: c\n    content: x', /^x\.md, line 5: changes\[0\]\.changeId is not usable/],
  [
    'version: "\\0"',
    /^x\.md, line 4: version is not usable: expected a text without the character U\+0000/,
  ],
  ['version: "\\uD800"', /^x\.md, line 4: version is not usable: expected whole characters/],
])('reports the line of %j and what is expected there', async (more, told) => {
  await using folder = await notesFolder();
  const said = await folder.refused(`---\n${needed}\n${more}\n---\n`);
  expect(said).toMatch(told);
  expect(said).toMatch(/\nNothing was changed\.$/);
});

test('makes the slug of the title, unless there is one', async () => {
  await using folder = await notesFolder();
  const slugOf = async (fields: string, options: object = {}) =>
    (await folder.read(`---\n${fields}\n---\n`, options)).input.slug;
  expect(await slugOf('title: Dark mode, at last')).toBe('dark-mode-at-last');
  expect(await slugOf(needed, { title: 'Other' })).toBe('dark-mode');
});

test('reports missing fields and front matter that is not closed', async () => {
  await using folder = await notesFolder();
  expect(await folder.refused('# Dark mode')).toMatch(
    /^--title is missing\. Write it like: --title "Dark mode"\nNothing was changed\.$/,
  );
  expect(await folder.refused(`---\n${needed}\n`)).toMatch(
    /^x\.md, line 1: the front matter is not closed/,
  );
  expect(await folder.refused('- just a list', {})).toMatch(/^--title is missing/);
  expect(await folder.refused('---\n- a list\n---\n')).toMatch(/^x\.md, line 2: expected fields/);
});

test('uploads each picture once, and leaves other URLs and the rest of the HTML unchanged', async () => {
  await using folder = await notesFolder();
  const hero = 'hero: { type: image, url: ./pictures/a b.png }';
  const html = [
    '<IMG alt=x src=pictures/a%20b.png?raw=1><p>',
    `<video poster='./pictures/a b.png' src="https://example.com/v.mp4">`,
    '<img src="/files/mine.png"><img src="data:image/png;base64,AA"><!-- <img src="none.png"> -->',
  ].join('\n');
  const { input, uploads } = await folder.read(`---\n${needed}\n${hero}\n---\n${html}`, {
    html: true,
  });
  expect(uploads).toMatchObject([
    { type: 'image/png', name: expect.stringMatching(/^[\da-f]{32}\./) },
  ]);
  const path = `/files/${uploads[0]?.name}`;
  expect(input.hero).toEqual({ type: 'image', url: origin + path });
  expect(input.body).toBe(
    html
      .replace('src=pictures/a%20b.png?raw=1', `src="${path}"`)
      .replace(`poster='./pictures/a b.png'`, `poster="${path}"`),
  );
});

test('detects a picture’s type from its bytes, and uploads only regular files below the folder', async () => {
  await using folder = await notesFolder();
  const { notes, path } = folder;
  await writeFile(join(notes, 'text.png'), 'no picture');
  await writeFile(join(notes, 'drawn.png'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(notes, 'large.png'), Buffer.alloc(20 * 2 ** 20 + 1));
  await symlink(join(path, 'outside.png'), join(notes, 'link.png'));
  await symlink(path, join(notes, 'up'));
  const refused = (address: string) => folder.refused(`---\n${needed}\n---\n![x](<${address}>)`);
  const { uploads } = await folder.read(`---\n${needed}\n---\n![x](lying.mp4)`);
  expect(uploads).toMatchObject([{ type: 'image/png' }]);
  for (const [address, told] of [
    ['../outside.png', 'is outside the folder'],
    ['%2e%2e/outside.png', 'is outside the folder'],
    ['pictures/../../outside.png', 'is outside the folder'],
    ['link.png', 'is a symbolic link'],
    ['up/outside.png', 'is a symbolic link'],
    ['pictures', 'is not a regular file'],
    ['large.png', 'is larger than 20 MiB'],
    ['none.png', 'cannot be read (ENOENT)'],
    ['text.png', 'cannot be uploaded. It is neither a picture nor a video.'],
    ['drawn.png', 'cannot be uploaded. SVG, HTML and XML are refused'],
  ] as const)
    expect(await refused(address)).toContain(told);
});

test('refuses a file that is too large, not UTF-8 or missing', async () => {
  await using folder = await notesFolder();
  const file = join(folder.notes, 'y.md');
  expect(await folder.refused('', { file })).toBe(
    'y.md cannot be read (ENOENT). Check its name.\nNothing was changed.',
  );
  await writeFile(file, new Uint8Array([0xff]));
  expect(await folder.refused('', { file })).toMatch(/^y\.md is not UTF-8/);
  await writeFile(file, 'x'.repeat(2 ** 20 + 1));
  expect(await folder.refused('', { file })).toMatch(/^y\.md is larger than 1 MiB/);
  const text = (body: string) => `---\n${needed}\n---\n${body}`;
  expect(await folder.refused(text('>'.repeat(70_000)))).toMatch(
    /^x\.md cannot be read as Markdown: .* add --html/,
  );
  expect(await folder.refused(text('"'.repeat(600_000)), { html: true })).toMatch(
    /^The release is over 1 MiB as HTML/,
  );
});
