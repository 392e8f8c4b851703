import { expect, test } from 'vitest';
import { idOfFile } from '../../../src/sources/markdown-folder/read-entry.ts';
import { sourceFolder } from '../source-folder.ts';
import { readFolder, readReleases, whyNot } from './read-folder.ts';

const dated = 'released_at: 2026-01-31\n';
const file = (fields: string, body = '') => `---\n${fields}---\n${body}`;

async function rowOf(text: string, path = 'a.md') {
  const { releases, unreadable } = await readReleases({ [path]: text });
  expect(unreadable).toEqual([]);
  return releases[0];
}

test('a file needs no more than a date and a body', async () => {
  expect(await rowOf(file(dated, 'Hello *there*.\n'), '2.4.0.md')).toMatchObject({
    title: '2.4.0',
    body: '<p>Hello <em>there</em>.</p>',
    status: 'RELEASED',
    is_public: true,
    is_pre_release: false,
    released_at: '2026-01-31T12:00:00.000Z',
    project: null,
    labels: [],
  });
});

test('accepts the field names of the API', async () => {
  const fields = `id: r-1
title: Dark mode
slug: dark-mode
version: "2.10"
status: RELEASED
is_public: false
is_pinned: true
is_pre_release: true
summary: In short
project: Board
labels: [Speed, "2.10"]
contributors: [Ada, Grace]
attachments: [{ title: Docs, url: https://example.com/docs }]
hero: { type: image, url: https://example.com/a.png }
released_at: 2026-01-31T09:30:00+02:00
created_at: 2026-01-30
updated_at: 2026-02-01
`;
  expect(await rowOf(file(fields))).toMatchObject({
    id: 'r-1',
    title: 'Dark mode',
    slug: 'dark-mode',
    version: '2.10',
    is_public: false,
    is_pinned: true,
    is_pre_release: true,
    summary: 'In short',
    project: { name: 'Board', slug: 'board' },
    labels: [{ name: 'Speed' }, { name: '2.10' }],
    contributors: [{ name: 'Ada' }, { name: 'Grace' }],
    attachments: [{ type: 'LINK', content: { title: 'Docs', url: 'https://example.com/docs' } }],
    hero: { type: 'image', url: 'https://example.com/a.png' },
    created_at: '2026-01-30T12:00:00.000Z',
    updated_at: '2026-02-01T12:00:00.000Z',
  });
});

test('Keep a Changelog sections become typed changes, and other sections the body', async () => {
  const body = '## Why\n\nBecause.\n\n## Added\n\n- One\n- Two\n\n## Fixed\n\n- Three\n';
  const row = await rowOf(file(dated, body));
  expect(row?.changes).toMatchObject([
    { title: 'Added', color: '#16a34a', content: expect.stringContaining('One') },
    { title: 'Added', content: expect.stringContaining('Two') },
    { title: 'Fixed', color: '#c2710c', content: expect.stringContaining('Three') },
  ]);
  expect(row?.body).toContain('Because.');
});

test('a pre-release is recognised by its version', async () => {
  expect(await rowOf(file(`${dated}version: 2.0.0-beta.1\n`))).toMatchObject({
    is_pre_release: true,
    slug: '2-0-0-beta-1',
  });
});

test('a slug is built from the project and the version', async () => {
  expect(
    await rowOf(file(`${dated}version: 1.2.0\nproject: Board\ntitle: Dark mode\n`)),
  ).toMatchObject({ slug: 'board-1-2-0' });
});

test('a draft needs no date', async () => {
  expect(await rowOf(file('status: DRAFT\n'))).toMatchObject({
    status: 'DRAFT',
    released_at: null,
  });
});

test('a missing date is an error that says what to write', async () => {
  expect(await whyNot(file('title: Dark mode\n'))).toEqual([
    'releases/a.md, line 1: released_at is missing. Write the day, such as released_at: 2026-01-31, or status: DRAFT.',
  ]);
  expect(await whyNot('Just a body.\n')).toHaveLength(1);
});

