import { ApiError } from '../../client/api-error.ts';
import type { Api } from '../../client/endpoints.ts';
import { entryKinds } from '../../model/content/entry-kinds.ts';
import { createRowsApi } from '../../sources/rows-api.ts';
import type { Content } from '../../store/read/read-content.ts';
import { type CrawlOptions, crawl } from './crawl.ts';
import { type Decisions, listStaying } from './decisions.ts';
import { continueParts, recordRepositories } from './sources/continue-parts.ts';
import { type Crawled, decideAll, joinCrawls } from './sources/join-crawls.ts';
import { listOtherProjects, unifyNames } from './sources/name-parts.ts';
import { describeRepeated, findRepeated, settleIds } from './sources/own-ids.ts';
import { failIfEmptied, findOwners, limitToOwner } from './sources/owners.ts';
import { settlePrepared } from './sources/settle-dates.ts';
import { apiName, type Part, throwIfAllFailed, type Upstream } from './sources/upstream.ts';

// Reads the lists of all parts (sources) of a workspace and joins the results. Each part decides
// only about its own entries, and a part that fails removes no entry.

/**
 * @throws ApiError if the API is the only source and it fails; WaymarkError if every part failed
 */
export async function readEverything(
  { parts }: Pick<Upstream, 'parts'>,
  current: Content,
  options: Omit<CrawlOptions, 'isOfApi'> & { allowMassDelete: boolean },
): Promise<Decisions> {
  const [first] = parts;
  const crawlApi = async (api: Api, content: Content) => {
    const decisions = await crawl(api, content, { ...options, isOfApi: true });
    settlePrepared(decisions, current, options);
    return decisions;
  };
  if (first?.api && first.name === undefined) return crawlApi(first.api, current);

  const continued = await continueParts(
    parts.map((part) => failIfEmptied(part, current)),
    current,
  );
  const checked = settleIds(continued, current);
  const owners = findOwners(checked, current);
  const results = new Map<Part, Crawled>();
  const crawlPart = async (part: Part): Promise<Crawled> => {
    const { name, rows, api, failure } = part;
    const known = limitToOwner(current, owners, (owner) => owner === name);
    const own = { ...current, known };
    const records = rows && createRowsApi(rows, (kind, id) => known[kind].has(id));
    try {
      if (api) return { part, crawled: await crawlApi(api, own) };
      if (!records) return { part, crawled: decideAll(known, 'fresh'), failure };
      return { part, crawled: await crawl(records, own, { ...options, isOfApi: false }) };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { part, crawled: decideAll(known, 'fresh'), failure: error.message };
    }
  };
  // The API is read first, because other parts use the ids of its projects and labels.
  for (const part of checked) if (!part.rows) results.set(part, await crawlPart(part));
  const ofApi = [...results.values()].map(({ crawled }) => crawled);
  const others = listOtherProjects(checked, owners, current, options.allowMassDelete);
  for (const { part, rows } of unifyNames(checked, ofApi, current, others, options))
    results.set(part, await crawlPart({ ...part, rows }));

  const inOrder = checked.flatMap((part) => results.get(part) ?? []);
  throwIfAllFailed(inOrder.map(({ part: { name }, failure }) => ({ name, failure })));
  const orphans = limitToOwner(current, owners, (owner) => owner === undefined);
  const repeated = findRepeated(inOrder.map(({ crawled }) => crawled));
  return {
    ...joinCrawls(inOrder, decideAll(orphans, 'missing')),
    repositories: recordRepositories(checked, current),
    reports: inOrder.map(({ part, crawled, failure }, place) => {
      const again = repeated[place] ?? [];
      const { name = apiName, rows } = part;
      const notes = [...(rows?.notes ?? []), ...crawled.releases.later];
      return {
        name,
        entries: entryKinds.flatMap((kind) => listStaying<unknown>(crawled[kind])).length,
        notes: again.length > 0 ? [...notes, describeRepeated(again.length, rows && again)] : notes,
        leftOut: rows?.leftOut ?? 0,
        repeated: (rows?.repeated ?? 0) + again.length,
        ...(failure !== undefined && { failure }),
      };
    }),
  };
}
