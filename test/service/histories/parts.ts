import fc from 'fast-check';
import { defined } from '../../../src/lib/defined.ts';
import type { StatusType } from '../../../src/model/api/workspace.ts';
import { changeTypeKind } from '../../../src/service/resources/kinds/change-types.ts';
import { contributorKind } from '../../../src/service/resources/kinds/contributors.ts';
import { labelKind } from '../../../src/service/resources/kinds/labels.ts';
import { projectKind } from '../../../src/service/resources/kinds/projects.ts';
import { statusTypeKind } from '../../../src/service/resources/kinds/status-types.ts';
import { commandsOf } from './commands.ts';
import { color, isColor, isSlug, isSlugTaken, mostly, name, slug } from './draw.ts';
import { forgetFilesOf, type Model, type ModelMilestone, type ModelRelease } from './expected.ts';
import { statusTypeOf, withStatus } from './status.ts';

// What releases and milestones refer to, and commands change.

const wrongName = ({ name }: { name?: string | undefined }) =>
  name?.trim() === '' ? ['name'] : [];
const wrongTitle = ({ title }: { title?: string | undefined }) =>
  title?.trim() === '' ? ['title'] : [];
const wrongSlug = ({ slug }: { slug?: string | undefined }) =>
  slug !== undefined && !isSlug(slug) ? ['slug'] : [];
const wrongColor = ({ color }: { color?: string | undefined }) =>
  color !== undefined && !isColor(color) ? ['color'] : [];

/** All that has labels, and a project. */
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

const changeTypes = commandsOf({
  kind: changeTypeKind,
  drawn: fc.record({ title: mostly(['Fixed', 'New', 'Improved', 'Faster', 'new'], ' '), color }),
  all: ({ changeTypes }) => changeTypes,
  given: (_, drawn) => drawn,
  malformed: (given) => [...wrongTitle(given), ...wrongColor(given)],
  wrong: ({ changeTypes }, { id, given }) => titleTaken(changeTypes, given.title, id),
  write: ({ model: { changeTypes } }, { id, given }) =>
    changeTypes.set(id, { title: '', color: '', ...changeTypes.get(id), ...given, id }),
  uses: {
    count: ({ releases }, id) =>
      [...releases.values()].filter(({ changes }) =>
        changes.some((change) => 'change_id' in change && change.change_id === id),
      ).length,
    move: ({ model }, from, to) =>
      mapChanges(model, from, (change) => ({ ...change, change_id: to })),
    drop: ({ model }, id) => {
      const { title = '', color = '' } = model.changeTypes.get(id) ?? {};
      mapChanges(model, id, ({ content }) => ({ title, color, content }));
    },
  },
});

type Change = ModelRelease['changes'][number];
type TypedChange = Extract<Change, { change_id: string }>;

function mapChanges({ releases }: Model, type: string, map: (one: TypedChange) => Change): void {
  for (const release of releases.values())
    release.changes = release.changes.map((change) =>
      'change_id' in change && change.change_id === type ? map(change) : change,
    );
}

const statusTypes = commandsOf({
  kind: statusTypeKind,
  drawn: fc.record({
    title: mostly(['In progress', 'Shipped', 'Next', 'Dropped', 'shipped'], ' '),
    color,
    stage: mostly(['PLANNED', 'IN_PROGRESS', 'completed', 'CANCELED'], 'NOWHERE'),
  }),
  all: ({ statusTypes }) => statusTypes,
  given: (_, { stage, ...plain }) => ({
    ...plain,
    ...(stage && { stage: stage as StatusType['stage'] as 'PLANNED' }),
  }),
  malformed: ({ stage, ...given }) => [
    ...wrongTitle(given),
    ...wrongColor(given),
    ...(isStage(stage) ? [] : ['stage']),
  ],
  wrong: ({ statusTypes }, { id, given }) => titleTaken(statusTypes, given.title, id),
  write({ model, service }, { id, given }) {
    const before = model.statusTypes.get(id);
    const inIt = milestonesIn(model, id);
    const type = { title: '', color: '', stage: '', ...before, ...given, id };
    type.stage = type.stage.toUpperCase();
    model.statusTypes.set(id, type);
    if (before && (before.title !== type.title || before.stage !== type.stage))
      for (const one of inIt) model.milestones.set(one.id, withStatus(one, type, service.clock));
  },
  uses: {
    count: (model, id) => milestonesIn(model, id).length,
    move({ model, service }, from, to) {
      const type = model.statusTypes.get(to);
      for (const one of type ? milestonesIn(model, from) : [])
        if (type) model.milestones.set(one.id, withStatus(one, type, service.clock));
    },
    drop({ model }, id) {
      for (const one of milestonesIn(model, id)) {
        model.milestones.delete(one.id);
        forgetFilesOf(model, one);
      }
    },
  },
});

const isStage = (stage: string | undefined) => stage !== 'NOWHERE';

function milestonesIn(model: Model, type: string): ModelMilestone[] {
  return [...model.milestones.values()].filter(
    ({ status }) => statusTypeOf(model, status)?.id === type,
  );
}

export const partOperations = [
  { weight: 3, arbitrary: projects },
  { weight: 3, arbitrary: labels },
  { weight: 2, arbitrary: contributors },
  { weight: 3, arbitrary: changeTypes },
  { weight: 3, arbitrary: statusTypes },
];

function titleTaken(
  all: ReadonlyMap<string, { title: string }>,
  title: string | undefined,
  own: string,
): string[] {
  const isTaken = [...all].some(
    ([id, one]) => id !== own && one.title.toLowerCase() === title?.toLowerCase(),
  );
  return isTaken ? ['title'] : [];
}

/** Another in its place, once. */
function replaced(ids: readonly string[], from: string, to: string): string[] {
  if (ids.includes(to)) return without(ids, from);
  return ids.map((id) => (id === from ? to : id));
}

function without(ids: readonly string[], gone: string): string[] {
  return ids.filter((id) => id !== gone);
}
