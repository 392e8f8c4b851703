import { describe, expect, test } from 'vitest';
import { filesIn } from '../../support/files-in.ts';
import { type ForgeSync, forges } from './sync-forge.ts';

describe.each(forges)('$name', ({ start }) => {
  const withApp = (it: ForgeSync, board = 'acme/board') => [
    it.source({ repository: board }),
    it.source({ repository: 'acme/app' }),
  ];

  async function startBoth() {
    const it = await start();
    const board = it.fake.repository('acme/board', { releases: it.releases(3) });
    const releases = it.releases(5).slice(3);
    it.fake.repository('acme/app', { releases });
    return { it, board };
  }

  /** Renames the repository, as its owner would on the forge. */
  function rename(it: ForgeSync, from: string, to: string): void {
    const made = it.fake.repositories.get(from);
    if (!made) throw new Error(`${from} does not exist`);
    it.fake.repositories.delete(from);
    it.fake.repositories.set(to, Object.assign(made, { name: to.split('/')[1] }));
    for (const old of [from, ...it.fake.renamed.keys()]) it.fake.renamed.set(old, to);
  }

  /** Everything that makes an address: slugs and ids of releases, projects and changes. */
  async function addressesOf(it: ForgeSync) {
    const { releases, projects, redirects } = await it.content();
    return {
      releases: [...releases.values()]
        .map(({ id, slug, changes }) => `${id} ${slug} ${changes.map((one) => one.id)}`)
        .sort(),
      projects: projects.map(({ id, slug }) => `${id} ${slug}`).sort(),
      redirects,
    };
  }
  const namesIn = async (it: ForgeSync) =>
    (await it.content()).projects.map(({ name }) => name).sort();

  test('a renamed repository changes the name of its project, and no address', async () => {
    const { it } = await startBoth();
    await using _ = it;
    await it.run(withApp(it));
    const before = await addressesOf(it);
    rename(it, 'acme/board', 'acme/planks');
    const report = await it.run(withApp(it));
    expect(report.releases).toMatchObject({ added: [], moved: [], removed: [] });
    expect(await addressesOf(it)).toEqual(before);
    expect(await namesIn(it)).toEqual(['app', 'planks']);
    expect((await it.run(withApp(it))).files).toEqual({ written: 0, removed: 0 });
    // The owner writes the new name into sources.yaml, and renames once more.
    await it.run(withApp(it, 'acme/planks'));
    rename(it, 'acme/planks', 'acme/zoo');
    await it.run(withApp(it, 'acme/planks'));
    expect(await addressesOf(it)).toEqual(before);
    expect(await namesIn(it)).toEqual(['app', 'zoo']);
  });

  test('new releases of a renamed repository have addresses like the older ones', async () => {
    const { it, board } = await startBoth();
    await using _ = it;
    await it.run(withApp(it));
    rename(it, 'acme/board', 'acme/planks');
    board.releases.push(...it.releases(6).slice(5));
    await it.run(withApp(it));
    const { releases } = await it.content();
    expect(releases.get(it.id(6))?.slug).toBe('board-1-6-0');
    expect(releases.get(it.id(6))?.project).toBe(releases.get(it.id(1))?.project);
  });

  test('a repository is renamed while its project is the only one, and another is added', async () => {
    const { it } = await startBoth();
    await using _ = it;
    await it.run();
    const { releases } = await addressesOf(it);
    rename(it, 'acme/board', 'acme/planks');
    await it.run();
    expect(await addressesOf(it)).toMatchObject({ releases, projects: [] });
    await it.run(withApp(it));
    const { projects } = await it.content();
    expect(projects.map(({ name, slug }) => [name, slug])).toEqual([
      ['app', 'app'],
      ['planks', 'board'],
    ]);
  });

  test('a project that sources.yaml names keeps this name', async () => {
    const { it } = await startBoth();
    await using _ = it;
    const sources = () => [it.source({ project: 'board' }), ...withApp(it).slice(1)];
    await it.run(sources());
    const shown = async () => ({ ...(await filesIn(it.folder)), '.sync.json': '' });
    const before = await shown();
    rename(it, 'acme/board', 'acme/planks');
    await it.run(sources());
    expect(await shown()).toEqual(before);
  });

  test('a failed source keeps its recorded name', async () => {
    const { it } = await startBoth();
    await using _ = it;
    await it.run(withApp(it));
    const before = await addressesOf(it);
    rename(it, 'acme/board', 'acme/planks');
    it.fake.fail = (path) => (path.includes('board') ? new Response('<html>') : undefined);
    await it.run(withApp(it));
    it.fake.fail = undefined;
    await it.run(withApp(it));
    expect(await addressesOf(it)).toEqual(before);
  });

  test('a new repository with the first name of a renamed one has a project of its own', async () => {
    const { it } = await startBoth();
    await using _ = it;
    await it.run(withApp(it));
    const { projects } = await addressesOf(it);
    rename(it, 'acme/board', 'acme/planks');
    await it.run(withApp(it, 'acme/planks'));
    it.fake.renamed.clear();
    it.fake.repository('acme/board', { id: 2000, releases: it.releases(9).slice(7) });
    const board = it.source({ repository: 'acme/board' });
    await it.run([board, ...withApp(it, 'acme/planks')]);
    expect(await namesIn(it)).toEqual(['app', 'board', 'planks']);
    expect((await addressesOf(it)).projects).toEqual(expect.arrayContaining(projects));
    const { releases } = await it.content();
    expect(releases.get(it.id(8))?.slug).toBe('board-2000-1-8-0');
  });

  test('a release that was made again stays one entry when sources.yaml gets the new name', async () => {
    const { it, board } = await startBoth();
    await using _ = it;
    await it.run(withApp(it));
    const [one] = board.releases;
    if (!one) throw new Error('no release');
    const before = one.id;
    board.releases.splice(0, 1, { ...one, id: 99 });
    await it.run(withApp(it));
    rename(it, 'acme/board', 'acme/planks');
    const report = await it.run(withApp(it, 'acme/planks'));
    expect(report.releases).toMatchObject({ added: [], removed: [] });
    const { releases } = await it.content();
    expect([releases.has(it.id(before)), releases.has(it.id(99))]).toEqual([true, false]);
    expect((await it.run(withApp(it, 'acme/planks'))).files).toEqual({ written: 0, removed: 0 });
  });
});
