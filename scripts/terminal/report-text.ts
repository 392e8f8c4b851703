import { printable } from '../../src/lib/text/printable.ts';
import { entryKinds } from '../../src/model/content/entry-kinds.ts';
import type { CollectionReport, SyncReport } from '../../src/sync/report/report.ts';
import {
  concerns,
  correctionsNote,
  count,
  some,
  storyNote,
  totals,
} from '../../src/sync/report/words.ts';
import type { SourceReport } from '../../src/sync/sources/crawl-parts.ts';

/** The report for a terminal: what changed, then what needs attention, then the sum. */
export function reportText(report: SyncReport): string {
  const lines = [
    `“${report.workspace.name}”: ${totals(report)} are public.`,
    ...(report.sources ?? []).flatMap(sourceLines),
    ...entryKinds.flatMap((kind) => changeLines(kind, report[kind])),
    ...concerns(report).flatMap((ofKind) => marked('!', ofKind)),
    ...(report.storyBegins ? [storyNote] : []),
    ...(report.correctionsBegin ? [correctionsNote] : []),
    sum(report),
  ];
  return printable(lines.join('\n'));
}

function sourceLines({ name, entries, notes, failure }: SourceReport): string[] {
  const { shown, rest } = some(notes);
  const what = failure === undefined ? count(entries, 'entry', 'entries') : 'failed';
  return [`  ${name}: ${what}`, ...[...shown, ...rest].map((note) => `    ${note}`)];
}

function changeLines(name: string, report: CollectionReport): string[] {
  const paths = (entries: { slug: string }[]) => entries.map(({ slug }) => `${name}/${slug}`);
  const moves = report.moved.map(({ from, slug }) => `${name}/${from} is now ${name}/${slug}`);
  return [
    ...marked('+', paths(report.added)),
    ...marked('~', paths(report.changed)),
    ...marked('>', moves),
    ...marked('-', paths(report.removed)),
  ];
}

function marked(mark: string, lines: string[]): string[] {
  const { shown, rest } = some(lines);
  return [...shown.map((line) => `  ${mark} ${line}`), ...rest.map((line) => `    ${line}`)];
}

function sum({ files, dryRun }: SyncReport): string {
  if (files.written + files.removed === 0) return 'Nothing changed: no file was written.';
  const written = count(files.written, 'file');
  return dryRun
    ? `Would write ${written} and remove ${files.removed}.`
    : `Wrote ${written} and removed ${files.removed}.`;
}
