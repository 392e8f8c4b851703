import { fewOf, oneLine, shorten } from '../../lib/text/text.ts';
import { type EntryKind, entryDefinitions, entryKinds } from '../../model/content/entry-kinds.ts';
import { limits } from '../../model/limits.ts';
import { type LogName, logs, tableFiles } from '../../store/layout.ts';
import { asideStart } from '../plan/plan-changes.ts';
import type { LostLog } from '../plan/trusted.ts';
import { sourcesAddress } from '../sources/upstream.ts';
import type { Warning } from './report.ts';
import type { ReportInput } from './report-input.ts';
import { count } from './words.ts';

/** What a maintainer should know apart from what changed, the same for the same content. */
export function warningsOf(input: ReportInput): Warning[] {
  const { notes, crawled } = input;
  return [
    ...movedApi(input),
    ...replacedContent(input),
    ...lostStory(input),
    ...assetsPutOff(input),
    ...[...notes, ...surplus(input)].map((message) => ({ kind: 'workspace' as const, message })),
    ...forgottenCache(input),
    ...listOfProjects(input),
    ...crawled.projects.notes.map((message) => ({ kind: 'projects' as const, message })),
    ...entryKinds.flatMap((name) => [...unfilteredRows(name, input), ...ofEntries(name, input)]),
  ];
}

/** Of what public entries use, what the tables have no room for. */
function surplus({ wanted, merged }: ReportInput): string[] {
  const { labels, state, workspace } = wanted;
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
  return [`Left out ${sum}: ${names}. A site shows ${shown} of them, the first by id.`];
}

function movedApi({ api, current }: ReportInput): Warning[] {
  const before = current.state?.api;
  if (before === undefined || before === api) return [];
  const what =
    api === sourcesAddress || before === sourcesAddress
      ? `This content was synced from ${before}, and now is from ${api}`
      : `The API has moved from ${before} to ${api}`;
  const message = `${what}: every record was read again.`;
  return [{ kind: 'moved', message }];
}

function replacedContent({ replaced, dryRun }: ReportInput): Warning[] {
  if (!replaced?.state) return [];
  const { state, roadmapLog } = replaced;
  const moves = count(roadmapLog.length, 'move');
  const story = roadmapLog.length > 0 ? `, and of the only log of ${moves} on its roadmap` : '';
  const entries = entryKinds.map((kind) => count(replaced[kind].size, entryDefinitions[kind].noun));
  const what = `${entries.join(' and ')}${story}`;
  const whose = `another workspace’s content (${state.workspace}), ${what}`;
  const message = `This ${dryRun ? 'would take' : 'took'} the place of ${whose}.`;
  return [{ kind: 'replaced', message }];
}

function lostStory({ lostLogs, changes, dryRun }: ReportInput): Warning[] {
  return logs.flatMap((name) => {
    const lost = lostLogs[name];
    if (!lost) return [];
    const aside = changes.find(({ path }) => path.startsWith(asideStart(name)))?.path;
    return [lostStoryOf(name, lost, aside, dryRun)];
  });
}

const lostTold: Record<LogName, string> = {
  roadmapLog: 'The API cannot tell what happened on the roadmap, and its story begins anew.',
  releaseLog:
    'Nothing is known of earlier corrections. New ones are recorded from the next sync on.',
};

function lostStoryOf(
  name: LogName,
  lost: LostLog,
  aside: string | undefined,
  dryRun: boolean,
): Warning {
  const what = {
    gone: 'is gone: only a copy can bring it back',
    damaged: `is not what sync writes, and ${dryRun ? 'would be' : 'was'} set aside as ${aside}: mend that and put it back`,
  } satisfies Record<LostLog, string>;
  return { kind: 'story', message: `${tableFiles[name]} ${what[lost]}. ${lostTold[name]}` };
}

function forgottenCache({ forgotten }: ReportInput): Warning[] {
  if (forgotten === undefined) return [];
  const message = `What was read could not be remembered, so the next sync asks for more: ${forgotten}.`;
  return [{ kind: 'cache', message }];
}

function assetsPutOff({ putOff, assetSeconds }: ReportInput): Warning[] {
  if (putOff === 0) return [];
  const what = `${count(putOff, 'picture or file', 'pictures and files')} had no turn`;
  const message = `${what} in the ${count(assetSeconds, 'second')} that a sync has for them: the next ones bring them.`;
  return [{ kind: 'put-off', message }];
}

function listOfProjects({ crawled }: ReportInput): Warning[] {
  if (crawled.projects.state === 'complete') return [];
  const message = 'The list of projects could not be read to its end: some names may be missing.';
  return [{ kind: 'projects', message }];
}

function unfilteredRows(name: EntryKind, { crawled }: ReportInput): Warning[] {
  const { unfiltered } = crawled[name];
  if (unfiltered === 0) return [];
  const rows = `${count(unfiltered, 'row')} came along that ${unfiltered === 1 ? 'is' : 'are'}`;
  const message = `The API did not filter ${name} as asked: ${rows} not public.`;
  return [{ kind: 'unfiltered', message }];
}

function ofEntries(name: EntryKind, { crawled, merged, missing }: ReportInput): Warning[] {
  const whys = new Map(crawled[name].kept.map(({ id, why }) => [id, why]));
  return merged[name].entries.flatMap(({ id, title }) => {
    const entry = { collection: name, id, title };
    const warning = (kind: Warning['kind']) => (message: string) => ({
      kind,
      entry,
      message: shorten(oneLine(message), 500),
    });
    const why = whys.get(id);
    return [
      ...(why === undefined ? [] : [warning('kept')(`kept as it was: ${why}`)]),
      ...(merged[name].known[id]?.notes ?? []).map(warning('part')),
      ...(missing.get(`${name}/${id}`) ?? [])
        .flatMap(({ note }) => note ?? [])
        .toSorted()
        .map(warning('asset')),
    ];
  });
}
