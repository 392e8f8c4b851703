import { expect, test } from 'vitest';
import {
  confirmWords,
  dropUnconfirmedWords,
  keptWordsIn,
} from '../../../src/render/output/kept-reading.ts';
import { tempFolder } from '../../support/temp-folder.ts';

test('keeps words once they are confirmed, and those of before until then', async () => {
  await using temp = await tempFolder();
  const words = keptWordsIn(temp.path);
  expect(await words.read()).toBeUndefined();
  await words.write('first');
  expect(await words.read()).toBeUndefined();
  await confirmWords(temp.path);
  expect(await words.read()).toBe('first');
  await words.write('second');
  await dropUnconfirmedWords(temp.path);
  await confirmWords(temp.path);
  expect(await words.read()).toBe('first');
});
