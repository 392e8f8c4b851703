import { toIsoUtc } from '../../lib/time/to-iso-utc.ts';
import { Release } from '../../model/api/release.ts';
import { PublishRelease } from '../contract/requests.ts';
import { inTransaction } from '../database/transaction.ts';
import { type Answer, type Endpoint, endpoint, missing } from '../http/endpoint.ts';
import { showRelease } from '../resources/releases/hero.ts';
import { type Published, publishRelease } from '../resources/releases/publish-release.ts';
import type { Deps } from './deps.ts';

/** docs/api.md, "PublishRelease", "States of a release" and "States of a release". */
export const publishEndpoints = [publish];

function publish({ db, clock, deliveryWorker, scheduler }: Deps): Endpoint {
  return endpoint({
    tag: 'Releases',
    operationId: 'publishRelease',
    method: 'POST',
    path: '/v1/releases/{id}/publish',
    summary: 'Publish a release at once, or at a time to come',
    body: PublishRelease,
    answer: Release,
    handle: async ({ id, body, origin }) => {
      const shown = (release: Release) => showRelease(release, origin);
      const answer = await inTransaction(db, async (db) => {
        const now = clock.now();
        const move = moveOf(body, now);
        if (!move) return notInFuture;
        return publishAnswer(await publishRelease(db, id, { move, now, shown }), shown);
      });
      deliveryWorker.wake();
      scheduler.wake();
      return answer;
    },
  });
}

const notInFuture: Answer = {
  kind: 'invalid',
  error: 'The release cannot be scheduled like this.',
  details: { scheduled_at: 'expected a date-time in the future' },
};

function moveOf({ status, scheduled_at }: PublishRelease, now: Date) {
  if (status === 'RELEASED') return { status };
  if (scheduled_at === undefined || Date.parse(scheduled_at) <= now.getTime()) return undefined;
  return { status, scheduled_at: toIsoUtc(scheduled_at) };
}

function publishAnswer(published: Published, shown: (release: Release) => Release): Answer {
  if (published.kind === 'missing') return missing('release');
  if (published.kind === 'published') return { kind: 'ok', body: shown(published.release) };
  return { kind: 'invalid', error: 'The release is published already.' };
}
