import sharp from 'sharp';
import { expect, test } from 'vitest';
import { digest } from '../../../../src/lib/digest.ts';
import { startClient } from '../../../client/start-client.ts';
import { movingGif, palettePng, pictureAs, pngWithSecret } from '../../pictures.ts';
import { mirrorOf, startMirror } from '../../start-mirror.ts';

test('mirrors a picture with its size, and sends no API key', async () => {
  await using it = await startMirror({ '/files/a.png': await pngWithSecret() });
  const { asset } = await it.mirror.fetch('/files/a.png', 'picture', false);
  expect(asset).toMatchObject({ width: 8, height: 4 });
  expect(it.server.asked[0]?.headers.has('authorization')).toBe(false);
});

test('names a picture by a hash of its content', async () => {
  await using it = await startMirror({ '/files/a.png': await pngWithSecret() });
  const copied = await it.mirror.fetch('/files/a.png', 'picture', false);
  const bytes = await it.bytesOf(copied);
  expect(copied.asset?.file).toBe(`${digest(bytes, 20)}.png`);
  expect(copied.asset?.bytes).toBe(bytes.length);
});

test('drops the metadata of a picture', async () => {
  const original = await pngWithSecret();
  await using it = await startMirror({ '/files/a.png': original });
  const copied = await it.mirror.fetch('/files/a.png', 'picture', false);
  const bytes = await it.bytesOf(copied);
  expect(original.includes('secret place')).toBe(true);
  expect(bytes.includes('secret place')).toBe(false);
});

test.each([
  ['png', palettePng, 'png'],
  ['gif', movingGif, 'gif'],
  ['jpeg', () => pictureAs('jpeg'), 'jpg'],
  ['webp', () => pictureAs('webp'), 'webp'],
  ['webp', () => pictureAs('tiff'), 'webp'],
])('writes %s bytes into a file with the matching extension', async (format, picture, ending) => {
  await using it = await startMirror({ '/a': await picture() });
  const copied = await it.mirror.fetch('/a', 'picture', false);
  expect(copied.asset?.file).toMatch(new RegExp(`\\.${ending}$`));
  expect((await sharp(await it.bytesOf(copied)).metadata()).format).toBe(format);
});

test('keeps a picture animated', async () => {
  await using it = await startMirror({ '/a.gif': await movingGif() });
  const copied = await it.mirror.fetch('/a.gif', 'picture', false);
  const { pages } = await sharp(await it.bytesOf(copied), { animated: true }).metadata();
  expect({ pages, height: copied.asset?.height }).toEqual({ pages: 2, height: 4 });
});

test('keeps the palette of a picture', async () => {
  await using it = await startMirror({ '/a.png': await palettePng() });
  const copied = await it.mirror.fetch('/a.png', 'picture', false);
  const { isPalette } = await sharp(await it.bytesOf(copied)).metadata();
  expect(isPalette).toBe(true);
});

test('mirrors a file byte for byte, named by its content and its type', async () => {
  const pdf = '%PDF-1.7\nnotes';
  await using it = await startMirror({ '/files/notes.html': pdf });
  const copied = await it.mirror.fetch('/files/notes.html', 'file', false);
  expect(copied.asset).toEqual({ file: `${digest(pdf, 20)}.pdf`, bytes: pdf.length });
  expect(await it.bytesOf(copied)).toEqual(Buffer.from(pdf));
});

test.each(['<script>alert(1)</script>', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'MZ\u0090'])(
  'gives a file that no browser should open (%j) the extension .bin',
  async (bytes) => {
    await using it = await startMirror({ '/files/x.svg': bytes });
    expect((await it.mirror.fetch('/files/x.svg', 'file', false)).asset?.file).toMatch(
      /^[0-9a-f]{20}\.bin$/,
    );
  },
);

test('refuses JSON in place of a file', async () => {
  await using it = await startClient(() => Response.json({ email: 'one@example.com' }));
  using mirror = mirrorOf(it.client);
  const { asset, missing } = await mirror.fetch('/files/x', 'file', false);
  expect(asset).toBeUndefined();
  expect(missing?.note).toBe('left out /files/x: it is JSON, not a file');
});

test('leaves out what is not a picture, and names it', async () => {
  await using it = await startMirror({ '/files/a.png': 'no picture' });
  const { asset, missing } = await it.mirror.fetch('/files/a.png', 'picture', false);
  expect(asset).toBeUndefined();
  expect(missing?.note).toMatch(/^left out \/files\/a\.png: ./);
});

test('requests a picture once if several entries show it', async () => {
  await using it = await startMirror({ '/a.png': await palettePng() });
  const both = ['/a.png', '/a.png'].map((address) => it.mirror.fetch(address, 'picture', false));
  const [first, second] = await Promise.all(both);
  expect(first).toEqual(second);
  expect(it.server.asked).toHaveLength(1);
});
