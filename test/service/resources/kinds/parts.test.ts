import { describe, expect, test } from 'vitest';
import { changeTypeKind } from '../../../../src/service/resources/kinds/change-types.ts';
import {
  contributorKind,
  labelKind,
  projectKind,
} from '../../../../src/service/resources/kinds/parts.ts';
import { subscriberListKind } from '../../../../src/service/resources/kinds/people.ts';
import { onSample } from './on-sample.ts';

describe('a label', () => {
  const given = { name: 'Docs', slug: 'docs', color: '#123456' };

  test('is added, edited and removed, and hooks are told each time', async () => {
    await using it = await onSample();
    const added = await it.add(labelKind, 'l-docs', given);
    expect(added).toEqual({ kind: 'done', thing: { id: 'l-docs', ...given } });
    expect(await it.told()).toEqual(['label l-docs']);
    const edited = await it.edit(labelKind, 'l-docs', { name: 'Guides' });
    expect(edited).toMatchObject({ kind: 'done', thing: { ...given, name: 'Guides' } });
    expect(await it.told()).toEqual(['label l-docs']);
    expect(await it.remove(labelKind, 'l-docs')).toMatchObject({ kind: 'done', references: [] });
    expect(await it.told()).toEqual(['label l-docs']);
    expect(await it.edit(labelKind, 'l-docs', { name: 'Gone' })).toEqual({ kind: 'missing' });
    expect(await it.remove(labelKind, 'l-docs')).toEqual({ kind: 'missing' });
    expect(await it.told()).toEqual([]);
  });

  test.each([
    ['a name that nobody sees', { name: ' ' }, 'name'],
    ['a slug with a capital', { slug: 'Docs' }, 'slug'],
    ['a slug that another label has', { slug: 'speed' }, 'slug'],
    ['a colour by its name', { color: 'red' }, 'color'],
  ])('is refused with %s, and nothing changes', async (_what, wrong, field) => {
    await using it = await onSample();
    const before = await labelKind.list(it.db);
    const problems = { [field]: expect.any(String) };
    expect(await it.add(labelKind, 'l-docs', { ...given, ...wrong })).toEqual({
      kind: 'invalid',
      problems,
    });
    expect(await it.edit(labelKind, 'l-safety', wrong)).toEqual({ kind: 'invalid', problems });
    expect(await labelKind.list(it.db)).toEqual(before);
    expect(await it.told()).toEqual([]);
  });

  test('is refused with an id that is taken, or without any field', async () => {
    await using it = await onSample();
    expect(await it.add(labelKind, 'l-speed', given)).toEqual({ kind: 'taken' });
    const missing = expect.any(String);
    expect(await it.add(labelKind, 'x', {})).toEqual({
      kind: 'invalid',
      problems: { name: missing, slug: missing, color: missing },
    });
  });

  test('that is in use is not removed, and the items that use it are named', async () => {
    await using it = await onSample();
    expect(await it.remove(labelKind, 'l-safety')).toMatchObject({
      kind: 'used',
      references: [
        {
          what: 'releases',
          count: 3,
          names: ['Title of timed', 'Title of draft', 'Title of oldest'],
        },
        { what: 'milestones', count: 2, names: ['Title of third', 'Title of first'] },
      ],
    });
    expect(await labelKind.find(it.db, 'l-safety')).toBeDefined();
    expect(await it.told()).toEqual([]);
  });

  test('can be removed from everything that has it', async () => {
    await using it = await onSample();
    expect(await it.remove(labelKind, 'l-safety', { withAll: true })).toMatchObject({
      kind: 'done',
    });
    expect(labelsOf(await it.get('/v1/releases/oldest'))).toEqual(['l-speed']);
    expect(labelsOf(await it.get('/v1/milestones/first'))).toEqual([]);
    expect(await it.told()).toEqual(['label l-safety']);
  });

  test('can be replaced by another label, without duplicates', async () => {
    await using it = await onSample();
    const { updated_at } = (await it.get('/v1/releases/oldest')).body;
    expect(await it.remove(labelKind, 'l-speed', { moveTo: 'l-safety' })).toMatchObject({
      kind: 'done',
    });
    expect(labelsOf(await it.get('/v1/releases/oldest'))).toEqual(['l-safety']);
    expect(labelsOf(await it.get('/v1/releases/hidden'))).toEqual(['l-safety']);
    // Otherwise, pages would show every one of the releases as edited.
    expect((await it.get('/v1/releases/oldest')).body.updated_at).toBe(updated_at);
  });

  test.each(['l-none', 'l-speed'])('cannot be replaced by %s', async (moveTo) => {
    await using it = await onSample();
    expect(await it.remove(labelKind, 'l-speed', { moveTo })).toEqual({ kind: 'no-target' });
    expect(labelsOf(await it.get('/v1/releases/oldest'))).toEqual(['l-speed', 'l-safety']);
  });
});

