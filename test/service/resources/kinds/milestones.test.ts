import { describe, expect, test } from 'vitest';
import { milestoneKind } from '../../../../src/service/resources/kinds/milestones.ts';
import { statusTypeKind } from '../../../../src/service/resources/kinds/status-types.ts';
import { saveWorkspace } from '../../../../src/service/resources/workspace.ts';
import { sample } from '../../sample.ts';
import { onSample } from './on-sample.ts';

const given = { title: 'Dark mode', slug: 'dark-mode', status: 'In progress' };
const shipped = { title: 'Shipped', color: '#22c55e', stage: 'COMPLETED' };

/** The sample with a second status type. */
async function withColumns() {
  const it = await onSample();
  await it.add(statusTypeKind, 'shipped', shipped);
  await it.told();
  return it;
}

describe('a milestone', () => {
  test('is added as private, with the next number', async () => {
    await using it = await onSample();
    const now = it.clock.now().toISOString();
    const [highest = 0] = sample()
      .milestones.map(({ number }) => number)
      .toSorted((a, b) => b - a);
    expect(await it.add(milestoneKind, 'm', { ...given, status: 'doing' })).toEqual({
      kind: 'done',
      thing: {
        ...given,
        id: 'm',
        number: highest + 1,
        body: '',
        stage: 'IN_PROGRESS',
        is_public: false,
        upvote_count: 0,
        project: null,
        labels: [],
        attachments: [],
        started_at: now,
        ended_at: null,
        created_at: now,
        updated_at: now,
      },
    });
    expect(await it.told()).toEqual([]);
    expect((await it.get('/v1/milestones/m')).body).toMatchObject(given);
    await it.edit(milestoneKind, 'm', { is_public: true });
    expect(await it.told()).toEqual(['milestone m']);
    await it.edit(milestoneKind, 'm', { is_public: false });
    expect(await it.told()).toEqual(['milestone m']);
  });

  test('changes its status, and records when it was started and ended', async () => {
    await using it = await withColumns();
    await it.add(statusTypeKind, 'next', { title: 'Next', color: '#000', stage: 'planned' });
    await it.add(milestoneKind, 'm', { ...given, status: 'NEXT', is_public: true });
    expect(await milestoneKind.find(it.db, 'm')).toMatchObject({
      status: 'Next',
      stage: 'PLANNED',
      started_at: null,
    });
    it.clock.advance(1000);
    const started_at = it.clock.now().toISOString();
    const times = async () => {
      const { started_at, ended_at } = (await milestoneKind.find(it.db, 'm')) ?? {};
      return { started_at, ended_at };
    };
    await it.edit(milestoneKind, 'm', { status: 'In progress' });
    expect(await times()).toEqual({ started_at, ended_at: null });
    it.clock.advance(1000);
    const ended_at = it.clock.now().toISOString();
    await it.edit(milestoneKind, 'm', { status: 'Shipped' });
    expect(await times()).toEqual({ started_at, ended_at });
    it.clock.advance(1000);
    await it.edit(milestoneKind, 'm', { title: 'Light mode' });
    expect(await times()).toEqual({ started_at, ended_at });
    await it.edit(milestoneKind, 'm', { status: 'In progress' });
    expect(await times()).toEqual({ started_at, ended_at: null });
    await it.edit(milestoneKind, 'm', { started_at: '2026-01-01T01:00:00+01:00' });
    expect((await times()).started_at).toBe('2026-01-01T00:00:00.000Z');
    await it.edit(milestoneKind, 'm', { started_at: null });
    expect((await times()).started_at).toBeNull();
  });

  test('can get a project and labels, and lose them again', async () => {
    await using it = await onSample();
    await it.edit(milestoneKind, 'second', {
      project_id: 'p-web',
      label_ids: ['l-speed', 'l-safety', 'l-speed'],
    });
    expect((await it.get('/v1/milestones/second')).body).toMatchObject({
      project: { id: 'p-web' },
      labels: [{ id: 'l-speed' }, { id: 'l-safety' }],
    });
    await it.edit(milestoneKind, 'second', { project_id: null, label_ids: [] });
    const { body } = await it.get('/v1/milestones/second');
    expect(body).toMatchObject({ project: null, labels: [] });
    expect(body.attachments).toHaveLength(1);
  });

  test.each([
    ['a short title', { title: 'No' }, 'title'],
    ['a slug that another has', { slug: 'first' }, 'slug'],
    ['an unknown status', { status: 'Nowhere' }, 'status'],
    ['a stage that its status does not have', { stage: 'PLANNED' }, 'stage'],
    ['a stage that nobody knows', { stage: 'SOON' }, 'stage'],
    ['an unknown project', { project_id: 'p-none' }, 'project_id'],
    ['an unknown label', { label_ids: ['l-speed', 'l-none'] }, 'label_ids'],
    ['a time that is none', { started_at: 'yesterday' }, 'started_at'],
  ])('is refused with %s, and nothing changes', async (_what, wrong, field) => {
    await using it = await onSample();
    const before = await milestoneKind.list(it.db);
    const refused = { kind: 'invalid', problems: { [field]: expect.any(String) } };
    expect(await it.add(milestoneKind, 'm', { ...given, ...wrong })).toEqual(refused);
    expect(await it.edit(milestoneKind, 'third', { status: 'doing', ...wrong })).toEqual(refused);
    expect(await milestoneKind.list(it.db)).toEqual(before);
    expect(await it.told()).toEqual([]);
  });

  test('has its own stage if its status has none', async () => {
    await using it = await onSample();
    const { workspace } = sample();
    const idea = { id: 'idea', title: 'Idea', color: '#000000', stage: '' };
    await saveWorkspace(it.db, { ...workspace, roadmap_status_types: [idea] });
    expect(await it.add(milestoneKind, 'm', { ...given, status: 'Idea' })).toMatchObject({
      problems: { stage: expect.stringContaining('has no stage') },
    });
    const added = { ...given, status: 'Idea', stage: 'backlog' };
    expect(await it.add(milestoneKind, 'm', added)).toMatchObject({ thing: { stage: 'BACKLOG' } });
    expect(await it.edit(milestoneKind, 'm', { stage: 'PLANNED' })).toMatchObject({
      thing: { status: 'Idea', stage: 'PLANNED' },
    });
  });

  test('can be removed, and hooks are told if it was public', async () => {
    await using it = await onSample();
    await it.remove(milestoneKind, 'second');
    expect(await it.told()).toEqual([]);
    await it.remove(milestoneKind, 'first');
    expect(await it.told()).toEqual(['milestone first']);
    expect((await it.get('/v1/milestones/first')).status).toBe(404);
  });
});

