import fc from 'fast-check';
import { expect } from 'vitest';
import { upload } from '../../upload.ts';
import { forgetFilesOf, type ModelRelease } from '../expected.ts';
import { operation, pick, ref, type World } from './draw.ts';
import {
  bodyOf,
  changes,
  draft,
  type Given,
  isUsable,
  isWellFormed,
  type Sent,
  written,
} from './release-bodies.ts';

// API calls on releases (docs/api.md, "Releases" and "States of a release").

export const releaseOperations = [
  {
    weight: 4,
    arbitrary: operation('create a release', draft, create),
  },
  {
    weight: 5,
    arbitrary: operation('change a release', fc.record({ of: ref, given: changes }), change),
  },
  {
    weight: 5,
    arbitrary: operation(
      'publish a release',
      fc.record({ of: ref, when: fc.constantFrom(...['now', 'now', 'now', 'no time', 2, 30, -1]) }),
      publish,
    ),
  },
  { weight: 2, arbitrary: operation('delete a release', ref, remove) },
  { weight: 3, arbitrary: operation('upload a file', fc.constantFrom('Words', '<svg/>'), add) },
];

async function create(world: World, given: Partial<Given>): Promise<void> {
  const { service } = world;
  const sent = bodyOf(world, given);
  const { status, body } = await service.send('POST', '/v1/releases', sent);
  const isTaken = given.project !== null && given.hero !== null && isUsable(world, sent, '');
  expect(status).toBe(isTaken ? 201 : 400);
  if (isTaken) addDraft(world, body.id, sent);
}

/** Adds a draft that the service has accepted to the model. */
export function addDraft({ model, service }: World, id: string, sent: Sent): void {
  const at = service.clock.now().toISOString();
  const draft: ModelRelease = {
    id,
    title: '',
    body: '',
    slug: '',
    status: 'DRAFT',
    version: null,
    is_pinned: false,
    is_public: false,
    is_pre_release: false,
    summary: null,
    hero: null,
    changes: [],
    project: null,
    labels: [],
    attachments: [],
    contributors: [],
    released_at: null,
    created_at: at,
    updated_at: at,
  };
  model.releases.set(id, { ...draft, ...written(sent, service.url) });
}

async function change(world: World, { of, given }: { of: number; given: Partial<Given> }) {
  const { model, service } = world;
  const id = pick(model.releases.keys(), of);
  const release = model.releases.get(id);
  const sent = bodyOf(world, given);
  const { status } = await service.send('PATCH', `/v1/releases/${id}`, sent);
  if (!isWellFormed(sent)) return expect(status).toBe(400);
  if (!release) return expect(status).toBe(404);
  const keepsStatus = [undefined, 'DRAFT', release.status].includes(sent.status);
  if (!keepsStatus || !isUsable(world, sent, id)) return expect(status).toBe(400);
  expect(status).toBe(200);
  const updated_at = service.clock.now().toISOString();
  model.releases.set(id, { ...release, ...written(sent, service.url), updated_at });
}

async function publish(world: World, { of, when }: { of: number; when: string | number }) {
  const { model, service } = world;
  // Unpublished releases come first and twice, because there are fewer of them.
  const all = [...model.releases.values()];
  const open = all.filter(({ status }) => status !== 'RELEASED');
  const id = pick(
    [...open, ...open, ...all].map((one) => one.id),
    of,
  );
  const release = model.releases.get(id);
  const now = service.clock.now();
  const scheduled_at = typeof when === 'number' ? hoursAfter(now, when) : undefined;
  const sent = when === 'now' ? undefined : { status: 'SCHEDULED', scheduled_at };
  const { status } = await service.send('POST', `/v1/releases/${id}/publish`, sent);
  if (when === 'no time' || Number(when) < 0) return expect(status).toBe(400);
  if (!release) return expect(status).toBe(404);
  if (release.status === 'RELEASED') return expect(status).toBe(400);
  expect(status).toBe(200);
  const updated_at = now.toISOString();
  if (scheduled_at === undefined) goLive(world, release, updated_at);
  else model.releases.set(id, { ...release, status: 'SCHEDULED', scheduled_at, updated_at });
}

/** Publishes a release in the model. */
export function goLive({ model }: World, release: ModelRelease, at: string): void {
  const { scheduled_at, ...rest } = release;
  const live = { status: 'RELEASED' as const, released_at: at, updated_at: at };
  model.releases.set(release.id, { ...rest, ...live });
}

async function add({ model, service }: World, text: string): Promise<void> {
  const { status, body } = await upload(service, text);
  expect(status).toBe(text === 'Words' ? 201 : 400);
  if (status !== 201) return;
  model.files.add(body.path.slice('/files/'.length));
}

async function remove({ model, service }: World, of: number): Promise<void> {
  const id = pick(model.releases.keys(), of);
  const release = model.releases.get(id);
  const { status } = await service.send('DELETE', `/v1/releases/${id}`);
  expect(status).toBe(release ? 204 : 404);
  if (!release) return;
  model.releases.delete(id);
  forgetFilesOf(model, release);
}

function hoursAfter(now: Date, hours: number): string {
  return new Date(now.getTime() + hours * 60 * 60_000).toISOString();
}
