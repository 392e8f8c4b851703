import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { digest } from '../../../../src/lib/digest.ts';
import { encoders } from '../../../../src/sync/prepare/assets/asset-bytes.ts';
import { mp4 } from '../../pictures.ts';

type Format = 'png' | 'jpeg' | 'gif' | 'webp' | 'avif' | 'tiff';

const plain = (width: number, height: number, background = '#16a34a') =>
  sharp({ create: { width, height, channels: 3, background } });
const picture = (format: Format, width = 120, height = 80) =>
  plain(width, height).toFormat(format).toBuffer();
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>x</script></svg>';
const html = '<!doctype html><script>alert(1)</script>';

/** An animation of three frames. */
async function moving(width: number, height: number, format: Format = 'gif'): Promise<Buffer> {
  const frames = ['#16a34a', '#be123c', '#2563eb'].map((background) => ({
    create: { width, height, channels: 3 as const, background },
  }));
  // sharp accepts pictures to create in this list, although its type does not say so.
  return sharp(frames as unknown as string[], { join: { animated: true } })
    .toFormat(format)
    .toBuffer();
}

/** An animated WebP with small frames on a large canvas. */
async function movingOn(width: number, height: number): Promise<Buffer> {
  const bytes = await moving(20, 10, 'webp');
  bytes.writeUIntLE(width - 1, 24, 3);
  bytes.writeUIntLE(height - 1, 27, 3);
  return bytes;
}

/** A tiny PNG whose header claims a size of many pixels. */
async function pngThatClaims(width: number, height: number): Promise<Buffer> {
  const bytes = await picture('png', 1, 1);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return bytes;
}

describe('pictures', () => {
  test.each([
    ['png', 'png'],
    ['jpeg', 'jpg'],
    ['gif', 'gif'],
    ['webp', 'webp'],
    ['avif', 'webp'],
    ['tiff', 'webp'],
  ] as const)('in %s get the extension .%s and their size', async (format, ending) => {
    const { asset, data } = await encoders.picture(await picture(format));
    const file = `${digest(data, 20)}.${ending}`;
    expect(asset).toEqual({ file, width: 120, height: 80, bytes: data.length });
    expect((await sharp(data).metadata()).format).toBe(ending === 'jpg' ? 'jpeg' : ending);
  });

  test('lose all metadata and trailing data', async () => {
    const exif = { IFD0: { Copyright: 'a secret place' } };
    const tail = Buffer.from('<script>alert(1)</script>');
    const bytes = Buffer.concat([await plain(9, 9).withExif(exif).jpeg().toBuffer(), tail]);
    const { data } = await encoders.picture(bytes);
    expect(bytes.includes('a secret place')).toBe(true);
    expect(Buffer.from(data).includes('a secret place')).toBe(false);
    expect(Buffer.from(data).includes('<script>')).toBe(false);
  });

  test('are rotated as their metadata says', async () => {
    const turned = await plain(120, 80).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect((await encoders.picture(turned)).asset).toMatchObject({ width: 80, height: 120 });
  });

  test('stay animated', async () => {
    const { asset, data } = await encoders.picture(await moving(20, 10));
    expect(asset).toMatchObject({ width: 20, height: 10 });
    expect(await sharp(data, { animated: true }).metadata()).toMatchObject({ pages: 3 });
  });

  test('with a palette keep their palette', async () => {
    const bytes = await plain(9, 9).png({ palette: true }).toBuffer();
    const { data } = await encoders.picture(bytes);
    expect(await sharp(data).metadata()).toMatchObject({ format: 'png', isPalette: true });
  });

  test('with many colours keep every colour', async () => {
    const pixels = Buffer.from(
      Array.from({ length: 64 * 64 * 3 }, (_, index) => (index * index * 31 + (index >> 3)) % 256),
    );
    const raw = { width: 64, height: 64, channels: 3 } as const;
    const { data } = await encoders.picture(await sharp(pixels, { raw }).png().toBuffer());
    expect(await sharp(data).removeAlpha().raw().toBuffer()).toEqual(pixels);
  });

  test.each([
    ['SVG', svg],
    ['SVG in disguise', `<?xml version="1.0"?>\n<!-- PNG -->${svg}`],
    ['HTML', html],
    ['PDF', '%PDF-1.7\nx'],
    ['text', 'no picture'],
    ['nothing', ''],
  ])('cannot be made from %s', async (_what, bytes) => {
    const nothing = 'it is not a supported picture';
    await expect(encoders.picture(Buffer.from(bytes))).rejects.toThrow(nothing);
    await expect(encoders.avatar(Buffer.from(bytes))).rejects.toThrow(nothing);
  });

  test('cannot be made from half a picture', async () => {
    const bytes = await picture('jpeg', 400, 400);
    await expect(encoders.picture(bytes.subarray(0, bytes.length / 2))).rejects.toThrow();
  });
});

