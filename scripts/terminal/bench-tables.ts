import { availableParallelism, cpus } from 'node:os';
import type { EventToLive } from '../../bench/event-to-live.ts';
import type { Scores } from '../../bench/lighthouse.ts';
import type { JudgedSearch, SearchCost } from '../../bench/search-bytes.ts';
import { median, type Row } from '../../bench/support/measure.ts';

/** What a part of the bench comes to. */
export interface Result {
  rows?: Row[];
  /** Medians of what the way from an event to the reader is made of. */
  parts?: Record<string, EventToLive>;
  /** Most memory that a process took, in megabytes, by what it did. */
  peaks?: Record<string, number>;
  scores?: Scores[];
  /** Of searches in a browser. */
  searches?: SearchCost[];
  /** Of those with expected results. */
  judged?: JudgedSearch[];
}

/** All of it as a page of Markdown. */
export function told(results: Result[]): string {
  const peaks = Object.entries(Object.assign({}, ...results.map((one) => one.peaks)));
  return [
    machine(),
    table(results.flatMap(({ rows = [] }) => rows)),
    ...results.flatMap((one) => (one.parts ? [partsOf(one.parts)] : [])),
    ...(peaks.length > 0 ? [peakTable(peaks)] : []),
    ...results.flatMap((one) => (one.scores ? [scores(one.scores)] : [])),
    ...results.flatMap((one) => (one.searches ? [searchTable(one.searches)] : [])),
    ...results.flatMap((one) => (one.judged ? [judgedTable(one.judged)] : [])),
  ].join('\n\n');
}

function peakTable(peaks: [string, unknown][]): string {
  const lines = peaks.map(
    ([work, megabytes]) => `| ${work} | ${Math.round(Number(megabytes))} MB |`,
  );
  return ['| peak memory | |', '|---|---|', ...lines].join('\n');
}

/** What it was timed on. */
export function machine(): string {
  return `Node ${process.version}, ${availableParallelism()} cores of ${cpus()[0]?.model ?? 'an unknown processor'}`;
}

function table(rows: Row[]): string {
  const lines = rows.map(
    ({ work, baseline, workMs, baselineMs, ratio }) =>
      `| ${work} | ${seconds(workMs)} | ${baseline} | ${seconds(baselineMs)} | ${ratio.toFixed(ratio < 1 ? 3 : 1)} |`,
  );
  return [
    '| work | takes | baseline | takes | ratio |',
    '|---|---|---|---|---|',
    ...lines,
    '',
    'A ratio of 2 is twice the baseline’s time: of a server, half as many requests per second.',
  ].join('\n');
}

/** What an event's way to a reader is made of. */
function partsOf(all: Record<string, EventToLive>): string {
  const lines = Object.entries(all).map(
    ([work, { parts }]) => `| ${work} | ${Object.values(parts).map(seconds).join(' | ')} |`,
  );
  const names = Object.values(all).flatMap(({ parts }) => Object.keys(parts));
  const head = ['medians', ...new Set(names)];
  return [`| ${head.join(' | ')} |`, `|${head.map(() => '---|').join('')}`, ...lines].join('\n');
}

/** What Lighthouse gives pages of the bundled sample, as on a phone. */
function scores(pages: Scores[]): string {
  const lines = pages.map(
    (page) =>
      `| /${page.path} | ${page.performance} | ${page.accessibility} | ${page['best-practices']} | ${page.seo} |`,
  );
  return [
    '| Lighthouse | performance | accessibility | best practices | SEO |',
    '|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

/** What searches load after the page, and how soon they show something. */
function searchTable(searches: readonly SearchCost[]): string {
  const line = (what: string, values: number[], unit: string) =>
    `| ${what} | ${Math.round(median(values))} ${unit} | ${Math.round(Math.max(...values))} ${unit} |`;
  return [
    `| ${searches.length} searches | median | worst |`,
    '|---|---|---|',
    line(
      'loaded after the page',
      searches.map(({ kilobytes }) => kilobytes),
      'kB',
    ),
    line(
      'requests',
      searches.map(({ requests }) => requests),
      '',
    ),
    line(
      'first result after the last key, at 10 Mbit/s and 50 ms',
      searches.flatMap(({ firstMs }) => firstMs ?? []),
      'ms',
    ),
  ].join('\n');
}

/** Whether queries are answered by one of the first three results. */
function judgedTable(judged: readonly JudgedSearch[]): string {
  const lines = judged.map(
    ({ query, isAnswered, kilobytes, requests, firstMs, found }) =>
      `| \`${query}\` | ${isAnswered ? 'yes' : `no: ${found.slice(0, 3).join(', ')}`} | ${Math.round(kilobytes)} kB | ${requests} | ${firstMs === undefined ? '' : `${Math.round(firstMs)} ms`} |`,
  );
  const answered = judged.filter((one) => one.isAnswered).length;
  return [
    `| ${answered} of ${judged.length} in the first three | | loaded | requests | first result |`,
    '|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

function seconds(ms: number): string {
  return ms < 100 ? `${ms.toFixed(1)} ms` : `${(ms / 1000).toFixed(2)} s`;
}