test('an unquoted number is an error that says how to quote it', async () => {
  expect(await whyNot(file(`${dated}version: 2.10\n`))).toEqual([
    'releases/a.md, line 3: version is a number. Write version: "2.10" instead.',
  ]);
  expect(await whyNot(file(`${dated}title: 2026\nversion: 1e3\n`))).toEqual([
    'releases/a.md, line 3: title is a number. Write title: "2026" instead.',
    'releases/a.md, line 4: version is a number. Write version: "1e3" instead.',
  ]);
});

test.each([
  ['date: 2026-01-31', 'released_at'],
  ['publishedAt: 2026-01-31', 'released_at'],
  ['tags: [a]', 'labels'],
  ['authors: [Ada]', 'contributors'],
  ['draft: true', 'status: DRAFT'],
])('suggests the right field for %s, as another tool writes it', async (line, instead) => {
  const [why = ''] = await whyNot(file(`${dated}${line}\n`));
  const name = line.replace(/:.*/, '');
  expect(why).toContain(
    `releases/a.md, line 3: there is no field "${name}". Write ${instead} instead. The fields are id, title, slug,`,
  );
});

test.each([
  ['lables: [Speed]', 'line 3: there is no field "lables". Did you mean "labels"? The fields are'],
  ['is_public: no', 'line 3: is_public expected true or false, but found text.'],
  ['created_at: 21.11.2026', 'line 3: created_at has to be a day such as 2026-01-31, or a time'],
])('says of %s how it is written', async (line, said) => {
  expect((await whyNot(file(`${dated}${line}\n`)))[0]).toContain(`releases/a.md, ${said}`);
});

test('names of Object members are unknown fields without a suggestion', async () => {
  const [why = ''] = await whyNot(file(`${dated}constructor: 1\n`));
  expect(why).toMatch(/there is no field "constructor"\. The fields are/);
});

test('reports every problem of a file with its line', async () => {
  expect(
    await whyNot(file(`${dated}is_public: maybe\nslug: Not A Slug\nlabels: [Speed, 2.10]\n`)),
  ).toEqual([
    expect.stringMatching(/^releases\/a\.md, line 4: slug /),
    expect.stringMatching(/^releases\/a\.md, line 3: is_public /),
    expect.stringMatching(/^releases\/a\.md, line 5: labels\.1 /),
  ]);
});

test.each([
  ['a tag', 'title: !env SECRET\n', 3],
  ['a tag that YAML has itself', 'title: !!str 2026\n', 3],
  ['a tag on a list', 'labels: !js [a]\n', 3],
  ['an alias', 'title: &a Dark mode\nsummary: *a\n', 4],
  ['an alias bomb', 'labels: &a [x, x]\nattachments: [*a, *a, *a]\n', 4],
  ['no such day', 'created_at: 2026-02-30\n', 3],
  ['an address that runs code', 'attachments: [{ url: "javascript:alert(1)" }]\n', 3],
  ['a field given twice', 'title: Dark mode\ntitle: Light mode\n', 4],
])('refuses %s', async (_, lines, line) => {
  const [why] = await whyNot(file(dated + lines));
  expect(why).toMatch(new RegExp(`^releases/a\\.md, line ${line}: `));
});

test('unclosed front matter is an error', async () => {
  expect(await whyNot(`---\n${dated}`)).toEqual([
    expect.stringContaining('releases/a.md, line 1: the front matter is not closed'),
  ]);
});

test('notes about the body give the line within the file', async () => {
  const { notes } = await readReleases({ 'a.md': file(dated, 'Text.\n\n## Added\n') });
  expect(notes).toEqual([expect.stringMatching(/^releases\/a\.md:6: /)]);
});

test('an id is derived from the path, and different paths have different ids', () => {
  expect(idOfFile('2-4-0.md', '')).toBe('markdown-2-4-0');
  const paths = ['2.4.0.md', '2-4-0.md', 'a/b.md', 'a-b.md', 'A-b.md', '版本.md', '版.md'];
  expect(new Set(paths.map((path) => idOfFile(path, ''))).size).toBe(paths.length);
});

test.each([
  ['plain', '---\ntitle: x\nid: r-1\n---\n'],
  ['quoted, with Windows’ lines', '\ufeff---\r\nid: "r-1"\r\n---\r\n'],
  ['with a comment behind it', '---\nid: r-1 # from the service\n---\n'],
  ['in front matter that is wrong', '---\nid: r-1\nversion: [\n---\n'],
  ['in front matter that nothing closes', '---\nid: r-1\ntitle: x\n'],
])('finds the id of a file even if its front matter cannot be read: %s', (_, text) => {
  expect(idOfFile('a.md', text)).toBe('r-1');
});

