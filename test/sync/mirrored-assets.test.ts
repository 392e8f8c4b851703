import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { certificate, startListener } from '../client/listeners.ts';
import { lookupOf, networkTo } from '../client/network.ts';
import { startWorkspace } from './mirrored-workspace.ts';

const picture = (background: string, width = 200, height = 100) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
const green = await picture('#16a34a');
const red = await picture('#be123c');
const attachment = (url: string) => ({
  id: `att-${url}`,
  type: 'FILE' as const,
  content: { title: 'Notes', url, size: 1, type: 'application/pdf' },
});
const person = (avatar_url: string | null) => ({ id: 'c-1', name: 'Ada', avatar_url });
const image = (url: string) => ({ type: 'image' as const, url });

test('pictures in bodies, changes, heroes and avatars are mirrored with their sizes', async () => {
  await using it = await startWorkspace({ 'green.png': green, 'red.png': red });
  await it.write('a', {
    body: '<p>x<img src="/files/green.png" alt="Green"></p>',
    changes: [{ title: 'New', color: '#16a34a', content: '<img src="/files/red.png" alt="Red">' }],
    hero: image('/files/green.png'),
    contributors: [person(`${it.url}/files/green.png`)],
  });
  const report = await it.run();
  expect(report.warnings).toEqual([]);
  const a = (await it.content()).releases.get('a');
  const shown = /<img src="waymark-asset:[0-9a-f]{20}\.png" alt="\w+" width="200" height="100"/;
  expect(a?.body).toMatch(shown);
  expect(a?.changes[0]?.html).toMatch(shown);
  expect(a?.hero).toMatchObject({ type: 'image', asset: { width: 200, height: 100 } });
  expect(a?.contributors).toEqual([
    { id: 'c-1', name: 'Ada', avatar: expect.objectContaining({ width: 96, height: 96 }) },
  ]);
  expect(it.withKey).toEqual([]);
});

test('stores the same picture once, however many entries show it', async () => {
  const files = { 'green.png': green, 'again.png': green };
  await using it = await startWorkspace(files);
  await it.write('a', { hero: image('/files/green.png'), body: '<img src="/files/again.png">' });
  await it.write('b', { body: '<img src="/files/green.png">' });
  await it.run();
  expect(await it.assets()).toHaveLength(1);
  expect(it.assetsAsked.toSorted()).toEqual(['/files/again.png', '/files/green.png']);
});

test('mirrors a file byte for byte, with the extension of its actual type', async () => {
  await using it = await startWorkspace({
    'notes.html': '%PDF-1.7\nnotes',
    'page.pdf': '<script>',
  });
  await it.write('a', {
    attachments: [attachment('/files/notes.html'), attachment('/files/page.pdf')],
  });
  await it.run();
  const attachments = (await it.content()).releases.get('a')?.attachments;
  expect(attachments).toMatchObject([
    { type: 'FILE', asset: { file: expect.stringMatching(/\.pdf$/) } },
    { type: 'FILE', asset: { file: expect.stringMatching(/\.bin$/) } },
  ]);
  const names = await it.assets();
  const kept = names.map((name) => readFile(join(it.folder, 'assets', name), 'utf8'));
  expect((await Promise.all(kept)).sort()).toEqual(['%PDF-1.7\nnotes', '<script>']);
});

test('replaces a picture that it cannot mirror by its alt text, and reports it', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
  await using it = await startWorkspace({ 'drawn.svg': svg, 'page.png': '<!doctype html>' });
  const sources = [
    '/files/drawn.svg',
    '/files/page.png',
    '/files/none.png',
    'http://127.0.0.1:1/x',
  ];
  await it.write('a', {
    body: sources.map((src, index) => `<p><img src="${src}" alt="alt ${index}"></p>`).join(''),
    hero: image('https://127.1/x.png'),
    contributors: [person('/v1/subscribers')],
    attachments: [attachment('/v1/subscribers')],
  });
  const report = await it.run();
  expect(report.warnings.map(({ message }) => message).toSorted()).toEqual([
    expect.stringMatching('left out /files/drawn.svg: it is not a supported picture'),
    'left out /files/none.png: status 404',
    expect.stringMatching('left out /files/page.png: it is not a supported picture'),
    'left out /v1/subscribers: it is an address of the API, not of a file',
    'left out http://127.0.0.1:1/x: only https addresses are fetched',
    `left out ${it.url}/v1/subscribers: it is an address of the API, not of a file`,
    expect.stringMatching(/^left out \S+: 127\.0\.0\.1 is not a public address$/),
  ]);
  const a = (await it.content()).releases.get('a');
  expect(a?.body).toBe('<p>alt 0</p><p>alt 1</p><p>alt 2</p><p>alt 3</p>');
  expect(a).toMatchObject({ hero: null, attachments: [], contributors: [{ avatar: null }] });
  expect(await it.assets()).toEqual([]);
});

