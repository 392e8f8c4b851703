import type { Records } from '../../client/endpoints.ts';
import type { Content } from '../../store/read/read-content.ts';
import type { CrawlOptions } from './crawl.ts';
import { decideById } from './decide-entry.ts';
import { addNames, collectDecisions, type Decisions, decideUnread } from './decisions.ts';
import { createReadAhead } from './read-ahead.ts';
import { resources } from './resources.ts';
import { settlePrepared } from './sources/settle-dates.ts';

/** Reads only the releases with these ids. There is no decision about any other entry. */
export async function readIds(
  api: Records,
  ids: readonly string[],
  current: Content,
  { prepare, inputs, ...options }: Omit<CrawlOptions, 'pages' | 'onProgress' | 'isOfApi'>,
): Promise<Decisions> {
  const known = current.known.releases;
  const context = {
    ...options,
    known,
    resource: resources.releases,
    prepare: prepare.releases,
    inputs: inputs.releases,
    ahead: createReadAhead((id) => api.byId('releases', id)),
    isOfApi: true,
    onUnreadable: () => {},
  };
  const decisions = await Promise.all(ids.map((id) => decideById(id, context)));
  const collected = addNames({
    releases: { ...decideUnread(), ...collectDecisions(decisions, known) },
    milestones: decideUnread(),
  });
  settlePrepared(collected, current, options);
  return collected;
}
