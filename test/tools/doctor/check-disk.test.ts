import { expect, test } from 'vitest';
import { checkDisk, classifyRoom } from '../../../src/tools/doctor/check-disk.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const megabytes = (count: number) => count * 1024 * 1024;
const state = (bytes: number, files?: number) =>
  classifyRoom('disk', '/srv', { bytes, files }).state;

test('a disk needs room for a few sites, and enough free inodes', () => {
  expect(state(megabytes(50_000), 1_000_000)).toBe('ok');
  expect(state(megabytes(500), 1_000_000)).toBe('warning');
  expect(state(megabytes(50), 1_000_000)).toBe('error');
  expect(state(megabytes(50_000), 50_000)).toBe('warning');
  expect(state(megabytes(50_000), 500)).toBe('error');
});

test('a file system that does not count inodes is judged by its bytes', () => {
  expect(state(megabytes(50_000), undefined)).toBe('ok');
});

test('checks the disk of the nearest existing parent if a folder does not exist', async () => {
  await using folder = await tempFolder();
  const { found } = await checkDisk('disk', `${folder.path}/a/b`);
  expect(found).toContain(`${folder.path} has room for `);
});
