import { expect, test } from 'vitest';
import { digest } from '../../../src/lib/digest.ts';
import { type AssetPlan, planAssets, planFiles } from '../../../src/sync/plan/plan-changes.ts';

const standing = (files: Record<string, string>) =>
  new Map(Object.entries(files).map(([path, text]) => [path, digest(text)]));
const wanted = (files: Record<string, string>) =>
  Object.entries(files).map(([path, text]) => ({ path, text: () => text, digest: digest(text) }));

test('plans nothing if the content is as desired', () => {
  expect(planFiles(standing({ a: '1' }), wanted({ a: '1' }))).toEqual([]);
});

test('plans to write new and changed files, and to remove files that are not desired', () => {
  const current = standing({ same: '1', changed: '1', gone: '1' });
  const plan = planFiles(current, wanted({ same: '1', changed: '2', added: '1' }));
  expect(plan.map((change) => ('text' in change ? [change.path, change.text()] : change))).toEqual([
    ['changed', '2'],
    ['added', '1'],
    { kind: 'remove', path: 'gone' },
  ]);
});

/**
 * A plan in which all existing mirrored files are undamaged and in use, unless `over` says
 * otherwise.
 */
const assets = (over: Partial<AssetPlan>): AssetPlan => {
  const { current = new Set() } = over;
  return { current, intact: current, own: current, used: current, mirrored: new Map(), ...over };
};

test('plans to write a mirrored file only if an entry uses it and it does not exist', () => {
  const mirrored = new Map(['new', 'there', 'unused'].map((name) => [name, `/waiting/${name}`]));
  const used = new Set(['new', 'there']);
  expect(planAssets(assets({ current: new Set(['there']), used, mirrored }))).toEqual([
    { kind: 'write', path: 'assets/new', from: '/waiting/new' },
  ]);
});

test('plans to write a mirrored file again if somebody changed it', () => {
  const mirrored = new Map([['there', '/waiting/there']]);
  const plan = planAssets(assets({ current: new Set(['there']), intact: new Set(), mirrored }));
  expect(plan).toEqual([{ kind: 'write', path: 'assets/there', from: '/waiting/there' }]);
});

test('plans to remove a mirrored file that no entry uses, but no file that sync did not write', () => {
  const current = new Set(['old', 'kept', 'theirs']);
  const own = new Set(['old', 'kept']);
  expect(planAssets(assets({ current, own, used: new Set(['kept']) }))).toEqual([
    { kind: 'remove', path: 'assets/old' },
  ]);
});
