import { changeTypeKind } from '../../../src/service/resources/kinds/change-types.ts';
import { contributorKind } from '../../../src/service/resources/kinds/contributors.ts';
import { labelKind } from '../../../src/service/resources/kinds/labels.ts';
import { projectKind } from '../../../src/service/resources/kinds/projects.ts';
import { statusTypeKind } from '../../../src/service/resources/kinds/status-types.ts';
import type { Described } from './describe.ts';
import { clearable, type Field, text } from './field.ts';

// What releases and milestones refer to.

const name = (example: string): Field =>
  text('name', { flags: '--name <name>', about: 'as pages show it', example });
const title = (example: string): Field =>
  text('title', { flags: '--title <title>', about: 'as pages show it', example });
const slug = (example: string): Field =>
  text('slug', { flags: '--slug <slug>', about: 'its name in addresses', example });
const color = text('color', {
  flags: '--color <hex>',
  about: 'a hex code',
  example: '"#16a34a"',
});

export const projects = described({
  kind: projectKind,
  command: 'projects',
  about: 'what releases and milestones are of',
  fields: [name('"Web app"'), slug('web-app')],
  row: (one) => [one.id, one.name, one.slug],
  withAll: 'leaves them without a project',
});

export const labels = described({
  kind: labelKind,
  command: 'labels',
  about: 'what releases and milestones carry',
  fields: [name('"Speed"'), slug('speed'), color],
  row: (one) => [one.id, one.name, one.slug, one.color],
  withAll: 'takes it off them',
});

export const contributors = described({
  kind: contributorKind,
  command: 'contributors',
  about: 'who made a release',
  fields: [
    name('"Ada Lovelace"'),
    clearable('avatar_url', {
      flags: '--avatar-url <address>',
      about: 'the address of a picture',
      example: 'https://example.com/ada.png',
    }),
  ],
  row: (one) => [one.id, one.name, one.avatar_url],
  withAll: 'names them there no more',
});

export const changeTypes = described({
  kind: changeTypeKind,
  command: 'change-types',
  about: 'the kinds of change that a release lists',
  fields: [title('"Fixed"'), color],
  row: (one) => [one.id, one.title, one.color],
  withAll: 'leaves the changes their text, under this title and colour',
});

export const statusTypes = described({
  kind: statusTypeKind,
  command: 'status-types',
  about: 'the columns of the roadmap',
  fields: [
    title('"In progress"'),
    color,
    text('stage', {
      flags: '--stage <stage>',
      about: 'what it means: BACKLOG, PLANNED, IN_PROGRESS, COMPLETED or CANCELED',
      example: 'IN_PROGRESS',
    }),
  ],
  row: (one) => [one.id, one.title, one.stage, one.color],
  withAll: 'removes those milestones, too',
});

function described<T extends { id: string }, Given>(
  of: Omit<Described<T, Given>, 'hasChosenId'>,
): Described<T, Given> {
  return { ...of, hasChosenId: true };
}
