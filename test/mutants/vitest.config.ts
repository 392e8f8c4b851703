import process from 'node:process';
import { defineConfig } from 'vitest/config';
import { inProcess } from '../../vitest.config.ts';

/** The tests that `run.ts` names. */
const { MUTANT_TESTS = '' } = process.env;

export default defineConfig({
  test: {
    ...inProcess,
    testTimeout: 120_000,
    include: MUTANT_TESTS.split(' '),
    exclude: ['test/**/*.fuzz.test.ts'],
  },
});
