import { z } from 'zod';
import { Release } from '../../model/release.ts';
import { PublishRelease } from '../../model/requests.ts';
import { type Answer, endpoint, found } from '../http/endpoint.ts';
import { idList, paging, truth } from '../http/query.ts';
import { type Published, publishRelease } from '../resources/publish-release.ts';
import { listReleases, readRelease } from '../resources/releases.ts';
import { showRelease } from '../resources/show-release.ts';
import type { Workbench } from '../workbench.ts';

/** Specification, "Releases". */
export function releaseEndpoints({ database, clock, courier }: Workbench) {
  return [
    endpoint({
      method: 'GET',
      path: '/v1/releases',
      summary: 'List releases, newest first',
      query: z.object({
        ...paging,
        slug: z.string().optional(),
        is_public: truth.optional(),
        status: z.enum(['DRAFT', 'RELEASED']).optional(),
        project_id: z.string().optional(),
        label_ids: idList.optional(),
      }),
      answer: z.array(Release),
      handle: ({ query, origin }) => ({
        kind: 'ok',
        body: listReleases(database, query).map((release) => showRelease(release, origin)),
      }),
    }),
    endpoint({
      method: 'GET',
      path: '/v1/releases/{id}',
      summary: 'Read a release',
      answer: Release,
      handle: ({ id, origin }) => {
        const release = readRelease(database, id);
        return found(release && showRelease(release, origin), 'release');
      },
    }),
    endpoint({
      method: 'POST',
      path: '/v1/releases/{id}/publish',
      summary: 'Publish a release at once',
      body: PublishRelease,
      answer: Release,
      handle: ({ id, origin }) => {
        const shown = (release: Release) => showRelease(release, origin);
        const outcome = publishRelease(database, id, { now: clock.now(), shown });
        courier.wake();
        return publishAnswer(outcome, shown);
      },
    }),
  ];
}

function publishAnswer(outcome: Published, shown: (release: Release) => Release): Answer {
  if (outcome.kind === 'already')
    return { kind: 'invalid', error: 'The release is already published.' };
  return found(outcome.kind === 'missing' ? undefined : shown(outcome.release), 'release');
}
