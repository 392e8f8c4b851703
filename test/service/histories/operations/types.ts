import fc from 'fast-check';
import { changeTypeKind } from '../../../../src/service/resources/kinds/change-types.ts';
import { statusTypeKind } from '../../../../src/service/resources/kinds/status-types.ts';
import { forgetFilesOf, type Model, type ModelMilestone, type ModelRelease } from '../expected.ts';
import { commandsOf } from './commands.ts';
import { color, isColor, mostly } from './draw.ts';
import { statusTypeOf, withStatus } from './status.ts';

// Commands on change types and status types.

const wrongTitle = ({ title }: { title?: string | undefined }) =>
  title?.trim() === '' ? ['title'] : [];
const wrongColor = ({ color }: { color?: string | undefined }) =>
  color !== undefined && !isColor(color) ? ['color'] : [];
const wrongStage = (stage: string | undefined) => (stage === 'NOWHERE' ? ['stage'] : []);

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
    ...(stage && { stage: stage as 'PLANNED' }),
  }),
  malformed: ({ stage, ...given }) => [
    ...wrongTitle(given),
    ...wrongColor(given),
    ...wrongStage(stage),
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

function milestonesIn(model: Model, type: string): ModelMilestone[] {
  return [...model.milestones.values()].filter(
    ({ status }) => statusTypeOf(model, status)?.id === type,
  );
}

export const typeOperations = [
  { weight: 4, arbitrary: changeTypes },
  { weight: 4, arbitrary: statusTypes },
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
