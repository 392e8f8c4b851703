import { ApiError, type FailedRequest } from '../../client/api-error.ts';
import { type EntryKind, entryKinds } from '../../model/content/entry-kinds.ts';
import { exitCodes } from '../../model/errors.ts';
import type { Quarantined } from '../parse/parse-rows.ts';
import type { SourceReport } from '../sources/crawl-parts.ts';

/** An entry as readers know it. */
export interface EntryLine {
  slug: string;
  title: string;
}

/** What changed in one collection. */
export interface CollectionReport {
  /** Public entries after this sync. */
  total: number;
  added: EntryLine[];
  changed: EntryLine[];
  /** Entries with a new address; the old one leads to it. */
  moved: (EntryLine & { from: string })[];
  removed: EntryLine[];
  /** Ids that the API answers 404 for, kept because there are suspiciously many of them. */
  withheld: string[];
  /** Records that the API showed and the gate did not let through. */
  refused: number;
  /** The list never stood still while it was read. */
  unsettled: boolean;
  /** In words: what lies behind a full window, so that some of it may be missing. */
  full: string[];
}

/** What a maintainer should know; those of one kind are counted together. */
export interface Warning {
  /**
   * `moved`: the API, to another address · `replaced`: another workspace's content · `workspace`, `projects`, `unfiltered`: what is wrong with
   * what is no entry · `kept`: an entry stays as it was · `part`: something of it could not be shown
   * as it came · `asset`: it shows a picture or file that could not be had · `put-off`: some had no
   * turn · `cache`: what was read could not be remembered ·
   * `story`: the log of the roadmap is gone or damaged.
   */
  kind:
    | 'moved'
    | 'replaced'
    | 'workspace'
    | 'projects'
    | 'unfiltered'
    | 'kept'
    | 'part'
    | 'asset'
    | 'put-off'
    | 'cache'
    | 'story';
  /** The entry that it is about, where it is about one. */
  entry?: { collection: EntryKind; id: string; title: string };
  message: string;
}

/** What a sync did, or with `dryRun` would do; `--json` prints it as it is. */
export interface SyncReport extends Record<EntryKind, CollectionReport> {
  workspace: { id: string; name: string };
  dryRun: boolean;
  files: { written: number; removed: number };
  quarantined: Quarantined[];
  warnings: Warning[];
  /** Pictures and files that had no turn in the time that there is for them. */
  putOff: number;
  /** What each source in `sources.yaml` came to; missing where there is no such file. */
  sources?: readonly SourceReport[];
  /** Nothing was known of the roadmap before: what happens on it is told from here on. */
  storyBegins: boolean;
  /** Releases had no log before: their corrections are recorded from the next sync on. */
  correctionsBegin: boolean;
}

/** What `--json` prints of a sync that failed; the content is then as it was. */
export interface FailureReport {
  error: { message: string; request?: FailedRequest };
}

export function failureReport(error: unknown): FailureReport {
  const message = error instanceof Error ? error.message : String(error);
  return { error: { message, ...(error instanceof ApiError && { request: error.request }) } };
}

/** 0, or 3 when removals were withheld, a source failed or, asked to be strict, something is incomplete or left out. */
export function exitCodeOf(report: SyncReport, strict: boolean): number {
  const collections = entryKinds.map((kind) => report[kind]);
  const withheld = collections.some((one) => one.withheld.length > 0);
  const incomplete =
    collections.some((one) => one.unsettled || one.full.length > 0) ||
    report.quarantined.length > 0 ||
    report.warnings.some(({ kind }) => !lacksNothing.has(kind));
  const failed = report.sources?.some(({ failure }) => failure !== undefined);
  return withheld || failed || (strict && incomplete) ? exitCodes.withheld : exitCodes.done;
}

const lacksNothing: ReadonlySet<Warning['kind']> = new Set<Warning['kind']>([
  'moved',
  'replaced',
  'cache',
  'story',
]);
