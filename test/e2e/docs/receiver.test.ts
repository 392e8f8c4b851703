import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { flagsOf } from '../../support/command.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));

// What they save is measured by `npm run bench -- --only receiver`.
test('npm and the unit start the receiver with the flags that keep sync small', () => {
  expect(readFileSync('docs/examples/systemd/waymark-receiver.service', 'utf8')).toMatch(
    /^ExecStart=\/srv\/waymark\/bin\/waymark\.cjs webhook$/m,
  );
  expect(scripts.webhook).toBe('node bin/waymark.cjs webhook');
  expect(flagsOf('sync')).toContain('--optimize-for-size');
  expect(flagsOf('webhook')).toEqual(flagsOf('sync'));
});
