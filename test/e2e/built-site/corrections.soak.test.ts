// @module-tag soak

import { expect, test } from 'vitest';
import { filesIn } from '../../support/files-in.ts';
import { withoutCards } from '../whole-path/written-site.ts';
import { builtSite } from './build.ts';

test('without logged corrections, the setting to show corrections makes no difference', async () => {
  const show = { ...withoutCards.show, corrections: false };
  const [usual, without] = await Promise.all([
    builtSite('english', {}).then(filesIn),
    builtSite('without-corrections', { show }).then(filesIn),
  ]);
  expect(Object.keys(usual).length).toBeGreaterThan(100);
  expect(Object.keys(without)).toEqual(Object.keys(usual));
  expect(Object.keys(usual).filter((path) => usual[path] !== without[path])).toEqual([]);
});
