import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Generous: these bound what hangs, not what is slow on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // They run in this order, so that the small ones fill what the long ones leave idle.
    projects: [
      {
        extends: true,
        test: {
          name: 'e2e',
          // They wait for browsers, commands and clocks for a third of their time.
          maxWorkers: '150%',
          sequence: { groupOrder: 0 },
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['test/support/run/shared-folder.ts'],
          // Commands start hundreds of times: what Node compiles for one is there for all.
          env: { NODE_COMPILE_CACHE: resolve('.cache/compiled') },
        },
      },
      {
        extends: true,
        test: {
          name: 'unit',
          maxWorkers: '100%',
          sequence: { groupOrder: 1 },
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**'],
          setupFiles: ['test/support/run/without-processes.ts'],
          // What many files import is loaded once a worker; none of them changes it.
          pool: 'threads',
          isolate: false,
        },
      },
    ],
  },
});
