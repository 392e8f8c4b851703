import { z } from 'zod';
import { Release } from '../../model/api/release.ts';
import { CreateRelease, UpdateRelease } from '../contract/requests.ts';
import {
  type Answer,
  type Endpoint,
  endpoint,
  found,
  invalidFields,
  missing,
} from '../http/endpoint.ts';
import { idList, instantBefore, paging, truth } from '../http/query.ts';
import { showRelease } from '../resources/releases/hero.ts';
import { listReleases, readRelease } from '../resources/releases/releases.ts';
import {
  createRelease,
  deleteRelease,
  updateRelease,
  type Written,
} from '../resources/releases/write-release.ts';
import type { Deps } from './deps.ts';

const tag = 'Releases';

/** docs/api.md, "Releases": everything but the publish operation. */
export const releaseEndpoints = [list, read, create, update, remove];

function list({ db }: Deps): Endpoint {
  return endpoint({
    tag,
    operationId: 'listReleases',
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
      created_before: instantBefore.optional(),
    }),
    answer: z.array(Release),
    handle: async ({ query, origin }) => {
      const releases = await listReleases(db, query);
      return { kind: 'ok', body: releases.map((release) => showRelease(release, origin)) };
    },
  });
}

function read({ db }: Deps): Endpoint {
  return endpoint({
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
  });
}

function create({ db, clock, newId }: Deps): Endpoint {
  return endpoint({
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
  });
}

function update({ db, clock, deliveryWorker }: Deps): Endpoint {
  return endpoint({
    tag,
    operationId: 'updateRelease',
    method: 'PATCH',
    path: '/v1/releases/{id}',
    summary: 'Change what is sent of a release; its status stays',
    body: UpdateRelease,
    answer: Release,
    handle: async ({ id, body, origin }) => {
      const written = await updateRelease(db, { id, input: body }, { clock, origin });
      if (written.kind === 'written' && written.isTold) deliveryWorker.wake();
      return writeAnswer(written, origin);
    },
  });
}

function remove({ db, clock, deliveryWorker }: Deps): Endpoint {
  return endpoint({
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
  });
}

/** What a written draft is answered with; also by the incoming webhooks that create one. */
export function writeAnswer(written: Written, origin: string): Answer {
  if (written.kind === 'missing') return missing('release');
  if (written.kind === 'written') return { kind: 'ok', body: showRelease(written.release, origin) };
  return invalidFields(written.details);
}
