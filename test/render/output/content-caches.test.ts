import { expect, test } from 'vitest';
import {
  cachesIn,
  confirmCaches,
  dropUnconfirmed,
} from '../../../src/render/output/content-caches.ts';
import { tempFolder } from '../../support/temp-folder.ts';

test('returns the old text until the new one is confirmed', async () => {
  await using temp = await tempFolder();
  const words = cachesIn(temp.path)('words');
  expect(await words.read()).toBeUndefined();
  await words.write('first');
  expect(await words.read()).toBeUndefined();
  await confirmCaches(temp.path);
  expect(await words.read()).toBe('first');
  await words.write('second');
  await dropUnconfirmed(temp.path);
  await confirmCaches(temp.path);
  expect(await words.read()).toBe('first');
});
