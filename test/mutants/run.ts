import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { survivors } from './survivors.ts';

// Mutation tests of the code that decides what is public, what is removed, who is let in, and which
// ids readers know: `npm run test:mutants`. With arguments, only files whose paths contain one of
// them.

/** Groups of files with the unit tests that concern them. */
const groups: { files: string[]; tests: string[] }[] = [
  {
    files: ['src/sync/read/gate.ts'],
    tests: ['test/sync/read/**/*.test.ts', 'test/sync/days-of-existing.test.ts'],
  },
  {
    files: ['src/sync/read/decisions.ts', 'src/sync/read/decide-entry.ts'],
    tests: [
      'test/sync/read/decisions.test.ts',
      'test/sync/{another-record,details,foreign,removals,sync,unreadable-records}{,.long}.test.ts',
      'test/sync/by-id/*.test.ts',
    ],
  },
  {
    files: ['src/sync/plan/entries.ts'],
    tests: [
      'test/sync/plan/entries.test.ts',
      'test/sync/{mass-removal,mirrored-assets,restoring,removals,sync}{,.long}.test.ts',
      'test/sync/by-id/*.test.ts',
      'test/sync/read/sources/{second-sync,several-sources}.test.ts',
    ],
  },
  {
    files: ['src/sync/plan/plan-changes.ts'],
    tests: [
      'test/sync/plan/plan-c*.test.ts',
      'test/sync/{assets,foreign,mirrored-assets,removals,restoring,sync}{,.long}.test.ts',
      'test/sync/by-id/*.test.ts',
    ],
  },
  {
    files: ['src/store/write/journal.ts', 'src/store/write/apply.ts'],
    tests: ['test/store/**/*.test.ts'],
  },
  { files: ['src/lib/removal-guard.ts'], tests: ['test/lib/removal-guard.test.ts'] },
  {
    files: ['src/service/keys/check.ts', 'src/service/keys/keys.ts', 'src/service/http/guard.ts'],
    tests: [
      'test/service/keys/*.test.ts',
      'test/service/http/{authentication,cleartext,guard,rate-limit,zero}.test.ts',
    ],
  },
  {
    files: ['src/service/events/leases.ts', 'src/service/events/outbox.ts'],
    tests: [
      'test/service/events/{deliveries,leases,outbox,outbox-age,redelivery,retry,superseded}.test.ts',
    ],
  },
  {
    files: [
      ...['src/lib/http/hmac-signature.ts', 'src/lib/http/standard-webhooks.ts'],
      'src/receiver/verify/*.ts',
    ],
    tests: [
      'test/receiver/verify/*.test.ts',
      'test/receiver/http/{replayed,receiver}.test.ts',
      'test/lib/http/standard-webhooks.test.ts',
    ],
  },
  { files: ['src/site/feeds/tag-uri.ts'], tests: ['test/site/feeds/*.test.ts'] },
];

interface Report {
  files: Record<string, { source: string; mutants: Mutant[] }>;
}

interface Mutant {
  status: string;
  mutatorName: string;
  replacement: string;
  location: { start: Place; end: Place };
}

/** From 1. */
interface Place {
  line: number;
  column: number;
}

const rows: string[] = [];
const unexpected: string[] = [];
let [all, killed] = [0, 0];
for (const { files, tests } of groups) {
  const chosen = process.argv.slice(2);
  if (chosen.length > 0 && !chosen.some((part) => files.join().includes(part))) continue;
  for (const [file, { source, mutants }] of Object.entries(runStryker(files, tests).files)) {
    const valid = mutants.filter(({ status }) => status !== 'CompileError' && status !== 'Ignored');
    const alive = valid.filter(({ status }) => status !== 'Killed' && status !== 'Timeout');
    const lines = alive.map((one) => describe(file, source, one));
    unexpected.push(...lines.filter((line) => !(line in survivors)));
    all += valid.length;
    killed += valid.length - alive.length;
    rows.push(`| ${file} | ${valid.length} | ${valid.length - alive.length} | ${alive.length} |`);
  }
}
console.log(['| file | mutants | killed | survivors |', '|---|---|---|---|', ...rows].join('\n'));
console.log(`\n${killed} of ${all} mutants are killed (${Math.floor((killed / all) * 100)} %).`);
if (unexpected.length > 0) {
  console.log(`\nSurvivors without a reason in survivors.ts:\n${unexpected.sort().join('\n')}`);
  process.exitCode = 1;
}

function runStryker(files: readonly string[], tests: readonly string[]): Report {
  const args = ['run', 'test/mutants/stryker.config.mjs', '--mutate', files.join()];
  const program = join('test/tools/node_modules/.bin', 'stryker');
  const { status, stdout } = spawnSync(program, args, {
    env: { ...process.env, MUTANT_TESTS: tests.join(' ') },
    encoding: 'utf8',
  });
  if (status !== 0)
    throw new Error(stdout || 'StrykerJS cannot be started. Run "npm ci" in test/tools first.');
  return JSON.parse(readFileSync('.cache/mutants.json', 'utf8'));
}

/** Such as "src/a.ts: const half = size / 2; | size / 2 → size * 2": first the line, then the change. */
function describe(file: string, source: string, { location, replacement }: Mutant): string {
  const { start, end } = location;
  const lines = source.split('\n').slice(start.line - 1, end.line);
  const [first = ''] = lines;
  const last = lines.length - 1;
  lines[last] = (lines[last] ?? '').slice(0, end.column - 1);
  lines[0] = (lines[0] ?? '').slice(start.column - 1);
  const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ');
  return `${file}: ${first.trim()} | ${oneLine(lines.join('\n'))} → ${oneLine(replacement)}`;
}
