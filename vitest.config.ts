import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Generous: these bound what hangs, not what is slow on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Half of them wait for processes and browsers: one worker a core is not too many.
    maxWorkers: '100%',
  },
});
