import { expect, test } from 'vitest';
import { createLocalPictures } from '../../src/sources/local-pictures.ts';

const bytes = (text: string) => new Uint8Array(Buffer.from(text));
const open = () =>
  createLocalPictures(async (address) => ({ kind: 'unusable', why: `asked for ${address}` }));
const add = (pictures: ReturnType<typeof open>, path: string, text: string) =>
  pictures.add(path, bytes(text), async () => bytes(text));
const download = (pictures: ReturnType<typeof open>, address: string) => pictures.download(address);

test('the same bytes have the same address, and other bytes another one', () => {
  const pictures = open();
  const first = add(pictures, 'pictures/a b.png', 'one');
  expect(add(open(), 'other/a b.png', 'one')).toBe(first);
  expect(add(pictures, 'pictures/a b.png', 'two')).not.toBe(first);
  expect(new URL(first).hostname).toBe('files.waymark.invalid');
});

test('local pictures are found without a request, and other addresses are requested', async () => {
  const pictures = open();
  const address = add(pictures, 'a.png', 'one');
  expect(await download(pictures, address)).toEqual({ kind: 'bytes', bytes: Buffer.from('one') });
  expect(await download(pictures, 'https://example.com/a.png')).toEqual({
    kind: 'unusable',
    why: 'asked for https://example.com/a.png',
  });
});

test('an address without a file is never requested', async () => {
  const pictures = open();
  const address = add(pictures, 'a.png', 'one');
  expect(await download(pictures, `${address}x`)).toEqual({
    kind: 'unusable',
    why: 'there is no such picture beside the file',
  });
});

test('a picture that changed while sources were read is not mirrored', async () => {
  const pictures = open();
  const address = pictures.add('a.png', bytes('one'), async () => bytes('two'));
  expect(await download(pictures, address)).toMatchObject({ kind: 'unusable' });
});
