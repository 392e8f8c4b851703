import fc from 'fast-check';
import { defined } from '../../../../src/service/resources/defined.ts';
import {
  contributorKind,
  labelKind,
  projectKind,
} from '../../../../src/service/resources/kinds/parts.ts';
import type { Model, ModelMilestone, ModelRelease } from '../expected.ts';
import { commandsOf } from './commands.ts';
import { color, isColor, isSlug, isSlugTaken, mostly, name, slug } from './draw.ts';

// Commands on projects, labels and contributors.

const wrongName = ({ name }: { name?: string | undefined }) =>
  name?.trim() === '' ? ['name'] : [];
const wrongSlug = ({ slug }: { slug?: string | undefined }) =>
  slug !== undefined && !isSlug(slug) ? ['slug'] : [];
const wrongColor = ({ color }: { color?: string | undefined }) =>
  color !== undefined && !isColor(color) ? ['color'] : [];

/** All items that have a project and labels. */
const entries = ({ releases, milestones }: Model): (ModelRelease | ModelMilestone)[] => [
  ...releases.values(),
  ...milestones.values(),
];

const projects = commandsOf({
  kind: projectKind,
  drawn: fc.record({ name, slug }),
  all: ({ projects }) => projects,
  given: (_, drawn) => drawn,
  malformed: (given) => [...wrongName(given), ...wrongSlug(given)],
  wrong: ({ projects }, { id, given }) => (isSlugTaken(projects, given.slug, id) ? ['slug'] : []),
  write: ({ model: { projects } }, { id, given }) =>
    projects.set(id, { name: '', slug: '', ...projects.get(id), ...given, id }),
  uses: {
    count: (model, id) => entries(model).filter(({ project }) => project === id).length,
    move: ({ model }, from, to) => giveProject(model, from, to),
    drop: ({ model }, id) => giveProject(model, id, null),
  },
});

function giveProject(model: Model, from: string, to: string | null): void {
  for (const entry of entries(model)) if (entry.project === from) entry.project = to;
}

const labels = commandsOf({
  kind: labelKind,
  drawn: fc.record({ name, slug, color }),
  all: ({ labels }) => labels,
  given: (_, drawn) => drawn,
  malformed: (given) => [...wrongName(given), ...wrongSlug(given), ...wrongColor(given)],
  wrong: ({ labels }, { id, given }) => (isSlugTaken(labels, given.slug, id) ? ['slug'] : []),
  write: ({ model: { labels } }, { id, given }) =>
    labels.set(id, { name: '', slug: '', color: '', ...labels.get(id), ...given, id }),
  uses: {
    count: (model, id) => entries(model).filter(({ labels }) => labels.includes(id)).length,
    move: ({ model }, from, to) => {
      for (const entry of entries(model)) entry.labels = replaced(entry.labels, from, to);
    },
    drop: ({ model }, id) => {
      for (const entry of entries(model)) entry.labels = without(entry.labels, id);
    },
  },
});

const contributors = commandsOf({
  kind: contributorKind,
  drawn: fc.record({
    name,
    avatar_url: mostly([null, 'https://example.com/bob.png'], '/files/hero.png'),
  }),
  all: ({ contributors }) => contributors,
  given: (_, drawn) => drawn,
  malformed: ({ avatar_url, ...given }) => [
    ...wrongName(given),
    ...(avatar_url?.startsWith('/') ? ['avatar_url'] : []),
  ],
  wrong: () => [],
  write: ({ model: { contributors } }, { id, given }) =>
    contributors.set(id, {
      name: '',
      avatar_url: null,
      ...contributors.get(id),
      ...defined(given),
      id,
    }),
  uses: {
    count: ({ releases }, id) =>
      [...releases.values()].filter(({ contributors }) => contributors.includes(id)).length,
    move: ({ model: { releases } }, from, to) => {
      for (const one of releases.values()) one.contributors = replaced(one.contributors, from, to);
    },
    drop: ({ model: { releases } }, id) => {
      for (const one of releases.values()) one.contributors = without(one.contributors, id);
    },
  },
});

export const partOperations = [
  { weight: 4, arbitrary: projects },
  { weight: 5, arbitrary: labels },
  { weight: 4, arbitrary: contributors },
];

/** Replaces an id by another, without duplicates. */
function replaced(ids: readonly string[], from: string, to: string): string[] {
  if (ids.includes(to)) return without(ids, from);
  return ids.map((id) => (id === from ? to : id));
}

function without(ids: readonly string[], gone: string): string[] {
  return ids.filter((id) => id !== gone);
}