describe('a status type', () => {
  test('updates its milestones when its title or stage changes', async () => {
    await using it = await withColumns();
    await it.edit(statusTypeKind, 'doing', { title: 'Being built', stage: 'planned' });
    expect((await it.get('/v1/milestones/first')).body).toMatchObject({
      status: 'Being built',
      stage: 'PLANNED',
      updated_at: it.clock.now().toISOString(),
    });
    expect((await it.get('/v1/milestones/third')).body.status).toBe('Shipped');
    expect(await it.told()).toEqual(['status_type doing']);
  });

  test('without a stage leaves the stage of its milestones unchanged', async () => {
    await using it = await onSample();
    const { workspace } = sample();
    const [doing] = workspace.roadmap_status_types;
    const idea = { id: 'idea', title: 'Idea', color: '#000000', stage: '' };
    const types = [...(doing ? [doing] : []), idea];
    await saveWorkspace(it.db, { ...workspace, roadmap_status_types: types });
    const before = (await it.get('/v1/milestones/first')).body;
    await it.remove(statusTypeKind, 'doing', { moveTo: 'idea' });
    const moved = { ...before, status: 'Idea', updated_at: it.clock.now().toISOString() };
    expect((await it.get('/v1/milestones/first')).body).toEqual(moved);
    await it.edit(statusTypeKind, 'idea', { title: 'Maybe' });
    expect((await it.get('/v1/milestones/first')).body).toEqual({ ...moved, status: 'Maybe' });
  });

  test('finds its milestones by its title or id, ignoring case', async () => {
    await using it = await withColumns();
    for (const [id, status] of [
      ['first', 'DOING'],
      ['second', 'in progress'],
    ] as const)
      await it.db.updateTable('milestone').set({ status }).where('id', '=', id).execute();
    expect(await it.remove(statusTypeKind, 'doing')).toMatchObject({ references: [{ count: 2 }] });
    await it.edit(statusTypeKind, 'doing', { title: 'Being built' });
    expect((await it.get('/v1/milestones/first')).body.status).toBe('Being built');
    expect((await it.get('/v1/milestones/second')).body.status).toBe('Being built');
  });

  test('leaves its milestones unchanged when only its colour changes', async () => {
    await using it = await withColumns();
    const before = (await it.get('/v1/milestones')).body;
    await it.edit(statusTypeKind, 'doing', { color: '#abc' });
    expect((await it.get('/v1/milestones')).body).toEqual(before);
  });

  test('moves its milestones to another status when it is removed, or removes them as well', async () => {
    await using it = await withColumns();
    expect(await it.remove(statusTypeKind, 'doing')).toMatchObject({
      kind: 'used',
      references: [{ what: 'milestones', count: 2 }],
    });
    await it.remove(statusTypeKind, 'doing', { moveTo: 'shipped' });
    expect((await it.get('/v1/milestones/first')).body).toMatchObject({
      status: 'Shipped',
      stage: 'COMPLETED',
      ended_at: it.clock.now().toISOString(),
    });
    expect(await it.remove(statusTypeKind, 'shipped', { withAll: true })).toMatchObject({
      references: [{ count: 3 }],
    });
    expect((await it.get('/v1/milestones')).body).toEqual([]);
    expect((await it.get('/v1/workspace')).body.roadmap_status_types).toEqual([]);
  });
});

