import { expect, test } from 'vitest';
import { matchView } from '../../../src/features/filters/match-list.ts';
import type { FilterKind } from '../../../src/model/content/filter-kinds.ts';

const offered = { kind: 'type' as const, slug: 'new', name: 'New', href: '', look: 'tag c-1' };
const web = {
  kind: 'project' as const,
  slug: 'web',
  name: 'Web',
  href: '/projects/web/',
  look: '',
};
const options = {
  find: (kind: FilterKind, slug: string) =>
    [offered, web].find((one) => one.kind === kind && one.slug === slug),
};

const row = (title: string, project: string, hasProjects: boolean) => ({
  ...{ title, version: '1.2.0', hasProjects },
  slugs: { project: [project], type: ['new', 'rare'], label: [], year: [], 'pre-release': [] },
});

test('a match has its project before its title if the site has several', () => {
  expect(matchView(row('v1.2.0', 'web', true), options)).toMatchObject({
    project: 'Web',
    title: '1.2.0',
  });
  expect(matchView(row('Faster', 'web', true), options)).toMatchObject({
    project: 'Web',
    title: 'Faster',
    version: '1.2.0',
  });
  expect(matchView(row('v1.2.0', 'web', false), options).title).toBe('v1.2.0');
});

test('a match shows the slugs of types and projects that the page does not offer', () => {
  const { project, types } = matchView(row('Faster', 'app', true), options);
  expect(project).toBe('app');
  expect(types.map(({ name, look }) => [name, look])).toEqual([
    ['New', 'tag c-1'],
    ['rare', ''],
  ]);
});
