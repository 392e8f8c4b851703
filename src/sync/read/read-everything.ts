import { ApiError } from '../../client/api-error.ts';
import { hasBegun } from '../../lib/time/days.ts';
import { entryKinds } from '../../model/content/entry-kinds.ts';
import { createRowsApi } from '../../sources/rows-api.ts';
import type { SourceRows } from '../../sources/source.ts';
import type { Content } from '../../store/read/read-content.ts';
import { type CrawlOptions, crawl } from './crawl.ts';
import type { Decisions } from './decisions.ts';
import type { GateClock } from './gate.ts';
import { continueParts, recordRepositories } from './sources/continue-parts.ts';
import { joinCrawls, keepAll, removeOrphans } from './sources/join-crawls.ts';
import { projectsOfOthers, unifyNames } from './sources/name-parts.ts';
import { describeRepeated, dropIdsOfApi, settleIds } from './sources/own-ids.ts';
import { failIfEmptied, findOwners, limitToPart } from './sources/owners.ts';
import { apiName, type Part, throwIfAllFailed, type Upstream } from './sources/upstream.ts';

// Reads the lists of all parts (sources) of a workspace and joins the results. Each part decides
// only about its own entries, and a part that fails removes no entry.

/**
 * @throws ApiError if the API is the only source and it fails; WaymarkError if every part failed
 */
export async function readEverything(
  { parts }: Pick<Upstream, 'parts'>,
  current: Content,
  options: CrawlOptions & { allowMassDelete: boolean },
): Promise<Decisions> {
  const [first] = parts;
  if (first?.content.kind === 'api' && first.name === undefined)
    return crawl(first.content.api, current, options);

  const continued = await continueParts(
    parts.map((part) => failIfEmptied(part, current)),
    current,
  );
  const checked = settleIds(continued, current);
  const owners = findOwners(checked, current);
  const results = new Map<Part, Result>();
  const crawlPart = async (part: Part) => {
    const own = limitToPart(part.name, current, owners);
    const { content } = part;
    const notes =
      content.kind === 'rows'
        ? [...content.rows.notes, ...describeFuture(content.rows, options)]
        : [];
    if (content.kind === 'failed') return { crawled: keepAll(own), notes, failure: content.why };
    const api =
      content.kind === 'api'
        ? content.api
        : createRowsApi(content.rows, (kind, id) => own.state?.[kind][id] !== undefined);
    try {
      return { crawled: await crawl(api, own, options), notes };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { crawled: keepAll(own), notes, failure: error.message };
    }
  };
  // The API is read first, because other parts use the ids of its projects and labels.
  for (const part of checked)
    if (part.content.kind !== 'rows') results.set(part, await crawlPart(part));
  const ofApi = [...results.values()].map(({ crawled }) => crawled);
  const others = projectsOfOthers(checked, owners, current, options.allowMassDelete);
  const { parts: settled, repeated } = dropIdsOfApi(checked, results);
  for (const { part, rows } of unifyNames(settled, ofApi, current, others, options))
    results.set(part, await crawlPart({ ...part, content: { kind: 'rows', rows } }));

  const inOrder = settled.flatMap((part) => {
    const result = results.get(part);
    return result ? [{ part, ...result }] : [];
  });
  throwIfAllFailed(
    inOrder.map(({ part, failure }) =>
      failure === undefined ? part : { ...part, content: { kind: 'failed', why: failure } },
    ),
  );
  const gone = { part: undefined, crawled: removeOrphans(current, owners) };
  return {
    ...joinCrawls([...inOrder, gone]),
    repositories: recordRepositories(checked, current),
    reports: inOrder.map(({ part, crawled, notes, failure }) => {
      const again = repeated.get(part) ?? 0;
      const { content } = part;
      return {
        name: part.name ?? apiName,
        entries: entryKinds.reduce(
          (sum, kind) => sum + crawled[kind].sources.size + crawled[kind].kept.length,
          0,
        ),
        notes: again > 0 ? [...notes, describeRepeated(again)] : notes,
        leftOut: content.kind === 'rows' ? content.rows.leftOut : 0,
        repeated: content.kind === 'rows' ? (content.rows.repeated ?? 0) : again,
        ...(failure !== undefined && { failure }),
      };
    }),
  };
}

/** Describes releases that are public later, and when that is. */
function describeFuture({ releases }: SourceRows, { now, timeZone }: GateClock): string[] {
  return releases.flatMap(({ status, is_public, released_at, released_on, version, title }) => {
    if (status !== 'RELEASED' || is_public !== true) return [];
    const name = String(version ?? title);
    if (typeof released_on === 'string')
      return hasBegun(released_on, now, timeZone)
        ? []
        : `${name} is dated ${released_on}: it appears with the first sync from the start of that day in ${timeZone} (timeZone in sources.yaml)`;
    const at = Date.parse(String(released_at));
    if (!(at > now.getTime())) return [];
    return `${name} is dated ${new Date(at).toISOString()}: it appears with the first sync after that time`;
  });
}

interface Result {
  crawled: Decisions;
  notes: string[];
  failure?: string;
}
