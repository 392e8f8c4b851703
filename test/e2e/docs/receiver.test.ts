import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { flagsOf } from '../../support/command.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));

// `npm run bench -- --only receiver` measures how much memory the flag saves.
test('npm and the systemd unit start the receiver with a flag that saves memory', () => {
  expect(readFileSync('docs/examples/systemd/waymark-receiver.service', 'utf8')).toMatch(
    /^ExecStart=\/srv\/waymark\/bin\/waymark\.cjs webhook$/m,
  );
  expect(scripts.webhook).toBe('node bin/waymark.cjs webhook');
  expect(flagsOf('webhook')).toContain('--optimize-for-size');
});
