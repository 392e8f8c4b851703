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
  if (first?.api && first.name === undefined) return crawl(first.api, current, options);

  const continued = await continueParts(
    parts.map((part) => failIfEmptied(part, current)),
    current,
  );
  const checked = settleIds(continued, current);
  const owners = findOwners(checked, current);
  const results = new Map<Part, Result>();
  const crawlPart = async ({ name, rows, api, failure }: Part): Promise<Result> => {
    const own = limitToPart(name, current, owners);
    const notes = rows ? [...rows.notes, ...describeFuture(rows, options)] : [];
    const records = rows && createRowsApi(rows, (kind, id) => own.state?.[kind][id] !== undefined);
    try {
      const from = records ?? api;
      if (from) return { crawled: await crawl(from, own, options), notes };
      return { crawled: keepAll(own), notes, failure };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { crawled: keepAll(own), notes, failure: error.message };
    }
  };
  // The API is read first, because other parts use the ids of its projects and labels.
  for (const part of checked) if (!part.rows) results.set(part, await crawlPart(part));
  const ofApi = [...results.values()].map(({ crawled }) => crawled);
  const others = projectsOfOthers(checked, owners, current, options.allowMassDelete);
  const { parts: settled, repeated } = dropIdsOfApi(checked, results);
  for (const { part, rows } of unifyNames(settled, ofApi, current, others, options))
    results.set(part, await crawlPart({ ...part, rows }));

  const inOrder = settled.flatMap((part) => {
    const result = results.get(part);
    return result ? [{ part, ...result }] : [];
  });
  throwIfAllFailed(inOrder.map(({ part: { name }, failure }) => ({ name, failure })));
  const gone = { part: undefined, crawled: removeOrphans(current, owners) };
  return {
    ...joinCrawls([...inOrder, gone]),
    repositories: recordRepositories(checked, current),
    reports: inOrder.map(({ part, crawled, notes, failure }) => {
      const again = repeated.get(part) ?? 0;
      const { name = apiName, rows } = part;
      const counts = entryKinds.map(
        (kind) => crawled[kind].sources.size + crawled[kind].kept.length,
      );
      return {
        name,
        entries: counts.reduce((sum, count) => sum + count, 0),
        notes: again > 0 ? [...notes, describeRepeated(again)] : notes,
        leftOut: rows?.leftOut ?? 0,
        repeated: rows ? (rows.repeated ?? 0) : again,
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
  failure?: string | undefined;
}