test('mirrors a public picture over https, and never sends it the API key', async () => {
  await using site = await startListener(() => ({ body: green }));
  const { dial } = networkTo(site);
  const downloads = { dial, lookup: lookupOf(['93.184.216.34']), ca: certificate.cert };
  await using it = await startWorkspace({}, downloads);
  await it.write('a', { hero: image('https://public.example/green.png') });
  expect((await it.run()).warnings).toEqual([]);
  expect(await it.assets()).toHaveLength(1);
  expect(site.asked.flatMap(({ rawHeaders }) => rawHeaders).join()).not.toContain('key-that');
});

test('does not request existing copies again', async () => {
  await using it = await startWorkspace({ 'green.png': green, 'red.png': red });
  await it.write('a', {
    hero: image('/files/green.png'),
    contributors: [person('/files/red.png')],
  });
  await it.run();
  const before = [it.assetsAsked.length, await it.assets()];
  expect((await it.run()).files).toEqual({ written: 0, removed: 0 });
  await it.write('b', { hero: image('/files/red.png') });
  await it.run();
  expect(it.assetsAsked.slice(2)).toEqual(['/files/red.png']);
  expect(before[0]).toBe(2);
  expect(await it.assets()).toEqual(expect.arrayContaining(before[1] as string[]));
});

test('removes files that no entry shows any more', async () => {
  await using it = await startWorkspace({ 'green.png': green, 'red.png': red });
  const shown = { hero: image('/files/green.png'), contributors: [person('/files/red.png')] };
  await it.write('a', shown);
  await it.write('b', { hero: image('/files/red.png') });
  await it.run();
  expect(await it.assets()).toHaveLength(3);
  await it.write('a', { ...shown, is_public: false });
  await it.run();
  expect(await it.assets()).toHaveLength(1);
});

test('a dry run leaves no files behind', async () => {
  await using it = await startWorkspace({ 'green.png': green });
  await it.write('a', { hero: image('/files/green.png') });
  const { files } = await it.run({ dryRun: true });
  expect(files.written).toBeGreaterThan(1);
  expect(await it.assets()).toEqual([]);
});

test('without assets, links to the originals and requests nothing', async () => {
  await using it = await startWorkspace({ 'green.png': green });
  await it.write('a', {
    body: [
      '<p><img src="/files/green.png" alt="Green"> <img src="https://example.com/b.png"></p>',
      '<p><a href="https://example.com/"><img src="/files/green.png" alt="Linked"></a></p>',
      '<p><img src="https://me:secret@example.com/c.png" alt="Signed"></p>',
    ].join(''),
    hero: image('https://example.com/hero.png'),
    contributors: [person('/files/green.png')],
    attachments: [attachment('/files/notes.pdf')],
  });
  const report = await it.run({ assets: false });
  expect([it.assetsAsked, await it.assets(), report.warnings]).toEqual([[], [], []]);
  const a = (await it.content()).releases.get('a');
  const rel = 'rel="noopener nofollow ugc"';
  expect(a?.body).toBe(
    [
      `<p><a href="${it.url}/files/green.png" ${rel}>Green</a> `,
      `<a href="https://example.com/b.png" ${rel}>https://example.com/b.png</a></p>`,
      `<p><a href="https://example.com/" ${rel}>Linked</a></p>`,
      '<p>Signed</p>',
    ].join(''),
  );
  expect(a).toMatchObject({
    hero: { type: 'link', url: 'https://example.com/hero.png' },
    contributors: [{ avatar: null }],
    attachments: [{ type: 'LINK', title: 'Notes', url: `${it.url}/files/notes.pdf` }],
  });
});

test('adds and removes assets as the option says, even if no release has changed', async () => {
  await using it = await startWorkspace({ 'green.png': green });
  await it.write('a', { hero: image('/files/green.png') });
  await it.run({ assets: false });
  await it.run();
  expect(await it.assets()).toHaveLength(1);
  await it.run({ assets: false });
  expect(await it.assets()).toEqual([]);
});
