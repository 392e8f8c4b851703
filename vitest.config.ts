import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { defineConfig } from 'vitest/config';
import { inMemory } from './test/support/temp-folder.ts';

// In MiB. With V8's own size of new space, unit tests take a tenth more processor time, because
// objects that soon die are copied again and again.
for (const size of ['min', 'max']) setFlagsFromString(`--${size}-semi-space-size=64`);

/**
 * Settings of tests that start processes, such as commands, services and browsers. Modules that many
 * files import are loaded once per worker, as no test changes them.
 */
const startingProcesses = {
  globalSetup: ['test/support/run/shared-folder.ts', 'test/support/postgres/setup.ts'],
  isolate: false,
  env: {
    // Hundreds of sites and databases are written, so they use a file system in memory too.
    TMPDIR: inMemory,
    // Commands start hundreds of times: they share what Node compiled.
    NODE_COMPILE_CACHE: resolve('.cache/compiled'),
  },
};

/** Settings of tests that run in this process and need nothing but memory. */
export const inProcess = {
  globalSetup: ['test/support/postgres/setup.ts'],
  setupFiles: ['test/support/run/without-processes.ts'],
  // They write little, so they use a file system in memory.
  env: { TMPDIR: inMemory, SERVICE_ENGINE: 'sqlite' },
  // Modules that many files import are loaded once per worker, as no test changes them.
  pool: 'threads' as const,
  isolate: false,
};

/** Tests that need PostgreSQL, which `npm ci --prefix test/tools` installs. */
const needPostgres = [
  'test/service/database/{failed-deliveries,schema}.test.ts',
  'test/service/database/postgres/**',
  'test/service/copy/**',
];

/** Tests of the service that only run on SQLite; the others run on PostgreSQL too. */
const sqliteAlone = [
  // They test database files (creating, opening, locking, removing), or how SQLite runs a query.
  'test/service/database/!(failed-deliveries|schema).test.ts',
  'test/service/backup/**',
  'test/service/http/gone.test.ts',
  'test/service/events/outbox.test.ts',
  // What they test does not depend on the engine.
  'test/service/documentation/**',
  'test/service/health/cardinality.long.test.ts',
  'test/service/http/{authentication,body-limit,cleartext,deep,freshness,malformed,public-url}.test.ts',
  'test/service/http/{rate-limit,reading-limit,zero}.test.ts',
  'test/service/log.test.ts',
  'test/service/events/retry.test.ts',
  'test/service/http/{crowd,guard,answer-cache}.test.ts',
  'test/service/uploads/hostile-uploads.long.test.ts',
];

/** Tests that take long. Neither `npm test` nor `npm run test:all` runs them. */
const long = 'test/**/*.long.test.ts';

/** One end-to-end story in a browser: the only test of `test/e2e` that `npm test` runs. */
const smoke = ['test/e2e/whole-path/smoke.test.ts'];

/** Long tests that only `npm run test:soak` runs. */
const soakAlone = process.env.SOAK_RUNS ? [] : ['test/e2e/**/*.soak.test.ts'];

export default defineConfig({
  test: {
    // Generous, so that tests that hang end, but slow ones on a busy machine do not.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
    // Node imports the files itself, as it does when commands run. That takes a third less processor
    // time than Vite's module runner. No test replaces modules, so no loader needs to parse them.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // One more than cores, because workers wait for processes, browsers and disks.
    maxWorkers: availableParallelism() + 1,
    // Tests of files that begin with `@module-tag soak` try more, for longer, in `npm run test:soak`.
    tags: [{ name: 'soak' }],
    // They run in this order, so that short projects use workers that the long ones leave idle.
    projects: [
      {
        extends: true,
        test: {
          ...startingProcesses,
          name: 'e2e-long',
          include: ['test/e2e/**/*.long.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...startingProcesses,
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          exclude: [...smoke, long, ...soakAlone],
        },
      },
      {
        extends: true,
        test: { ...inProcess, name: 'fuzz', include: ['test/**/*.fuzz.test.ts'] },
      },
      {
        extends: true,
        test: { ...inProcess, name: 'long', include: [long], exclude: ['test/e2e/**'] },
      },
      {
        extends: true,
        test: {
          ...inProcess,
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [
            ...['test/e2e/**', 'test/install/**', 'test/removal/**', 'test/s3/**'],
            ...['test/**/*.fuzz.test.ts', long],
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
          exclude: [...sqliteAlone, long],
        },
      },
      {
        extends: true,
        test: {
          ...inProcess,
          name: 'postgres-long',
          env: { ...inProcess.env, SERVICE_ENGINE: 'postgres' },
          include: ['test/service/**/*.long.test.ts'],
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
        test: {
          name: 'install',
          include: ['test/install/**/*.test.ts'],
          globalSetup: ['test/support/run/shared-folder.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'removal', include: ['test/removal/**/*.test.ts'], maxConcurrency: 2 },
      },
    ],
  },
});
