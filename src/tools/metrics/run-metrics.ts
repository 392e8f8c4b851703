import { Counter, Histogram, type Registry } from 'prom-client';
import type { EndedRun } from '../../receiver/schedule/runner.ts';

/** In seconds: from one release brought by its id to a first build of ten thousand. */
const buckets = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900, 3600];

/** Counts runs by what they looked at and came to, and how long they and their parts took. */
export function createRunMetrics(registry: Registry): (run: EndedRun) => void {
  const registers = [registry];
  const runs = new Counter({
    name: 'waymark_runs_total',
    help: 'Runs that ended, by what they looked at and what they came to.',
    labelNames: ['scope', 'outcome'],
    registers,
  });
  const durations = new Histogram({
    name: 'waymark_run_duration_seconds',
    help: 'How long runs took, by what they looked at and what they came to.',
    labelNames: ['scope', 'outcome'],
    buckets,
    registers,
  });
  const parts = new Histogram({
    name: 'waymark_run_part_duration_seconds',
    help: 'How long the parts of runs took that did not fail.',
    labelNames: ['part'],
    buckets,
    registers,
  });
  return ({ scope, outcome, ms, parts: laps }) => {
    runs.inc({ scope, outcome });
    durations.observe({ scope, outcome }, ms / 1000);
    for (const [lap, partMs] of Object.entries(laps))
      parts.observe({ part: partOf.get(lap) ?? 'other' }, partMs / 1000);
  };
}

/** The laps of a run's stopwatch, as labels: few, whatever they come to be called. */
const partOf = new Map([
  ['sync', 'sync'],
  ['lookUp', 'look_up'],
  ['build', 'build'],
  ['publish', 'publish'],
  ['bucket', 'bucket'],
  ['command', 'command'],
  ['hooks', 'hooks'],
]);
