import fc from 'fast-check';
import type { ModelRelease } from '../expected.ts';
import { body, isSlug, isSlugTaken, mostly, pick, ref, slug, title, type World } from './draw.ts';

// Bodies of requests for releases: how they are drawn, whether the API accepts them, what it
// stores.

export interface Given {
  title: string;
  slug: string;
  body: string;
  status: 'DRAFT' | 'SCHEDULED' | 'RELEASED';
  is_public: boolean;
  is_pinned: boolean;
  version: string | null;
  summary: string | null;
  contributors: number[];
  /** Selects a file that the body refers to. */
  picture: number;
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
  summary: fc.constantFrom(null, 'In short'),
  contributors: fc.array(ref, { maxLength: 2 }),
  picture: ref,
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

export const changes = fc.record({ ...fields, status }, { requiredKeys: [] });

/** In a new draft, null is invalid for the project and the hero, and so is drawn seldom. */
const optional = {
  ...fields,
  project: fc.option(ref, { freq: 15 }),
  hero: mostly<Given['hero']>([{ type: 'image', url: '/files/hero.png' }], null),
};
const required = fc.record({ title, slug, status: fc.constantFrom<Given['status'][]>('DRAFT') });

export const draft = fc
  .tuple(fc.record(optional, { requiredKeys: [] }), required)
  .map(([some, all]): Partial<Given> => ({ ...some, ...all }));

export type Sent = ReturnType<typeof bodyOf>;

export function bodyOf({ model, service }: World, given: Partial<Given>) {
  const { project, labels, contributors, picture, changes, hero, ...plain } = given;
  return {
    ...plain,
    ...(picture !== undefined && { body: `<p>See /files/${pick(model.files, picture)}</p>` }),
    ...(contributors && {
      contributor_ids: contributors.map((at) => pick(model.contributors.keys(), at)),
    }),
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

export function isWellFormed({ title = '···', slug = 'any', hero }: Sent): boolean {
  return title.length > 2 && isSlug(slug) && !hero?.url.startsWith('javascript:');
}

export function isUsable({ model }: World, sent: Sent, own: string): boolean {
  const { slug, project_id, label_ids = [], contributor_ids = [], changes = [] } = sent;
  return (
    isWellFormed(sent) &&
    !isSlugTaken(model.releases, slug, own) &&
    (!project_id || model.projects.has(project_id)) &&
    label_ids.every((id) => model.labels.has(id)) &&
    contributor_ids.every((id) => model.contributors.has(id)) &&
    changes.every(({ changeId }) => model.changeTypes.has(changeId))
  );
}

export function written(sent: Sent, origin: string): Partial<ModelRelease> {
  const { status, project_id, label_ids, contributor_ids, changes, hero, ...plain } = sent;
  return {
    ...plain,
    ...(project_id !== undefined && { project: project_id }),
    ...(label_ids && { labels: [...new Set(label_ids)] }),
    ...(contributor_ids && { contributors: [...new Set(contributor_ids)] }),
    ...(changes && {
      changes: changes.map(({ id, changeId, content }) => ({ id, change_id: changeId, content })),
    }),
    ...(hero !== undefined && {
      hero: hero && { ...hero, url: hero.url.replace(`${origin}/files/`, '/files/') },
    }),
  };
}