describe('attachments and votes of a milestone', () => {
  const file = { name: 'plan.pdf', type: 'application/pdf', bytes: new Uint8Array([1, 2, 3]) };

  test('are given as addresses with optional titles, and as a number', async () => {
    await using it = await onSample({ files: [file] });
    const attachments = [
      'https://example.com/a The design',
      'mailto:a@b.c',
      '/files/plan.pdf Plan',
    ];
    await it.add(milestoneKind, 'm', { ...given, attachments, upvote_count: '12' });
    const { body } = await it.get('/v1/milestones/m');
    const [id, type] = [expect.any(String), 'LINK'];
    expect(body.upvote_count).toBe(12);
    expect(body.attachments).toEqual([
      { id, type, content: { title: 'The design', url: 'https://example.com/a' } },
      { id, type, content: { title: null, url: 'mailto:a@b.c' } },
      {
        ...{ id, type: 'FILE' },
        content: { title: 'Plan', url: '/files/plan.pdf', size: 3, type: 'application/pdf' },
      },
    ]);
    await it.edit(milestoneKind, 'm', { attachments: [] });
    expect((await it.get('/v1/milestones/m')).body).toMatchObject({
      attachments: [],
      upvote_count: 12,
    });
  });

  test('name a file by its decoded file name', async () => {
    const file = { name: 'a b.pdf', type: 'application/pdf', bytes: new Uint8Array([1]) };
    await using it = await onSample({ files: [file] });
    await it.edit(milestoneKind, 'first', { attachments: ['/files/a%20b.pdf'] });
    const { body } = await it.get('/v1/milestones/first');
    const content = { title: 'a b.pdf', url: '/files/a%20b.pdf', size: 1, type: file.type };
    expect(body.attachments).toEqual([{ id: expect.any(String), type: 'FILE', content }]);
  });

  test.each([
    ['attachments', ['javascript:alert(1)']],
    ['attachments', ['notes.pdf']],
    ['attachments', ['/files/none.pdf']],
    ['attachments', ['']],
    ['upvote_count', '-1'],
    ['upvote_count', 'many'],
    ['upvote_count', ''],
  ])('are refused with an invalid %s: %j', async (field, value) => {
    await using it = await onSample();
    const added = await it.add(milestoneKind, 'm', { ...given, [field]: value });
    expect(added).toMatchObject({ kind: 'invalid', problems: { [field]: expect.any(String) } });
  });
});
