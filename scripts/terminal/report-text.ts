import { printable } from '../../src/lib/text/printable.ts';
import { entryKinds } from '../../src/model/content/entry-kinds.ts';
import type { SourceReport } from '../../src/sync/read/sources/crawl-parts.ts';
import type { CollectionReport, SyncReport } from '../../src/sync/write/report/report.ts';
import {
  correctionsNote,
  count,
  describeTotals,
  firstLines,
  listConcerns,
  newLogNote,
} from '../../src/sync/write/report/words.ts';

/** The report for a terminal: changes, then warnings, then a total. */
export function formatReport(report: SyncReport): string {
  const lines = [
    `“${report.workspace.name}”: ${describeTotals(report)} are public.`,
    ...(report.sources ?? []).flatMap(sourceLines),
    ...entryKinds.flatMap((kind) => changeLines(kind, report[kind])),
    ...listConcerns(report).flatMap((ofKind) => markLines('!', ofKind)),
    ...(report.storyBegins ? [newLogNote] : []),
    ...(report.correctionsBegin ? [correctionsNote] : []),
    formatTotal(report),
  ];
  return printable(lines.join('\n'));
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

function formatTotal({ files, dryRun }: SyncReport): string {
  if (files.written + files.removed === 0) return 'Nothing changed: no file was written.';
  const written = count(files.written, 'file');
  return dryRun
    ? `Would write ${written} and remove ${files.removed}.`
    : `Wrote ${written} and removed ${files.removed}.`;
}
