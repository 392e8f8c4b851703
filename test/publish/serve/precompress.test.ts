import { join } from 'node:path';
import { test } from 'vitest';
import { createEncoder, nameOf } from '../../../src/lib/http/encoder.ts';
import { createPrecompressor } from '../../../src/publish/serve/precompress.ts';
import { eventually } from '../../support/eventually.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { writeSite } from '../valid-site.ts';

const long = (word: string) => `<p>${word.repeat(300)}</p>`;

/** An encoder that records its calls. */
function watchedEncoder() {
  const encode = createEncoder();
  const asked: string[] = [];
  return {
    asked,
    encode: (name: string, encoding: 'br' | 'gzip', text: Uint8Array) => {
      asked.push(`${encoding} ${name}`);
      return encode(name, encoding, text);
    },
  };
}

const named = (text: string) => `br ${nameOf(new TextEncoder().encode(text))}`;

test('compresses each text once, home page first, and skips tiny files and pictures', async () => {
  await using folder = await tempFolder();
  await writeSite(folder.path, {
    'a/b/index.html': long('deep'),
    'index.html': long('home'),
    'assets/shot.png': long('picture'),
    'tiny.css': 'a {}',
  });
  const { asked, encode } = watchedEncoder();
  const precompress = createPrecompressor(encode);
  precompress(folder.path);
  precompress(folder.path);
  await eventually(() => asked).toEqual([named(long('home')), named(long('deep'))]);
});

test('skips a generation that is gone, and goes on with the next one', async () => {
  await using folder = await tempFolder();
  const next = join(folder.path, 'next');
  await writeSite(next, { 'index.html': long('next') });
  const { asked, encode } = watchedEncoder();
  const precompress = createPrecompressor(encode);
  precompress(join(folder.path, 'gone'));
  precompress(next);
  await eventually(() => asked).toEqual([named(long('next'))]);
});
