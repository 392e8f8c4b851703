import fc from 'fast-check';
import { expect } from 'vitest';
import {
  body,
  isSlug,
  isSlugTaken,
  mostly,
  operation,
  pick,
  ref,
  slug,
  title,
  type World,
} from './draw.ts';
import { forgetFilesOf, type ModelRelease } from './expected.ts';

// What the API does to releases (docs/api.md, "Releases" and "States of a release").

interface Given {
  title: string;
  slug: string;
  body: string;
  status: 'DRAFT' | 'SCHEDULED' | 'RELEASED';
  is_public: boolean;
  is_pinned: boolean;
  version: string | null;
  project: number | null;
  labels: number[];
  changes: { type: number; content: string }[];
  hero: { type: 'image' | 'video'; url: string } | null;
  attachments: ModelRelease['attachments'];
}

const fields = {
  title,
  slug,
  body,
  is_public: fc.constantFrom(true, true, true, false),
  is_pinned: fc.boolean(),
  version: fc.constantFrom(null, '1.0.0', '2.0.0'),
  project: fc.option(ref),
  labels: fc.array(ref, { maxLength: 3 }),
  changes: fc.array(
    fc.record({ type: ref, content: fc.constantFrom('<p>A leak</p>', '<p>Speed</p>') }),
    { maxLength: 2 },
  ),
  hero: mostly<Given['hero']>(
    [
      null,
      { type: 'image', url: 'https://example.com/a.png' },
      { type: 'image', url: '/files/hero.png' },
    ],
    { type: 'video', url: 'javascript:alert(1)' },
  ),
  attachments: fc.constantFrom<ModelRelease['attachments'][]>(
    [],
    [{ id: 'a-link', type: 'LINK', content: { title: 'More', url: 'https://example.com/more' } }],
    [
      {
        id: 'a-file',
        type: 'FILE',
        content: { title: 'Notes', url: '/files/notes.pdf', size: 3, type: 'application/pdf' },
      },
    ],
  ),
};
const status = mostly<Given['status']>(['DRAFT'], 'RELEASED');
const { title: _title, slug: _slug, ...others } = fields;
/** What is not there yet is not taken away. */
const optional = {
  ...others,
  project: fc.option(ref, { freq: 15 }),
  hero: mostly<Given['hero']>([{ type: 'image', url: '/files/hero.png' }], null),
};

export const releaseOperations = [
  {
    weight: 4,
    arbitrary: operation(
      'create a release',
      fc
        .tuple(
          fc.record({ title, slug, status: fc.constantFrom<Given['status'][]>('DRAFT') }),
          fc.record(optional, { requiredKeys: [] }),
        )
        .map(([required, some]): Partial<Given> => ({ ...some, ...required })),
      create,
    ),
  },
  {
    weight: 5,
    arbitrary: operation(
      'change a release',
      fc.record({ of: ref, given: fc.record({ ...fields, status }, { requiredKeys: [] }) }),
      change,
    ),
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
];

/** A draft, as somebody sends it: to the API, or to a webhook. */
export const draft = fc.record({ title, slug, is_public: fields.is_public });

async function create(world: World, given: Partial<Given>): Promise<void> {
  const { service } = world;
  const sent = bodyOf(world, given);
  const { status, body } = await service.send('POST', '/v1/releases', sent);
  const isTaken = given.project !== null && given.hero !== null && isUsable(world, sent, '');
  expect(status).toBe(isTaken ? 201 : 400);
  if (isTaken) addDraft(world, body.id, sent);
}

/** What becomes of a draft that was taken. */
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
  // Those that are still to be published first, as there are fewer of them.
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

/** What becomes of a release that is published at this time. */
export function goLive({ model }: World, release: ModelRelease, at: string): void {
  const { scheduled_at, ...rest } = release;
  const live = { status: 'RELEASED' as const, released_at: at, updated_at: at };
  model.releases.set(release.id, { ...rest, ...live });
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

export type Sent = ReturnType<typeof bodyOf>;

function bodyOf({ model, service }: World, given: Partial<Given>) {
  const { project, labels, changes, hero, ...plain } = given;
  return {
    ...plain,
    ...(project !== undefined && {
      project_id: project === null ? null : pick(model.projects.keys(), project),
    }),
    ...(labels && { label_ids: labels.map((at) => pick(model.labels.keys(), at)) }),
    ...(changes && {
      changes: changes.map(({ type, content }, n) => ({
        id: `change-${n}`,
        changeId: pick(model.changeTypes.keys(), type),
        content,
      })),
    }),
    ...(hero !== undefined && {
      hero: hero && {
        ...hero,
        url: hero.url.startsWith('/') ? `${service.url}${hero.url}` : hero.url,
      },
    }),
  };
}

function isWellFormed({ title = '···', slug = 'any', hero }: Sent): boolean {
  return title.length > 2 && isSlug(slug) && !hero?.url.startsWith('javascript:');
}

export function isUsable({ model }: World, sent: Sent, own: string): boolean {
  const { slug, project_id, label_ids = [], changes = [] } = sent;
  return (
    isWellFormed(sent) &&
    !isSlugTaken(model.releases, slug, own) &&
    (!project_id || model.projects.has(project_id)) &&
    label_ids.every((id) => model.labels.has(id)) &&
    changes.every(({ changeId }) => model.changeTypes.has(changeId))
  );
}

function written(sent: Sent, origin: string): Partial<ModelRelease> {
  const { status, project_id, label_ids, changes, hero, ...plain } = sent;
  return {
    ...plain,
    ...(project_id !== undefined && { project: project_id }),
    ...(label_ids && { labels: [...new Set(label_ids)] }),
    ...(changes && {
      changes: changes.map(({ id, changeId, content }) => ({ id, change_id: changeId, content })),
    }),
    ...(hero !== undefined && {
      hero: hero && { ...hero, url: hero.url.replace(`${origin}/files/`, '/files/') },
    }),
  };
}

function hoursAfter(now: Date, hours: number): string {
  return new Date(now.getTime() + hours * 60 * 60_000).toISOString();
}
