import { fewOf, oneLine, shorten } from '../../../lib/text/text.ts';
import {
  type EntryKind,
  entryDefinitions,
  entryKinds,
} from '../../../model/content/entry-kinds.ts';
import type { MissingAsset } from '../../../model/content/sync-cache.ts';
import { limits } from '../../../model/limits.ts';
import { type LogName, logs, tableFiles } from '../../../store/layout.ts';
import type { Content } from '../../../store/read/read-content.ts';
import type { FileChange } from '../../../store/write/stage.ts';
import type { DesiredContent } from '../../plan/desired-content.ts';
import type { MergedContent } from '../../plan/merge.ts';
import { damagedLogPrefix } from '../../plan/plan-changes.ts';
import type { Crawled } from '../../read/crawl.ts';
import type { LostLogs } from '../../read/current/trusted.ts';
import type { SyncedWorkspace } from '../../read/parse/parse-workspace.ts';
import type { SourceReport } from '../../read/sources/crawl-parts.ts';
import { sourcesAddress } from '../../read/sources/upstream.ts';
import type { Warning } from './report.ts';
import { count } from './words.ts';

export interface ReportInput {
  workspace: SyncedWorkspace;
  api: string;
  /** Reports of the sources; empty if entries come only from the API. */
  sources: readonly SourceReport[];
  crawled: Crawled;
  merged: MergedContent;
  desired: Pick<DesiredContent, 'workspace' | 'labels' | 'state'>;
  changes: FileChange[];
  /** The content before the sync; empty if it belonged to another workspace. */
  current: Content;
  /** The content that this sync replaces, if it belongs to another workspace. */
  replaced: Content | undefined;
  /** Whether this is the first sync of the roadmap. */
  storyBegins: boolean;
  /** Logs whose files were removed or damaged since the last sync. */
  lostLogs: LostLogs;
  /** Messages about parts of the workspace that could not be used. */
  notes: string[];
  /** The assets that entries lack, by entry path. */
  missing: ReadonlyMap<string, MissingAsset[]>;
  /** Number of pictures and files that have no copy because the time for downloads ran out. */
  deferred: number;
  assetSeconds: number;
  /** The reason if the cache could not be saved. */
  cacheError: string | undefined;
  dryRun: boolean;
}

/** All warnings of a sync. The same content always gives the same warnings. */
export function collectWarnings(input: ReportInput): Warning[] {
  const { notes, crawled, cacheError } = input;
  return [
    ...warn('moved', [describeMove(input)]),
    ...warn('replaced', [describeReplaced(input)]),
    ...warn('story', describeLostLogs(input)),
    ...warn('put-off', [describeDeferred(input)]),
    ...warn('workspace', [...notes, ...describeSurplus(input)]),
    ...warn('cache', [
      cacheError && `The cache could not be saved, so the next sync requests more: ${cacheError}.`,
    ]),
    ...warn('projects', [
      crawled.projects.state === 'complete'
        ? undefined
        : 'The list of projects could not be read to its end: some names may be missing.',
      ...crawled.projects.notes,
    ]),
    ...mergeAssets(
      entryKinds.flatMap((name) => [
        ...warn('unfiltered', [describeUnfiltered(name, input)]),
        ...entryWarnings(name, input),
      ]),
    ),
  ];
}

/** Merges the warnings about one picture or file that several entries lack. */
function mergeAssets(warnings: readonly Warning[]): Warning[] {
  const counts = new Map<string, number>();
  for (const { kind, message } of warnings)
    if (kind === 'asset') counts.set(message, (counts.get(message) ?? 0) + 1);
  return warnings.flatMap((warning) => {
    if (warning.kind !== 'asset') return warning;
    const times = counts.get(warning.message);
    counts.delete(warning.message);
    if (times === undefined) return [];
    return times === 1
      ? warning
      : { ...warning, message: `${warning.message} (${times} entries lack it)` };
  });
}

function warn(kind: Warning['kind'], messages: (string | undefined)[]): Warning[] {
  return messages.filter((message) => message !== undefined).map((message) => ({ kind, message }));
}

