import { z } from 'zod';
import { toIsoUtc } from '../../lib/time/clock.ts';
import { Release } from '../../model/api/release.ts';
import { ListReleases } from '../contract/lists.ts';
import { CreateRelease, PublishRelease, UpdateRelease } from '../contract/requests.ts';
import { inTransaction } from '../database/transaction.ts';
import {
  type Answer,
  type Endpoint,
  endpoint,
  found,
  invalidFields,
  missing,
} from '../http/endpoint.ts';
import { type Published, publishRelease } from '../resources/releases/publish-release.ts';
import { listReleases, readRelease, showRelease } from '../resources/releases/releases.ts';
import {
  createRelease,
  deleteRelease,
  updateRelease,
  type Written,
} from '../resources/releases/write-release.ts';
import type { Deps } from './deps.ts';

const tag = 'Releases';

/** See docs/api.md, "Releases" and "States of a release". */
export function releaseEndpoints({
  db,
  clock,
  newId,
  deliveryWorker,
  scheduler,
}: Deps): Endpoint[] {
  return [
    endpoint({
      tag,
      operationId: 'listReleases',
      method: 'GET',
      path: '/v1/releases',
      summary: 'List releases, newest first',
      query: ListReleases,
      answer: z.array(Release),
      handle: async ({ query, origin }) => {
        const releases = await listReleases(db, query);
        return { kind: 'ok', body: releases.map((release) => showRelease(release, origin)) };
      },
    }),
    endpoint({
      tag,
      operationId: 'readRelease',
      method: 'GET',
      path: '/v1/releases/{id}',
      summary: 'Read a release',
      answer: Release,
      handle: async ({ id, origin }) => {
        const release = await readRelease(db, id);
        return found(release && showRelease(release, origin), 'release');
      },
    }),
    endpoint({
      tag,
      operationId: 'createRelease',
      method: 'POST',
      path: '/v1/releases',
      summary: 'Create a release as a draft',
      body: CreateRelease,
      status: 201,
      answer: Release,
      handle: async ({ body, origin }) => {
        const at = { clock, origin };
        return writeAnswer(await createRelease(db, { id: newId(), input: body }, at), origin);
      },
    }),
    endpoint({
      tag,
      operationId: 'updateRelease',
      method: 'PATCH',
      path: '/v1/releases/{id}',
      summary: 'Change the given fields of a release; its status stays',
      body: UpdateRelease,
      answer: Release,
      handle: async ({ id, body, origin }) => {
        const written = await updateRelease(db, { id, input: body }, { clock, origin });
        if (written.kind === 'written' && written.hasEvent) deliveryWorker.wake();
        return writeAnswer(written, origin);
      },
    }),
    endpoint({
      tag,
      operationId: 'deleteRelease',
      method: 'DELETE',
      path: '/v1/releases/{id}',
      summary: 'Delete a release',
      status: 204,
      handle: async ({ id }) => {
        const isDeleted = await deleteRelease(db, id, clock.now());
        deliveryWorker.wake();
        return isDeleted ? { kind: 'ok' } : missing('release');
      },
    }),
    endpoint({
      tag,
      operationId: 'publishRelease',
      method: 'POST',
      path: '/v1/releases/{id}/publish',
      summary: 'Publish a release now or at a future time',
      body: PublishRelease,
      answer: Release,
      handle: async ({ id, body, origin }) => {
        const show = (release: Release) => showRelease(release, origin);
        const answer = await inTransaction(db, async (db) => {
          const now = clock.now();
          const move = moveOf(body, now);
          if (!move) return notInFuture;
          return publishAnswer(await publishRelease(db, id, { move, now, show }), show);
        });
        deliveryWorker.wake();
        scheduler.wake();
        return answer;
      },
    }),
  ];
}

/** The answer after a draft was written, by the API or by an incoming webhook. */
export function writeAnswer(written: Written, origin: string): Answer {
  if (written.kind === 'missing') return missing('release');
  if (written.kind === 'written') return { kind: 'ok', body: showRelease(written.release, origin) };
  return invalidFields(written.details);
}

const notInFuture: Answer = {
  kind: 'invalid',
  error: 'The release cannot be scheduled for this time.',
  details: { scheduled_at: 'expected a date-time in the future' },
};

function moveOf({ status, scheduled_at }: PublishRelease, now: Date) {
  if (status === 'RELEASED') return { status };
  if (scheduled_at === undefined || Date.parse(scheduled_at) <= now.getTime()) return undefined;
  return { status, scheduled_at: toIsoUtc(scheduled_at) };
}

function publishAnswer(published: Published, show: (release: Release) => Release): Answer {
  if (published.kind === 'missing') return missing('release');
  if (published.kind === 'published') return { kind: 'ok', body: show(published.release) };
  return { kind: 'invalid', error: 'The release is already published.' };
}