describe('a project', () => {
  test('moves its releases and milestones to another project when it is removed', async () => {
    await using it = await onSample();
    expect(await it.remove(projectKind, 'p-web')).toMatchObject({
      kind: 'used',
      references: [
        { what: 'releases', count: 3 },
        { what: 'milestones', count: 1 },
      ],
    });
    expect(await it.remove(projectKind, 'p-web', { moveTo: 'p-api' })).toMatchObject({
      kind: 'done',
    });
    expect((await it.get('/v1/releases/oldest')).body.project.id).toBe('p-api');
    expect((await it.get('/v1/projects')).body).toHaveLength(1);
    expect(await it.told()).toEqual(['project p-web']);
  });

  test('can be removed from its releases and milestones', async () => {
    await using it = await onSample();
    await it.remove(projectKind, 'p-web', { withAll: true });
    expect((await it.get('/v1/releases/oldest')).body.project).toBeNull();
    expect((await it.get('/v1/milestones/third')).body.project).toBeNull();
    expect((await it.get('/v1/milestones/first')).body.project.id).toBe('p-api');
  });

  test('needs a unique slug', async () => {
    await using it = await onSample();
    expect(await it.add(projectKind, 'p', { name: 'Web', slug: 'web' })).toMatchObject({
      problems: { slug: 'expected a slug that no other project has' },
    });
    expect(await it.edit(projectKind, 'p-web', { slug: 'web' })).toMatchObject({ kind: 'done' });
  });
});

describe('a contributor', () => {
  test('is refused with an unsafe picture address, and can lose its picture', async () => {
    await using it = await onSample();
    const refused = { name: 'Eve', avatar_url: 'javascript:alert(1)' };
    expect(await it.add(contributorKind, 'c-eve', refused)).toMatchObject({
      problems: { avatar_url: expect.stringContaining('http') },
    });
    expect(await it.edit(contributorKind, 'c-ada', { avatar_url: null })).toMatchObject({
      thing: { id: 'c-ada', name: 'Ada', avatar_url: null },
    });
    expect(await it.told()).toEqual(['contributor c-ada']);
  });

  test('can be replaced by another, or removed from releases', async () => {
    await using it = await onSample();
    expect(await it.remove(contributorKind, 'c-ada')).toMatchObject({ kind: 'used' });
    await it.remove(contributorKind, 'c-ada', { moveTo: 'c-bob' });
    const { contributors } = (await it.get('/v1/releases/oldest')).body;
    expect(contributors).toMatchObject([{ id: 'c-bob' }]);
    await it.remove(contributorKind, 'c-bob', { withAll: true });
    expect((await it.get('/v1/releases/oldest')).body.contributors).toEqual([]);
  });
});

describe('a change type', () => {
  const fixed = { id: 'oldest-change', change_id: 'fixed', content: '<p>A leak</p>' };
  const changesOf = async (it: Awaited<ReturnType<typeof onSample>>) =>
    (await it.get('/v1/releases/oldest')).body.changes;

  test('is added at the end, and needs a unique title', async () => {
    await using it = await onSample();
    await it.add(changeTypeKind, 'new', { title: 'New', color: '#16a34a' });
    expect(await it.add(changeTypeKind, 'x', { title: 'FIXED', color: '#000' })).toMatchObject({
      problems: { title: expect.any(String) },
    });
    await it.edit(changeTypeKind, 'fixed', { title: 'Mended' });
    expect((await it.get('/v1/workspace')).body.release_change_types).toEqual([
      { id: 'fixed', title: 'Mended', color: '#d97706' },
      { id: 'new', title: 'New', color: '#16a34a' },
    ]);
    expect(await it.told()).toEqual(['change_type new']);
  });

  test('can be removed, and its changes keep its title and colour', async () => {
    await using it = await onSample();
    expect(await changesOf(it)).toContainEqual(fixed);
    expect(await it.remove(changeTypeKind, 'fixed')).toMatchObject({
      kind: 'used',
      references: [{ what: 'releases', count: 6 }],
    });
    await it.remove(changeTypeKind, 'fixed', { withAll: true });
    expect(await changesOf(it)).toEqual([
      { title: 'Fixed', color: '#d97706', content: '<p>A leak</p>' },
      { title: 'New', color: '#16a34a', content: '<p>A thing</p>' },
    ]);
    expect((await it.get('/v1/workspace')).body.release_change_types).toEqual([]);
  });

  test('can be removed if it is unused, and otherwise moves its changes to another type', async () => {
    await using it = await onSample();
    await it.add(changeTypeKind, 'fix', { title: 'Fix', color: '#16a34a' });
    expect(await it.remove(changeTypeKind, 'fix')).toMatchObject({ kind: 'done' });
    await it.add(changeTypeKind, 'fix', { title: 'Fix', color: '#16a34a' });
    await it.remove(changeTypeKind, 'fixed', { moveTo: 'fix' });
    expect(await changesOf(it)).toContainEqual({ ...fixed, change_id: 'fix' });
  });
});

test('a removed subscriber list moves its subscribers to another list, or to none', async () => {
  await using it = await onSample();
  const listsOf = async () =>
    (await it.get('/v1/subscribers')).body.map(({ lists }: { lists: { id: string }[] }) =>
      lists.map(({ id }) => id),
    );
  expect(await it.remove(subscriberListKind, 's-news')).toMatchObject({
    references: [{ what: 'subscribers', count: 2, names: ['two@example.com', 'one@example.com'] }],
  });
  await it.remove(subscriberListKind, 's-news', { moveTo: 's-alerts' });
  expect(await listsOf()).toEqual([['s-alerts'], [], ['s-alerts']]);
  await it.remove(subscriberListKind, 's-alerts', { withAll: true });
  expect(await listsOf()).toEqual([[], [], []]);
  expect(await it.add(subscriberListKind, 's', { name: 'no' })).toMatchObject({ kind: 'invalid' });
  expect(await it.add(subscriberListKind, 's', { name: 'Yes' })).toMatchObject({
    thing: { name: 'Yes', subscriber_count: 0 },
  });
  expect(await it.told()).toEqual([]);
});

function labelsOf({ body }: { body: { labels: { id: string }[] } }): string[] {
  return body.labels.map(({ id }) => id);
}
