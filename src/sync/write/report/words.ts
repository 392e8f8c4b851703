import { printable } from '../../../lib/text/printable.ts';
import {
  type EntryKind,
  entryDefinitions,
  entryKinds,
} from '../../../model/content/entry-kinds.ts';
import type { Quarantined } from '../../read/parse/parse-rows.ts';
import type { SyncReport, Warning } from './report.ts';

/** Maximum number of lines about one kind of problem. */
const maxLines = 20;

/**
 * Shown if there was no log of releases yet. This is so on every run if the content folder is not
 * kept between runs.
 */
export const correctionsNote =
  'Corrections of releases are recorded from the next sync on. Keep the content folder between runs, because it has the log of corrections.';

/**
 * Shown after a first sync. Every sync is a first one if the content folder is not kept between
 * runs.
 */
export const newLogNote =
  'The roadmap’s log begins with this sync. Keep the content folder between runs, because the API does not record past changes.';

/** All problems as sentences, grouped by kind. */
export function listConcerns(report: SyncReport): string[][] {
  const full = (lists: string[]) => `: ${abridge(lists).join('; ')}`;
  return [
    describeFailedSources(report, (failure) => `: ${failure}`),
    ...listListConcerns(report, full),
    report.quarantined.map(describeQuarantined),
    ...describeWarnings(report.warnings),
  ];
}

/**
 * All problems in one list that is safe to publish. Rows that were left out, parts of lists, and
 * projects may be private, so they are counted but not named. Rows of files are named, because who
 * sees the list also sees the repository with these files.
 */
export function listPublicConcerns(report: SyncReport): string[] {
  const others = report.warnings.filter(({ kind }) => kind !== 'projects');
  const readsFiles = report.sources?.every(({ name }) => fileSource.test(name));
  const counted = [
    ...(readsFiles
      ? report.quarantined.map(describeQuarantined)
      : describeCount(report.quarantined.length, 'row', 'left out as invalid')),
    ...describeCount(report.warnings.length - others.length, 'warning', 'about projects'),
  ];
  const failed = describeFailedSources(report, () => '.');
  const all = [failed, ...listListConcerns(report, () => ''), counted, ...describeWarnings(others)];
  return all.flatMap(abridge);
}

const fileSource = /^(?:changelog|dataset|markdown) /;

function describeFailedSources({ sources = [] }: SyncReport, end: (failure: string) => string) {
  return sources.flatMap(({ name, failure }) =>
    failure === undefined ? [] : `${name} failed, so its entries are unchanged${end(failure)}`,
  );
}

function describeCount(number: number, noun: string, what: string): string[] {
  return number === 0 ? [] : [`${count(number, noun)} ${what}: --json lists all.`];
}

function describeWarnings(warnings: readonly Warning[]): string[][] {
  const byKind = Map.groupBy(warnings, ({ kind }) => kind);
  return [...byKind.values()].map((ofKind) => ofKind.map(describeWarning));
}

function listListConcerns(report: SyncReport, full: (lists: string[]) => string): string[][] {
  return entryKinds.flatMap((kind) =>
    listCollectionConcerns(kind, report, full).map((concern) => [concern]),
  );
}

/** The first lines, and a line that says how many more there are. */
export function firstLines<T>(lines: T[]): { shown: T[]; rest: string[] } {
  if (lines.length <= maxLines) return { shown: lines, rest: [] };
  const shown = lines.slice(0, maxLines - 1);
  return { shown, rest: [`… and ${lines.length - shown.length} more (--json lists all)`] };
}

/** All problems in one list, for a log. */
export function abridgeConcerns(report: SyncReport): string[] {
  return listConcerns(report).flatMap((ofKind) => abridge(ofKind));
}

function abridge(lines: string[]): string[] {
  const { shown, rest } = firstLines(lines);
  return [...shown, ...rest].map(printable);
}

/** A number with its noun, such as "1 file" or "3 files". */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`;
}

/** A warning with the title of the entry that it is about. */
export function describeWarning({ entry, message }: Warning): string {
  if (!entry) return message;
  const { noun } = entryDefinitions[entry.collection];
  return `${noun.charAt(0).toUpperCase()}${noun.slice(1)} “${entry.title}”: ${message}`;
}

/** The number of public entries, such as "3 releases and 1 milestone". */
export function describeTotals(report: SyncReport): string {
  return entryKinds
    .map((kind) => count(report[kind].total, entryDefinitions[kind].noun))
    .join(' and ');
}

function describeQuarantined({ collection, id, title, why }: Quarantined): string {
  const name = title ? `“${title}”` : (id ?? 'a row without id');
  return `Left out of ${collection}: ${name} (${why}).`;
}

function listCollectionConcerns(
  kind: EntryKind,
  report: SyncReport,
  describeLists: (lists: string[]) => string,
): string[] {
  const { withheld, unsettled, full } = report[kind];
  const kept = `${count(withheld.length, entryDefinitions[kind].noun)} kept`;
  const [reason, place] = report.sources
    ? ['no source lists any more', 'sources.yaml']
    : ['the API answers 404 for', 'the workspace'];
  return [
    withheld.length > 0 &&
      `${kept} that ${reason}: removing this many at once may be an accident. Check ${place}; --allow-mass-delete removes them.`,
    unsettled && `The list of ${kind} kept changing while it was read: run sync again.`,
    full.length > 0 &&
      `The API shows only rows 0–1,099 of a list, so some entries may be missing in ${count(full.length, 'list')}${describeLists(full)}.`,
  ].filter((line) => line !== false);
}
