import { expect, test } from 'vitest';
import { WaymarkError } from '../../../src/model/errors.ts';
import { keepLast } from '../../../src/tools/preview/create-previewer.ts';
import { release, sample } from '../../service/sample.ts';

const { workspace } = sample();
const titled = (title: string) => async () => {
  return { release: release(title, { title }), workspace, projects: [], files: [] };
};

test('previews with the same key are made once, also at the same time, and failed ones again', async () => {
  const made: string[] = [];
  const render = keepLast(async (readInput) => {
    const text = (await readInput()).release.title;
    made.push(text);
    if (made.length === 1) throw new WaymarkError('The preview failed.');
    return { page: text, list: text, feed: text };
  });
  const tries = await Promise.allSettled([
    render('a', titled('first')),
    render('a', titled('second')),
  ]);
  expect(tries.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const all = await Promise.all([
    render('a', titled('third')),
    render('a', titled('fourth')),
    render('b', titled('other')),
  ]);
  expect(all.map(({ page }) => page)).toEqual(['third', 'third', 'other']);
  expect(made).toEqual(['first', 'third', 'other']);
});

test('a preview is shown to those who wait for it, however many others are made meanwhile', async () => {
  const begun = Promise.withResolvers<void>();
  const render = keepLast(async (readInput) => {
    await begun.promise;
    const text = (await readInput()).release.title;
    return { page: text, list: text, feed: text };
  });
  const keys = Array.from({ length: 9 }, (_, n) => `release ${n}`);
  const all = keys.map((key) => render(key, titled(key)));
  begun.resolve();
  expect((await Promise.all(all)).map(({ page }) => page)).toEqual(keys);
});
