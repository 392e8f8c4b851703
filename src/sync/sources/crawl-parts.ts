import { ApiError } from '../../client/api-error.ts';
import { entryKinds } from '../../model/content/entry-kinds.ts';
import { createRowsApi } from '../../sources/rows-api.ts';
import type { Content } from '../../store/read/read-content.ts';
import { type Crawled, type CrawlOptions, crawl } from '../read/crawl.ts';
import { allStaying, joinCrawls, withoutSource } from './join-crawls.ts';
import { nameParts, shownBeside } from './name-parts.ts';
import { contentOf, ownersOf, withoutEmptied } from './owners.ts';
import { apiName, type Part, throwIfAllFailed, type Upstream } from './upstream.ts';

// Takes the parts that a workspace's entries come from; gives what all of them show, as one crawl.
// Each part answers for its own entries alone, so that one that fails removes nothing.

export interface CrawledParts {
  crawled: Crawled;
  sources: SourceReport[];
}

/** What a sync has to say about one source. */
export interface SourceReport {
  name: string;
  /** Public entries that it has now. */
  entries: number;
  notes: string[];
  /** Why it failed; its entries stay as they are then. */
  failure?: string;
}

/** @throws ApiError where the API alone is crawled; WaymarkError where every part failed */
export async function crawlParts(
  { workspace, parts }: Upstream,
  current: Content,
  options: CrawlOptions & { allowMassDelete: boolean },
): Promise<CrawledParts> {
  const [first] = parts;
  if (first?.content.kind === 'api' && first.name === undefined)
    return { crawled: await crawl(first.content.api, workspace, current, options), sources: [] };

  const checked = parts.map((part) => withoutEmptied(part, current));
  const owners = ownersOf(checked, current);
  const results = new Map<Part, Result>();
  const crawlPart = async (part: Part) => {
    const own = contentOf(part.name, current, owners);
    const { content } = part;
    const notes = content.kind === 'rows' ? content.rows.notes : [];
    if (content.kind === 'failed') return { crawled: allStaying(own), notes, failure: content.why };
    const api =
      content.kind === 'api'
        ? content.api
        : createRowsApi(content.rows, (kind, id) => own.state?.[kind][id] !== undefined);
    try {
      return { crawled: await crawl(api, workspace, own, options), notes };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { crawled: allStaying(own), notes, failure: error.message };
    }
  };
  // First the API: others take the ids of its projects and labels.
  for (const part of checked)
    if (part.content.kind !== 'rows') results.set(part, await crawlPart(part));
  const ofApi = [...results.values()].map(({ crawled }) => crawled);
  for (const part of nameParts(
    checked,
    ofApi,
    current,
    shownBeside(checked, owners, current, options.allowMassDelete),
  ))
    results.set(part.from, await crawlPart(part));

  const inOrder = checked.flatMap((part) => {
    const result = results.get(part);
    return result ? [{ part, ...result }] : [];
  });
  throwIfAllFailed(
    inOrder.map(({ part, failure }) =>
      failure === undefined ? part : { ...part, content: { kind: 'failed', why: failure } },
    ),
  );
  const gone = { part: undefined, crawled: withoutSource(current, owners) };
  return {
    crawled: joinCrawls([...inOrder, gone]),
    sources: inOrder.map(({ part, crawled, notes, failure }) => ({
      name: part.name ?? apiName,
      entries: entryKinds.reduce(
        (sum, kind) => sum + crawled[kind].sources.size + crawled[kind].kept.length,
        0,
      ),
      notes,
      ...(failure !== undefined && { failure }),
    })),
  };
}

interface Result {
  crawled: Crawled;
  notes: string[];
  failure?: string;
}
