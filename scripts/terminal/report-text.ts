import { printable } from '../../src/lib/text/printable.ts';
import { count } from '../../src/lib/text/text.ts';
import { entryKinds } from '../../src/model/content/entry-kinds.ts';
import type { SourceReport } from '../../src/sync/read/decisions.ts';
import type { CollectionReport, SyncReport } from '../../src/sync/write/report/report.ts';
import {
  correctionsNote,
  describeTotals,
  firstLines,
  listConcerns,
  newLogNote,
} from '../../src/sync/write/report/words.ts';
import { formatSeconds } from './numbers.ts';

/** The report for a terminal: changes, then warnings, then a total. `ms` is the sync's duration. */
export function formatReport(report: SyncReport, ms: number): string {
  const lines = [
    `“${report.workspace.name}”: ${describeTotals(report)} are public.`,
    ...(report.sources ?? []).flatMap(sourceLines),
    ...entryKinds.flatMap((kind) => changeLines(kind, report[kind])),
    ...concernLines(report),
    ...(report.storyBegins ? [newLogNote] : []),
    ...(report.correctionsBegin ? [correctionsNote] : []),
    formatTotal(report, ms),
  ];
  return printable(lines.join('\n'));
}

/** Notes of sources and warnings, one per line; empty if there are none. */
export function formatConcerns(report: SyncReport): string {
  const noted = (report.sources ?? []).filter(({ notes }) => notes.length > 0);
  return printable([...noted.flatMap(sourceLines), ...concernLines(report)].join('\n'));
}

/** One line with the result of a sync. */
export function formatTotal(report: SyncReport, ms: number): string {
  const { written, removed } = report.files;
  const done =
    written + removed === 0
      ? 'nothing changed'
      : `wrote ${count(written, 'file')} and removed ${removed}`;
  return `Synced ${describeTotals(report)} in ${formatSeconds(ms)}: ${done}.`;
}

function concernLines(report: SyncReport): string[] {
  return listConcerns(report).flatMap((ofKind) => markLines('!', ofKind));
}

function sourceLines({ name, entries, notes, failure }: SourceReport): string[] {
  const { shown, rest } = firstLines(notes);
  const what = failure === undefined ? count(entries, 'entry', 'entries') : 'failed';
  return [`  ${name}: ${what}`, ...[...shown, ...rest].map((note) => `    ${note}`)];
}

function changeLines(name: string, report: CollectionReport): string[] {
  const paths = (entries: { slug: string }[]) => entries.map(({ slug }) => `${name}/${slug}`);
  const moves = report.moved.map(({ from, slug }) => `${name}/${from} is now ${name}/${slug}`);
  return [
    ...markLines('+', paths(report.added)),
    ...markLines('~', paths(report.changed)),
    ...markLines('>', moves),
    ...markLines('-', paths(report.removed)),
  ];
}

function markLines(mark: string, lines: string[]): string[] {
  const { shown, rest } = firstLines(lines);
  return [...shown.map((line) => `  ${mark} ${line}`), ...rest.map((line) => `    ${line}`)];
}