test('a line in the body that looks like an id is no id', () => {
  expect(idOfFile('a.md', '---\ntitle: x\n---\nid: r-1\n')).toBe('markdown-a');
});

test('a milestone gets its stage from its status', async () => {
  await using folder = await sourceFolder({
    'releases/a.md': file(dated),
    'roadmap/dark-mode.md': file(
      'title: Dark mode\nstatus: Now\nended_at: 2026-06-30\n',
      'Soon.\n',
    ),
    'roadmap/later.md': 'Some day.\n',
  });
  const { milestones } = await readFolder(folder.path, { roadmap: 'roadmap' });
  expect(milestones).toMatchObject([
    {
      id: 'markdown-dark-mode',
      title: 'Dark mode',
      slug: 'dark-mode',
      body: '<p>Soon.</p>',
      status: 'Now',
      stage: 'IN_PROGRESS',
      ended_at: '2026-06-30T12:00:00.000Z',
    },
    { id: 'markdown-later', title: 'later', status: 'Backlog', stage: 'BACKLOG' },
  ]);
});

test('a milestone has no release fields', async () => {
  await using folder = await sourceFolder({
    'releases/a.md': file(dated),
    'roadmap/a.md': file(dated),
  });
  const { milestones, unreadable } = await readFolder(folder.path, { roadmap: 'roadmap' });
  expect(milestones).toEqual([]);
  expect(unreadable).toMatchObject([
    { kind: 'milestones', why: expect.stringContaining('there is no field "released_at"') },
  ]);
});

test('finds the id of a broken file without slowing down on a very long line', () => {
  const line = `id:${' '.repeat(200_000)}"x" y`;
  expect(idOfFile('a.md', `---\n${line}\n---\n`)).toBe('markdown-a');
});

test('status: DRAFT on a milestone is an error, and no new roadmap column', async () => {
  await using folder = await sourceFolder({
    'releases/a.md': file('released_at: 2026-01-31\n'),
    'roadmap/a.md': '---\nstatus: DRAFT\n---\n',
    'roadmap/b.md': '---\ndraft: true\n---\n',
  });
  const { milestones, unreadable } = await readFolder(folder.path, { roadmap: 'roadmap' });
  expect(milestones).toEqual([]);
  for (const { why } of unreadable) expect(why).toContain('rite is_public: false');
});

test('front matter with too many fields is refused, and its problems are limited', async () => {
  const fields = (count: number) =>
    Array.from({ length: count }, (_, n) => `field${n}: x\n`).join('');
  expect(await whyNot(file(fields(101)))).toEqual([
    'releases/a.md, line 2: there are more than 100 fields',
  ]);
  const lines = (await whyNot(file(fields(50)))).join('\n').split('\n');
  expect(lines).toHaveLength(21);
  expect(lines.at(-1)).toBe('and 30 more');
});

test('a field that is set twice is refused, with its line', async () => {
  expect(await whyNot(file('title: One\ntitle: Two\n'))).toEqual([
    'releases/a.md, line 3: "title" is there twice',
  ]);
});

test('a day is kept beside its noon in the zone, and a time stays a moment', async () => {
  const released = await readReleases(
    {
      'day.md': file('released_at: 2026-06-15\nupdated_at: 2026-06-16T08:00:00Z\n'),
      'time.md': file('released_at: 2026-06-15T01:00:00+02:00\n'),
    },
    { timeZone: 'Pacific/Auckland' },
  );
  const [day, time] = released.releases;
  expect(day).toMatchObject({
    ...{ released_at: '2026-06-15T00:00:00.000Z', released_on: '2026-06-15' },
    updated_at: '2026-06-16T08:00:00Z',
  });
  expect(day).not.toHaveProperty('updated_on');
  expect(time).toMatchObject({ released_at: '2026-06-15T01:00:00+02:00' });
  expect(time).not.toHaveProperty('released_on');
  expect(await whyNot(file('released_at: 2026-02-30\n'))).toEqual([
    expect.stringMatching(/^releases\/a\.md, line 2: released_at /),
  ]);
});
