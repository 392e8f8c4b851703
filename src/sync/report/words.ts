import { printable } from '../../lib/text/printable.ts';
import { entryDefinitions, entryKinds } from '../../model/content/entry-kinds.ts';
import type { SourceReport } from '../sources/crawl-parts.ts';
import type { CollectionReport, SyncReport, Warning } from './report.ts';

/** Lines of one kind, at most. */
const mostLines = 20;

/** Reported where releases had no log, as in every run that keeps no content. */
export const correctionsNote =
  'Corrections of releases are recorded from the next sync on. Keep the content folder from run to run: it holds the log of them.';

/** Told where nothing was known of the roadmap before, as in every run that keeps no content. */
export const storyNote =
  'The roadmap has no story yet: what happens on it is told from here on. Keep the content folder from run to run, as the API cannot tell what happened.';

/** All that a maintainer should know apart from what changed, in sentences, those of a kind together. */
export function concerns(report: SyncReport): string[][] {
  const full = (lists: string[]) => `: ${briefly(lists).join('; ')}`;
  return [
    failedSources(
      report,
      ({ name, failure }) => `${name} failed, and its entries stay: ${failure}`,
    ),
    ...concernsOfLists(report, full),
    report.quarantined.map(leftOut),
    ...warningWords(report.warnings),
  ];
}

/**
 * What everybody may read of all concerns, in one list: rows that are left out, windows of lists
 * and projects may be of what is not public, and are only counted.
 */
export function concernsForAll(report: SyncReport): string[] {
  const others = report.warnings.filter(({ kind }) => kind !== 'projects');
  const counted = [
    ...someOf(report.quarantined.length, 'row', 'left out, as something in it is wrong'),
    ...someOf(report.warnings.length - others.length, 'warning', 'about projects'),
  ];
  const failed = failedSources(report, ({ name }) => `${name} failed, and its entries stay.`);
  const all = [failed, ...concernsOfLists(report, () => ''), counted, ...warningWords(others)];
  return all.flatMap(briefly);
}

function failedSources({ sources = [] }: SyncReport, say: (one: SourceReport) => string): string[] {
  return sources.filter(({ failure }) => failure !== undefined).map(say);
}

function someOf(number: number, noun: string, what: string): string[] {
  return number === 0 ? [] : [`${count(number, noun)} ${what}: --json names all.`];
}

function warningWords(warnings: readonly Warning[]): string[][] {
  const byKind = Map.groupBy(warnings, ({ kind }) => kind);
  return [...byKind.values()].map((ofKind) => ofKind.map(reportWords));
}

function concernsOfLists(report: SyncReport, full: (lists: string[]) => string): string[][] {
  return entryKinds
    .flatMap((kind) => collectionConcerns(kind, report[kind], report.sources !== undefined, full))
    .map((concern) => [concern]);
}

/** The first of many lines, and in words how many there are besides: nobody reads hundreds. */
export function some<T>(lines: T[], most = mostLines): { shown: T[]; rest: string[] } {
  if (lines.length <= most) return { shown: lines, rest: [] };
  const shown = lines.slice(0, most - 1);
  return { shown, rest: [`… and ${lines.length - shown.length} more (--json names all)`] };
}

/** All concerns of a report in one list, as it is logged. */
export function someConcerns(report: SyncReport): string[] {
  return concerns(report).flatMap((ofKind) => briefly(ofKind));
}

function briefly(lines: string[]): string[] {
  const { shown, rest } = some(lines);
  return [...shown, ...rest].map(printable);
}

/** A number with its noun, such as "1 file" or "3 files". */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`;
}

/** A warning with the title of the entry that it is about. */
export function reportWords({ entry, message }: Warning): string {
  if (!entry) return message;
  const { noun } = entryDefinitions[entry.collection];
  return `${noun.charAt(0).toUpperCase()}${noun.slice(1)} “${entry.title}”: ${message}`;
}

/** How many entries are public, such as "3 releases and 1 milestone". */
export function totals(report: SyncReport): string {
  return entryKinds
    .map((kind) => count(report[kind].total, entryDefinitions[kind].noun))
    .join(' and ');
}

function leftOut({ collection, id, title, why }: SyncReport['quarantined'][number]): string {
  const name = title ? `“${title}”` : (id ?? 'a row without id');
  return `Left out of ${collection}: ${name} (${why}).`;
}

function collectionConcerns(
  name: string,
  report: CollectionReport,
  hasSources: boolean,
  full: (lists: string[]) => string,
): string[] {
  const lines: string[] = [];
  if (report.withheld.length > 0)
    lines.push(
      `${report.withheld.length} of ${name} ${hasSources ? 'are in no source any more' : 'answer 404'} and are kept: so many at once look like an accident. Check ${hasSources ? 'sources.yaml' : 'the workspace'}; --allow-mass-delete removes them.`,
    );
  if (report.unsettled)
    lines.push(`The list of ${name} kept changing while it was read: run sync again.`);
  if (report.full.length > 0)
    lines.push(
      `The API shows rows 0–1,099 of a list; some may be missing behind that in ${count(report.full.length, 'list')}${full(report.full)}.`,
    );
  return lines;
}
