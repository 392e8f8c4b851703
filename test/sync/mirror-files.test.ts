import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { mirrorOf } from './start-mirror.ts';

const baseUrl = 'https://api.example.com';

test('keeps copies in temporary files until it is disposed', async () => {
  const download = async () => ({ kind: 'bytes' as const, bytes: Buffer.from('%PDF-1.7') });
  const mirror = mirrorOf({ baseUrl, download });
  const { asset } = await mirror.fetch('/files/a', 'file', false);
  const path = mirror.files.get(asset?.file ?? '') ?? '';
  expect(await readFile(path, 'utf8')).toBe('%PDF-1.7');
  mirror[Symbol.dispose]();
  expect(existsSync(path)).toBe(false);
});

test('downloads at most four files at a time', async () => {
  const waiting: (() => void)[] = [];
  let [running, most] = [0, 0];
  const download = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise<void>((resolve) => waiting.push(resolve));
    running -= 1;
    return { kind: 'refused' as const, why: 'x' };
  };
  using mirror = mirrorOf({ baseUrl, download });
  const all = Promise.all(
    Array.from({ length: 9 }, (_, n) => mirror.fetch(`/files/${n}`, 'file', false)),
  );
  let done = false;
  void all.then(() => (done = true));
  while (!done) {
    for (const resolve of waiting.splice(0)) resolve();
    await new Promise(setImmediate);
  }
  expect(most).toBe(4);
});

test('a line in the report stays one line, whatever the address contains', async () => {
  const download = async () => ({ kind: 'refused' as const, why: 'status 404\n' });
  using mirror = mirrorOf({ baseUrl, download });
  const { missing } = await mirror.fetch(`/files/\u001b[31m\n${'x'.repeat(9_000)}`, 'file', false);
  expect(missing?.note).toMatch(/^left out \/files\/\[31m x+…: status 404$/);
  expect(missing?.note?.length).toBeLessThan(250);
});

test.each([
  ['https://me:secret@example.com/a.png', 'https://example.com/a.png'],
  ['//me:se@cret@example.com/a.png', 'https://example.com/a.png'],
  ['/npm/@scope/name@1/a.png', '/npm/@scope/name@1/a.png'],
  ['https:\\\\me:a secret@example.com/a.png', 'https://example.com/a.png'],
  ['https:me:secret@example.com/a.png', 'https:example.com/a.png'],
  ['https://me:sec/ret@example.com:x/a.png', '…example.com:x/a.png'],
  ['/a.png?token=secret&w=2', '/a.png?token=…&w=2'],
])('the report about %s contains no password', async (address, reported) => {
  const download = async () => ({ kind: 'refused' as const, why: 'status 404' });
  using mirror = mirrorOf({ baseUrl, download });
  const { missing } = await mirror.fetch(address, 'file', false);
  expect(missing?.note).toBe(`left out ${reported}: status 404`);
});

test('fails if there is no room for a copy, and says where', async () => {
  const download = async () => ({ kind: 'bytes' as const, bytes: Buffer.from('%PDF-1.7') });
  using mirror = mirrorOf({ baseUrl, download }, { folder: '/dev/null/at/all' });
  await expect(mirror.fetch('/files/a', 'file', false)).rejects.toThrow(
    /^Pictures cannot be copied through \/dev\/null\/at\/all: ENOTDIR[^\n]*\nFree up space there/,
  );
});
