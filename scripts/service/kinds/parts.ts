import { changeTypeKind } from '../../../src/service/resources/kinds/change-types.ts';
import {
  contributorKind,
  labelKind,
  projectKind,
} from '../../../src/service/resources/kinds/parts.ts';
import { statusTypeKind } from '../../../src/service/resources/kinds/status-types.ts';
import type { Described } from './describe.ts';
import { clearableField, type Field, textField } from './field.ts';

// Resources that releases and milestones refer to.

const name = (example: string): Field =>
  textField('name', '--name <name>', 'as shown on pages', example);
const title = (example: string): Field =>
  textField('title', '--title <title>', 'as shown on pages', example);
const slug = (example: string): Field =>
  textField('slug', '--slug <slug>', 'its name in URLs', example);
const color = textField('color', '--color <hex>', 'a hex code', '"#16a34a"');

export const projects = described({
  kind: projectKind,
  command: 'projects',
  about: 'projects of releases and milestones',
  fields: [name('"Web app"'), slug('web-app')],
  row: (one) => [one.id, one.name, one.slug],
  withAllEffect: 'leaves releases and milestones without a project',
});

export const labels = described({
  kind: labelKind,
  command: 'labels',
  about: 'labels of releases and milestones',
  fields: [name('"Speed"'), slug('speed'), color],
  row: (one) => [one.id, one.name, one.slug, one.color],
  withAllEffect: 'removes it from releases and milestones',
});

export const contributors = described({
  kind: contributorKind,
  command: 'contributors',
  about: 'contributors to releases',
  fields: [
    name('"Ada Lovelace"'),
    clearableField(
      'avatar_url',
      '--avatar-url <address>',
      'the address of a picture',
      'https://example.com/ada.png',
    ),
  ],
  row: (one) => [one.id, one.name, one.avatar_url],
  withAllEffect: 'removes the contributor from releases',
});

export const changeTypes = described({
  kind: changeTypeKind,
  command: 'change-types',
  about: 'types of changes in releases',
  fields: [title('"Fixed"'), color],
  row: (one) => [one.id, one.title, one.color],
  withAllEffect: 'keeps its changes with their title and colour',
});

export const statusTypes = described({
  kind: statusTypeKind,
  command: 'status-types',
  about: 'the columns of the roadmap',
  fields: [
    title('"In progress"'),
    color,
    textField(
      'stage',
      '--stage <stage>',
      'its meaning: BACKLOG, PLANNED, IN_PROGRESS, COMPLETED or CANCELED',
      'IN_PROGRESS',
    ),
  ],
  row: (one) => [one.id, one.title, one.stage, one.color],
  withAllEffect: 'also removes its milestones',
});

function described<T extends { id: string }, Given>(
  of: Omit<Described<T, Given>, 'hasChosenId'>,
): Described<T, Given> {
  return { ...of, hasChosenId: true };
}
