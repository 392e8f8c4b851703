import { printable } from '../../../lib/text/printable.ts';
import { count } from '../../../lib/text/text.ts';
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
  'The roadmap’s log begins with this sync. Keep the content folder between runs, because sources do not record past changes.';

/**
 * All problems as sentences, grouped by kind.
 * @param isPublic whether the sentences are published. Rows that were left out, parts of lists, and
 * projects may be private, so they are then counted but not named. Rows of files are named, because
 * who sees the sentences also sees the repository with these files.
 */
export function listConcerns(report: SyncReport, isPublic = false): string[][] {
  const { quarantined, sources = [] } = report;
  const warnings = report.warnings.filter(({ kind }) => !isPublic || kind !== 'projects');
  const byKind = Map.groupBy(warnings, ({ kind }) => kind);
  const namesRows = !isPublic || report.sources?.every(({ name }) => fileSource.test(name));
  return [
    sources.flatMap(({ name, failure }) => {
      const end = isPublic ? '.' : `: ${failure}`;
      return failure === undefined ? [] : `${name} failed, so its entries are unchanged${end}`;
    }),
    ...entryKinds.flatMap((kind) => listCollectionConcerns(kind, report, isPublic)),
    [
      ...(namesRows
        ? quarantined.map(describeQuarantined)
        : describeCount(quarantined.length, 'row', 'left out as invalid')),
      ...describeCount(report.warnings.length - warnings.length, 'warning', 'about projects'),
    ],
    ...[...byKind.values()].map((ofKind) => ofKind.map(describeWarning)),
  ];
}

const fileSource = /^(?:changelog|dataset|markdown) /;

function describeCount(number: number, noun: string, what: string): string[] {
  return number === 0 ? [] : [`${count(number, noun)} ${what}: --json lists all.`];
}

/** The first lines, and a line that says how many more there are. */
export function firstLines<T>(lines: T[]): { shown: T[]; rest: string[] } {
  if (lines.length <= maxLines) return { shown: lines, rest: [] };
  const shown = lines.slice(0, maxLines - 1);
  return { shown, rest: [`… and ${lines.length - shown.length} more (--json lists all)`] };
}

/** All problems in one list, as `listConcerns` has them. */
export function abridgeConcerns(report: SyncReport, isPublic = false): string[] {
  return listConcerns(report, isPublic).flatMap(abridge);
}

function abridge(lines: string[]): string[] {
  const { shown, rest } = firstLines(lines);
  return [...shown, ...rest].map(printable);
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
  isPublic: boolean,
): string[][] {
  const { withheld, unsettled, full } = report[kind];
  const lists = isPublic ? '' : `: ${abridge(full).join('; ')}`;
  const kept = `${count(withheld.length, entryDefinitions[kind].noun)} kept`;
  const [reason, place] = report.sources
    ? ['no source lists any more', 'sources.yaml']
    : ['the API answers 404 for', 'the workspace'];
  return [
    withheld.length > 0 &&
      `${kept} that ${reason}: removing this many at once may be an accident. Check ${place}; --allow-mass-delete removes them.`,
    unsettled && `The list of ${kind} kept changing while it was read: run sync again.`,
    full.length > 0 &&
      `The API shows only rows 0–1,099 of a list, so some entries may be missing in ${count(full.length, 'list')}${lists}.`,
  ].flatMap((line) => (line === false ? [] : [[line]]));
}
