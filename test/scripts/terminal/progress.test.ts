import { expect, test } from 'vitest';
import { showProgress } from '../../../scripts/terminal/progress.ts';

test('prints a line for each stage as soon as its total is known', async () => {
  const written: string[] = [];
  const stream = { isTTY: false, write: (text: string) => written.push(text) > 0 };
  const { onProgress, ...progress } = await showProgress(stream);
  onProgress('reading', 0, 1);
  onProgress('preparing', 0, 1);
  onProgress('reading', 2, 2);
  onProgress('preparing', 1, 2);
  expect(written).toEqual([]);
  onProgress('writing', 0, 7);
  expect(written.splice(0)).toEqual([
    'Reading records: 2\n',
    'Preparing entries: 2\n',
    'Writing files: 7\n',
  ]);
  onProgress('writing', 7, 7);
  onProgress('rendering', 1, 9);
  expect(written.splice(0)).toEqual(['Rendering pages: 9\n']);
  progress[Symbol.dispose]();
  onProgress('rendering', 1, 3);
  expect(written).toEqual([]);
});

test('prints a stage at the end if no other follows', async () => {
  const written: string[] = [];
  const stream = { isTTY: false, write: (text: string) => written.push(text) > 0 };
  {
    using progress = await showProgress(stream);
    progress.onProgress('preparing', 3, 3);
  }
  expect(written).toEqual(['Preparing entries: 3\n']);
});
