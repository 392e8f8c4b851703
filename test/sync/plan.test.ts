import { expect, test } from 'vitest';
import { planAssets, planFiles } from '../../src/sync/plan.ts';

const texts = (files: Record<string, string>) => new Map(Object.entries(files));

test('plans nothing when all is as wanted', () => {
  expect(planFiles(texts({ a: '1' }), texts({ a: '1' }))).toEqual([]);
});

test('plans to write what is new or different and to remove what is not wanted', () => {
  const current = texts({ same: '1', changed: '1', gone: '1' });
  expect(planFiles(current, texts({ same: '1', changed: '2', added: '1' }))).toEqual([
    { kind: 'write', path: 'changed', data: '2' },
    { kind: 'write', path: 'added', data: '1' },
    { kind: 'remove', path: 'gone' },
  ]);
});

test('plans to write a mirrored file only when an entry uses it and it is not there', () => {
  const mirrored = new Map(['new', 'there', 'unused'].map((name) => [name, `/waiting/${name}`]));
  const used = new Set(['new', 'there']);
  expect(planAssets(new Set(['there']), used, mirrored, 'assets')).toEqual([
    { kind: 'write', path: 'assets/new', from: '/waiting/new' },
  ]);
});

test('plans to remove a mirrored file that no entry uses any more', () => {
  expect(planAssets(new Set(['old', 'kept']), new Set(['kept']), new Map(), 'assets')).toEqual([
    { kind: 'remove', path: 'assets/old' },
  ]);
});
