import { z } from 'zod';
import { toIsoUtc } from '../../lib/time/clock.ts';
import { Release } from '../../model/api/release.ts';
import { ListReleases } from '../contract/lists.ts';
import { CreateRelease, PublishRelease, UpdateRelease } from '../contract/requests.ts';
import { inTransaction } from '../database/transaction.ts';
import { type Endpoint, endpointsIn } from '../http/endpoint.ts';
import { found, missing, RefusedError } from '../refused-error.ts';
import { type Move, publishRelease } from '../resources/releases/publish-release.ts';
import { listReleases, readRelease, showRelease } from '../resources/releases/releases.ts';
import {
  createRelease,
  deleteRelease,
  updateRelease,
} from '../resources/releases/write-release.ts';
import type { Deps } from './deps.ts';

const endpoint = endpointsIn('Releases');

/** See docs/api.md, "Releases" and "States of a release". */
export function releaseEndpoints({
  db,
  clock,
  newId,
  deliveryWorker,
  scheduler,
}: Deps): Endpoint[] {
  return [
    endpoint('GET /v1/releases', {
      operationId: 'listReleases',
      summary: 'List releases, newest first',
      query: ListReleases,
      answer: z.array(Release),
      handle: async ({ query, origin }) => {
        const releases = await listReleases(db, query);
        return releases.map((release) => showRelease(release, origin));
      },
    }),
    endpoint('GET /v1/releases/{id}', {
      operationId: 'readRelease',
      summary: 'Read a release',
      answer: Release,
      handle: async ({ id, origin }) =>
        showRelease(found(await readRelease(db, id), 'release'), origin),
    }),
    endpoint('POST /v1/releases', {
      operationId: 'createRelease',
      summary: 'Create a release as a draft',
      body: CreateRelease,
      status: 201,
      answer: Release,
      handle: async ({ body, origin }) => {
        const at = { clock, origin };
        const { release } = await createRelease(db, { id: newId(), input: body }, at);
        return showRelease(release, origin);
      },
    }),
    endpoint('PATCH /v1/releases/{id}', {
      operationId: 'updateRelease',
      summary: 'Change the given fields of a release; its status stays',
      body: UpdateRelease,
      answer: Release,
      handle: async ({ id, body, origin }) => {
        const at = { clock, origin };
        const { release, hasEvent } = await updateRelease(db, { id, input: body }, at);
        if (hasEvent) deliveryWorker.wake();
        return showRelease(release, origin);
      },
    }),
    endpoint('DELETE /v1/releases/{id}', {
      operationId: 'deleteRelease',
      summary: 'Delete a release',
      status: 204,
      handle: async ({ id }) => {
        if (!(await deleteRelease(db, id, clock.now()))) throw missing('release');
        deliveryWorker.wake();
      },
    }),
    endpoint('POST /v1/releases/{id}/publish', {
      operationId: 'publishRelease',
      summary: 'Publish a release now or at a future time',
      body: PublishRelease,
      answer: Release,
      handle: async ({ id, body, origin }) => {
        const show = (release: Release) => showRelease(release, origin);
        const release = await inTransaction(db, (db) => {
          const now = clock.now();
          return publishRelease(db, id, { move: moveOf(body, now), now, show });
        });
        deliveryWorker.wake();
        scheduler.wake();
        return show(release);
      },
    }),
  ];
}

/** @throws RefusedError if the release is to be scheduled for a time that is not in the future */
function moveOf({ status, scheduled_at }: PublishRelease, now: Date): Move {
  // docs/api.md, "States of a release": nothing is announced. Channels are chosen in the desk.
  const channels: string[] = [];
  if (status === 'RELEASED') return { channels };
  if (scheduled_at !== undefined && Date.parse(scheduled_at) > now.getTime())
    return { scheduled_at: toIsoUtc(scheduled_at), channels };
  throw new RefusedError('invalid', 'The release cannot be scheduled for this time.', {
    scheduled_at: 'expected a date-time in the future',
  });
}
