import { count, fewOf, oneLine, shorten } from '../../../lib/text/text.ts';
import {
  type EntryKind,
  entryDefinitions,
  entryKinds,
} from '../../../model/content/entry-kinds.ts';
import type { MissingAsset } from '../../../model/content/sync-cache.ts';
import { limits } from '../../../model/limits.ts';
import { type LogName, logs, tableFiles } from '../../../store/layout.ts';
import type { DesiredContent } from '../../plan/desired-content.ts';
import type { Entries } from '../../plan/entries.ts';
import { damagedLogPrefix, type Plan } from '../../plan/plan-changes.ts';
import type { Decisions } from '../../read/decisions.ts';
import { sourcesAddress } from '../../read/sources/upstream.ts';
import type { Session } from '../../session.ts';
import type { Warning } from './report.ts';

/** The results of all stages. */
export interface Results extends Plan {
  session: Session;
  decisions: Decisions;
  entries: Entries;
  desired: DesiredContent;
}

export interface ReportInput extends Results {
  /** The assets that entries lack, by entry path. */
  missing: ReadonlyMap<string, MissingAsset[]>;
  /** The reason if the cache could not be saved. */
  cacheError: string | undefined;
}

/** All warnings of a sync. The same content always gives the same warnings. */
export function collectWarnings(input: ReportInput): Warning[] {
  const { session, decisions, cacheError } = input;
  return [
    ...warn('moved', [describeMove(input)]),
    ...warn('replaced', [describeReplaced(input)]),
    ...warn('story', describeLostLogs(input)),
    ...warn('put-off', [describeDeferred(input)]),
    ...warn('workspace', [...session.upstream.notes, ...describeSurplus(input)]),
    // With a sources.yaml, the reports of the sources say so.
    ...warn('later', decisions.reports ? [] : decisions.releases.later),
    ...warn('cache', [
      cacheError && `The cache could not be saved, so the next sync requests more: ${cacheError}.`,
    ]),
    ...warn('projects', [
      decisions.projects.state === 'complete'
        ? undefined
        : 'The list of projects could not be read to its end: some names may be missing.',
      ...decisions.projects.notes,
    ]),
    ...mergeAssets(
      entryKinds.flatMap((name) => [
        ...warn('unfiltered', [describeUnfiltered(name, input)]),
        ...warnEntries(name, input),
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
function describeSurplus({ desired, entries }: ReportInput): string[] {
  const { labels, state, workspace } = desired;
  const { change_types } = workspace;
  const shown = new Set(change_types.map(({ slug }) => slug));
  const used = entries.releases.entries.flatMap(({ changes }) => changes.map(({ type }) => type));
  const types = new Set(used.filter((type) => type !== null && !shown.has(type)));
  const isFull = shown.size === limits.workspace.changeTypes;
  return [
    ...nameOver('types of changes', shown.size, isFull ? [...types].sort() : []),
    ...nameOver('labels', labels.length, state.labels?.map(({ name }) => name) ?? []),
  ];
}

function nameOver(nouns: string, shown: number, over: readonly (string | null)[]): string[] {
  if (over.length === 0) return [];
  const names = fewOf(over.map(String)).join(', ');
  const sum = `${over.length} of ${over.length + shown} ${nouns}`;
  return [`Left out ${sum}: ${names}. A site shows at most ${shown} ${nouns}.`];
}

function describeMove({ session }: ReportInput): string | undefined {
  const { address: api, current } = session;
  const before = current.state?.api;
  if (before === undefined || before === api) return undefined;
  const what = [api, before].includes(sourcesAddress)
    ? `The content now comes from ${api} instead of ${before}`
    : `The API has moved from ${before} to ${api}`;
  return `${what}: every record was read again.`;
}

function describeReplaced({ session }: ReportInput): string | undefined {
  const { before, owner, dryRun } = session;
  if (owner === 'same' || !before.state) return undefined;
  const { state, roadmapLog } = before;
  const entries = entryKinds.map((kind) => count(before[kind].size, entryDefinitions[kind].noun));
  const moves = count(roadmapLog.length, 'move');
  const log = roadmapLog.length > 0 ? `, and the only log of its roadmap (${moves})` : '';
  const content = `another workspace’s content (${state.workspace}): ${entries.join(' and ')}${log}`;
  return `This ${dryRun ? 'would replace' : 'replaced'} ${content}.`;
}

function describeLostLogs({ session, changes }: ReportInput): string[] {
  const { dryRun, before } = session;
  return logs.flatMap((name) => {
    const lost = before.lostLogs[name];
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
  roadmapLog: 'No source records past changes of the roadmap, so a new log begins.',
  releaseLog:
    'No source records earlier corrections. Sync records new corrections from the next sync on.',
};

function describeDeferred({ session }: ReportInput): string | undefined {
  const deferred = session.mirror.deferred();
  if (deferred === 0) return undefined;
  const assets = count(deferred, 'picture or file', 'pictures and files');
  return `${assets} could not be downloaded within ${count(session.assetBudget.seconds, 'second')}. Later syncs will fetch them.`;
}

function describeUnfiltered(name: EntryKind, { decisions }: ReportInput): string | undefined {
  const { unfiltered } = decisions[name];
  if (unfiltered === 0) return undefined;
  const rows = `${count(unfiltered, 'row')} that ${unfiltered === 1 ? 'is' : 'are'} not public`;
  return `The API ignored the filter of ${name} and sent ${rows}.`;
}

function warnEntries(name: EntryKind, { decisions, entries, missing }: ReportInput): Warning[] {
  return entries[name].entries.flatMap(({ id, title }) => {
    const decision = decisions[name].decisions.get(id);
    const notes = (missing.get(`${name}/${id}`) ?? []).flatMap(({ note }) => note ?? []);
    const warnings = [
      ...warn('kept', decision?.kind === 'kept' ? [`left unchanged: ${decision.why}`] : []),
      ...warn('part', entries[name].known.get(id)?.notes ?? []),
      ...warn('asset', notes.toSorted()),
    ];
    return warnings.map(({ kind, message }) => ({
      kind,
      entry: { collection: name, id, title },
      message: shorten(oneLine(message), 500),
    }));
  });
}
