import { type EntryKind, entryKinds } from '../../../model/content/entry-kinds.ts';
import { exitCodes } from '../../../model/errors.ts';
import type { SourceReport } from '../../read/decisions.ts';
import type { Quarantined } from '../../read/parse/parse-rows.ts';

/** An entry as readers see it. */
export interface EntryLine {
  slug: string;
  title: string;
}

/** Changes to the entries of one collection, such as releases. */
export interface CollectionReport {
  /** Public entries after this sync. */
  total: number;
  added: EntryLine[];
  changed: EntryLine[];
  /** Entries with a new address. Their old address redirects to it. */
  moved: (EntryLine & { from: string })[];
  removed: EntryLine[];
  /**
   * Ids for which the API answers 404. Their entries are kept, because there are suspiciously many.
   */
  withheld: string[];
  /** Number of listed records that are not public. */
  refused: number;
  /** Whether the list kept changing while it was read. */
  unsettled: boolean;
  /** Descriptions of lists with more rows than the API shows. Some of their rows may be missing. */
  full: string[];
}

/**
 * Warnings after which the content is complete. `moved`: the API has a new address · `replaced`:
 * another workspace's content was replaced · `cache`: the cache could not be saved · `story`: the
 * roadmap's log is gone or damaged · `later`: a release of the API is public later.
 */
const completeKinds = ['moved', 'replaced', 'cache', 'story', 'later'] as const;

/**
 * Warnings that data is missing or was changed. `workspace`, `projects`, `unfiltered`: problems
 * outside entries · `kept`: an entry stays unchanged · `part`: a part of an entry was dropped or
 * changed · `asset`: a picture or file of an entry is unavailable · `put-off`: there was no time for
 * some downloads.
 */
type IncompleteKind =
  | 'workspace'
  | 'projects'
  | 'unfiltered'
  | 'kept'
  | 'part'
  | 'asset'
  | 'put-off';

/** Something that a maintainer should know. Warnings with the same `kind` are shown together. */
export interface Warning {
  kind: (typeof completeKinds)[number] | IncompleteKind;
  entry?: { collection: EntryKind; id: string; title: string };
  message: string;
}

/**
 * The result of a sync or, with `dryRun`, what it would do. `--json` prints this object unchanged.
 */
export interface SyncReport extends Record<EntryKind, CollectionReport> {
  workspace: { id: string; name: string };
  dryRun: boolean;
  files: { written: number; removed: number };
  quarantined: Quarantined[];
  warnings: Warning[];
  /** Number of pictures and files that have no copy because the time for downloads ran out. */
  deferred: number;
  /** One report per source in `sources.yaml`; undefined if there is no such file. */
  sources?: readonly SourceReport[];
  /** Whether the roadmap's log begins with this sync, because it is the first one. */
  storyBegins: boolean;
  /** Whether there was no log of releases yet. Corrections are recorded from the next sync on. */
  correctionsBegin: boolean;
}

/**
 * The exit code: 3 if removals were withheld, a source failed, or entries were left out because of
 * their ids; otherwise 0. With `strict`, it is
 * also 3 if data is incomplete or was left out.
 */
export function decideExitCode(report: SyncReport, strict: boolean): number {
  const collections = entryKinds.map((kind) => report[kind]);
  const withheld = collections.some((one) => one.withheld.length > 0);
  const incomplete =
    collections.some((one) => one.unsettled || one.full.length > 0) ||
    report.quarantined.length > 0 ||
    report.warnings.some(({ kind }) => !completeKinds.some((one) => one === kind)) ||
    report.sources?.some(({ leftOut }) => leftOut > 0);
  const failed = report.sources?.some(
    ({ failure, repeated }) => failure !== undefined || repeated > 0,
  );
  return withheld || failed || (strict && incomplete) ? exitCodes.withheld : exitCodes.done;
}