/** Describes types and labels that public entries use but for which the tables have no room. */
function describeSurplus({ desired, merged }: ReportInput): string[] {
  const { labels, state, workspace } = desired;
  const { change_types } = workspace;
  const shown = new Set(change_types.map(({ slug }) => slug));
  const used = merged.releases.entries.flatMap(({ changes }) => changes.map(({ type }) => type));
  const types = new Set(used.filter((type) => type !== null && !shown.has(type)));
  const isFull = shown.size === limits.workspace.changeTypes;
  return [
    ...overLimit('types of changes', shown.size, isFull ? [...types].sort() : []),
    ...overLimit('labels', labels.length, state.labels?.map(({ name }) => name) ?? []),
  ];
}

function overLimit(nouns: string, shown: number, over: readonly (string | null)[]): string[] {
  if (over.length === 0) return [];
  const names = fewOf(over.map(String)).join(', ');
  const sum = `${over.length} of ${over.length + shown} ${nouns}`;
  return [`Left out ${sum}: ${names}. A site shows ${shown} ${nouns}: the first by id.`];
}

function describeMove({ api, current }: ReportInput): string | undefined {
  const before = current.state?.api;
  if (before === undefined || before === api) return undefined;
  const what = [api, before].includes(sourcesAddress)
    ? `The content now comes from ${api} instead of ${before}`
    : `The API has moved from ${before} to ${api}`;
  return `${what}: every record was read again.`;
}

function describeReplaced({ replaced, dryRun }: ReportInput): string | undefined {
  if (!replaced?.state) return undefined;
  const { state, roadmapLog } = replaced;
  const entries = entryKinds.map((kind) => count(replaced[kind].size, entryDefinitions[kind].noun));
  const moves = count(roadmapLog.length, 'move');
  const log = roadmapLog.length > 0 ? `, and the only log of its roadmap (${moves})` : '';
  const content = `another workspace’s content (${state.workspace}): ${entries.join(' and ')}${log}`;
  return `This ${dryRun ? 'would replace' : 'replaced'} ${content}.`;
}

function describeLostLogs({ lostLogs, changes, dryRun }: ReportInput): string[] {
  return logs.flatMap((name) => {
    const lost = lostLogs[name];
    if (!lost) return [];
    const aside = changes.find(({ path }) => path.startsWith(damagedLogPrefix(name)))?.path;
    const what =
      lost === 'gone'
        ? 'is missing and can only be restored from a backup'
        : `cannot be parsed and ${dryRun ? 'would be' : 'was'} renamed to ${aside}: repair the renamed file, then rename it back`;
    return [`${tableFiles[name]} ${what}. ${lostLogEffects[name]}`];
  });
}

const lostLogEffects: Record<LogName, string> = {
  roadmapLog: 'The API does not record past changes of the roadmap, so a new log begins.',
  releaseLog:
    'The API does not record earlier corrections. Sync records new corrections from the next sync on.',
};

function describeDeferred({ deferred, assetSeconds }: ReportInput): string | undefined {
  if (deferred === 0) return undefined;
  const assets = count(deferred, 'picture or file', 'pictures and files');
  return `${assets} could not be downloaded within ${count(assetSeconds, 'second')}. Later syncs will fetch them.`;
}

function describeUnfiltered(name: EntryKind, { crawled }: ReportInput): string | undefined {
  const { unfiltered } = crawled[name];
  if (unfiltered === 0) return undefined;
  const rows = `${count(unfiltered, 'row')} that ${unfiltered === 1 ? 'is' : 'are'} not public`;
  return `The API ignored the filter of ${name} and sent ${rows}.`;
}

function entryWarnings(name: EntryKind, { crawled, merged, missing }: ReportInput): Warning[] {
  const whys = new Map(crawled[name].kept.map(({ id, why }) => [id, why]));
  return merged[name].entries.flatMap(({ id, title }) => {
    const why = whys.get(id);
    const notes = (missing.get(`${name}/${id}`) ?? []).flatMap(({ note }) => note ?? []);
    const warnings = [
      ...warn('kept', [why && `left unchanged: ${why}`]),
      ...warn('part', merged[name].known[id]?.notes ?? []),
      ...warn('asset', notes.toSorted()),
    ];
    return warnings.map(({ kind, message }) => ({
      kind,
      entry: { collection: name, id, title },
      message: shorten(oneLine(message), 500),
    }));
  });
}
