import { availableParallelism, cpus } from 'node:os';
import type { EventToLive } from '../../bench/event-to-live.ts';
import type { Scores } from '../../bench/lighthouse.ts';
import type { JudgedSearch, SearchCost } from '../../bench/search-bytes.ts';
import { median, type Row } from '../../bench/support/measure.ts';

export interface Result {
  rows?: Row[];
  /** Median durations of the steps from an event until its page is live for readers. */
  parts?: Record<string, EventToLive>;
  /** Peak memory of each process, in megabytes, by the name of the process. */
  peaks?: Record<string, number>;
  scores?: Scores[];
  /** The cost of searches, measured in a browser. */
  searches?: SearchCost[];
  /** Queries with their expected and actual results. */
  judged?: JudgedSearch[];
}

/** All results as a page of Markdown. */
export function formatResults(results: Result[]): string {
  const peaks = Object.entries(Object.assign({}, ...results.map((one) => one.peaks)));
  return [
    describeMachine(),
    timeTable(results.flatMap(({ rows = [] }) => rows)),
    ...results.flatMap((one) => (one.parts ? [partsTable(one.parts)] : [])),
    ...(peaks.length > 0 ? [peakTable(peaks)] : []),
    ...results.flatMap((one) => (one.scores ? [scoreTable(one.scores)] : [])),
    ...results.flatMap((one) => (one.searches ? [searchTable(one.searches)] : [])),
    ...results.flatMap((one) => (one.judged ? [judgedTable(one.judged)] : [])),
  ].join('\n\n');
}

export function describeMachine(): string {
  return `Node ${process.version}, ${availableParallelism()} cores of ${cpus()[0]?.model ?? 'an unknown processor'}`;
}

function timeTable(rows: Row[]): string {
  const cells = rows.map(({ work, baseline, workMs, baselineMs, ratio }) => [
    ...[work, formatDuration(workMs), baseline, formatDuration(baselineMs)],
    ratio.toFixed(ratio < 1 ? 3 : 1),
  ]);
  const note =
    'A ratio of 2 is twice the time of the baseline. For a server, a ratio of 2 is half the requests per second.';
  return `${table(['work', 'takes', 'baseline', 'takes', 'ratio'], cells)}\n\n${note}`;
}

function peakTable(peaks: [string, unknown][]): string {
  const rows = peaks.map(([work, megabytes]) => [work, `${Math.round(Number(megabytes))} MB`]);
  return table(['peak memory', ''], rows);
}

/** Durations of the steps from an event until its page is live for readers. */
function partsTable(all: Record<string, EventToLive>): string {
  const names = Object.values(all).flatMap(({ parts }) => Object.keys(parts));
  const rows = Object.entries(all).map(([work, { parts }]) => [
    work,
    ...Object.values(parts).map(formatDuration),
  ]);
  return table(['medians', ...new Set(names)], rows);
}

/** Lighthouse scores of the bundled sample on a phone. */
function scoreTable(pages: Scores[]): string {
  const rows = pages.map((page) => [
    ...[`/${page.path}`, page.performance, page.accessibility, page['best-practices'], page.seo],
    page.shift.toFixed(3),
  ]);
  const columns = ['performance', 'accessibility', 'best practices', 'SEO', 'layout shift'];
  return table(['Lighthouse', ...columns], rows);
}

/** Bytes that searches load, and time to the first result. */
function searchTable(searches: readonly SearchCost[]): string {
  const row = (what: string, values: number[], unit: string) => [
    what,
    ...[median(values), Math.max(...values)].map((value) => `${Math.round(value)} ${unit}`),
  ];
  const kilobytes = searches.map((one) => one.kilobytes);
  const requests = searches.map((one) => one.requests);
  const firstMs = searches.flatMap((one) => one.firstMs ?? []);
  return table(
    [`${searches.length} searches`, 'median', 'worst'],
    [
      row('loaded after the page', kilobytes, 'kB'),
      row('requests', requests, ''),
      row(
        'time from the last key press to the first result, at 10 Mbit/s and 50 ms of latency',
        firstMs,
        'ms',
      ),
    ],
  );
}

/** Shows for each query whether an expected result is among the first three results. */
function judgedTable(judged: readonly JudgedSearch[]): string {
  const answered = judged.filter((one) => one.isAnswered).length;
  return table(
    [
      `${answered} of ${judged.length} queries have an expected result among the first three`,
      ...['', 'loaded', 'requests', 'first result'],
    ],
    judged.map(({ query, isAnswered, kilobytes, requests, firstMs, found }) => [
      `\`${query}\``,
      isAnswered ? 'yes' : `no: ${found.slice(0, 3).join(', ')}`,
      `${Math.round(kilobytes)} kB`,
      requests,
      firstMs === undefined ? '' : `${Math.round(firstMs)} ms`,
    ]),
  );
}

function table(head: string[], rows: (string | number)[][]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function formatDuration(ms: number): string {
  return ms < 100 ? `${ms.toFixed(1)} ms` : `${(ms / 1000).toFixed(2)} s`;
}
