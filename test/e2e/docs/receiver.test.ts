import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { flagsOf } from '../../support/command.ts';

// What they save is measured by `npm run bench -- --only receiver`.
test('npm and the unit in the docs start the receiver with the flags that keep sync small', () => {
  const [, flags] =
    readFileSync('docs/receiver.md', 'utf8').match(
      /^ExecStart=\/srv\/waymark\/node_modules\/\.bin\/node (.*)scripts\/webhook\.ts$/m,
    ) ?? [];
  expect(flagsOf('sync')).toContain('--optimize-for-size');
  expect(flagsOf('webhook')).toEqual(flagsOf('sync'));
  const own = flagsOf('sync').filter((flag) => !flag.startsWith('--require='));
  expect(flags?.trim().split(' ')).toEqual(own);
});