describe('pixel bombs', () => {
  test('are refused by the size in their header, before they are decoded', async () => {
    const bomb = await pngThatClaims(50_000, 50_000);
    expect(bomb.length).toBeLessThan(1000);
    await expect(encoders.picture(bomb)).rejects.toThrow('exceeds pixel limit');
    await expect(encoders.avatar(bomb)).rejects.toThrow('exceeds pixel limit');
  });

  test('are pictures of more than 40 megapixels, but not of exactly 40', async () => {
    expect((await encoders.avatar(await movingOn(8000, 5000))).asset.width).toBe(96);
    await expect(encoders.avatar(await movingOn(8000, 5001))).rejects.toThrow(
      'exceeds pixel limit',
    );
  });

  test('can spread their pixels over many frames', async () => {
    const bytes = await movingOn(4500, 3000);
    expect((await encoders.avatar(bytes)).asset.width).toBe(96);
    await expect(encoders.picture(bytes)).rejects.toThrow('exceeds pixel limit');
  });
});

describe('avatars', () => {
  test.each([
    [400, 300, 96],
    [60, 40, 40],
  ])('of %i × %i pixels become squares with sides of %i pixels', async (width, height, side) => {
    const { asset } = await encoders.avatar(await picture('png', width, height));
    expect(asset).toMatchObject({ width: side, height: side });
    expect(asset.file).toMatch(/^[0-9a-f]{20}\.webp$/);
  });

  test('are not animated', async () => {
    const { data } = await encoders.avatar(await moving(200, 200));
    expect((await sharp(data, { animated: true }).metadata()).pages ?? 1).toBe(1);
  });
});

describe('films', () => {
  const webm = Buffer.from('\x1a\x45\xdf\xa3\x8b\x42\x82\x84webm\x42\x87\x81\x02', 'latin1');

  test.each([
    ['mp4', mp4],
    ['webm', webm],
  ])('in %s are kept byte for byte', async (ending, bytes) => {
    const { asset, data } = await encoders.video(bytes);
    expect(data).toEqual(bytes);
    expect(asset).toEqual({ file: `${digest(bytes, 20)}.${ending}`, bytes: bytes.length });
  });

  test.each([
    ['a page', html, 'unknown type'],
    ['a PDF', '%PDF-1.7', 'pdf'],
    ['a QuickTime film', '\0\0\0\x14ftypqt  \0\0\0\0qt  ', 'mov'],
  ])('are refused if the file is %s', async (_what, bytes, kind) => {
    await expect(encoders.video(Buffer.from(bytes, 'latin1'))).rejects.toThrow(
      `it is not an MP4 or WebM video (${kind})`,
    );
  });
});

describe('files', () => {
  test('are kept byte for byte and named by a hash of their content', async () => {
    const pdf = Buffer.from('%PDF-1.7\nnotes');
    const { asset, data } = await encoders.file(pdf);
    expect(data).toEqual(pdf);
    expect(asset).toEqual({ file: `${digest(pdf, 20)}.pdf`, bytes: pdf.length });
  });

  test.each([
    ['HTML', html],
    ['SVG', svg],
    ['XML', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script/></html>'],
    ['a script', 'alert(1)'],
    ['a program', 'MZ\u0090\u0000\u0003'],
    ['WebAssembly', '\u0000asm\u0001\u0000\u0000\u0000'],
    ['nothing', ''],
  ])('that contain %s get the extension .bin', async (_what, bytes) => {
    const { asset } = await encoders.file(Buffer.from(bytes, 'latin1'));
    expect(asset.file).toMatch(/^[0-9a-f]{20}\.bin$/);
  });
});
