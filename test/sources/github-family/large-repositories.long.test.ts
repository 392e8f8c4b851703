import { expect, test } from 'vitest';
import { stampsIn } from '../../support/files-in.ts';
import { startGitHubSync } from './sync-forge.ts';

const counts = { releases: 1250, milestones: 250, issues: 550 };

test('needs a request for each page of large lists; a quiet second sync only asks conditionally, and writes nothing', async () => {
  await using it = await startGitHubSync();
  const { fake } = it;
  fake.repository('acme/board', {
    releases: it.releases(counts.releases),
    milestones: it.milestones(counts.milestones),
  });
  fake.repository('acme/board-app', { issues: it.issues(counts.issues) });
  const roadmap = { issues: 'roadmap', statuses: {}, authors: [] };
  const run = () =>
    it.run([
      it.source({ roadmap: 'milestones' }),
      it.source({ repository: 'acme/board-app', roadmap }),
    ]);

  const { releases, milestones } = await run();
  expect(releases.total).toBe(counts.releases);
  expect(milestones.total).toBe(counts.milestones + counts.issues);
  const asked = fake.asked.splice(0).map(({ path }) => path);
  const pages = Object.values(counts).map((rows) => Math.ceil(rows / fake.maxPerPage));
  const needed = pages.reduce((sum, count) => sum + count);
  expect(asked.length).toBeGreaterThanOrEqual(needed);
  expect(asked.length).toBeLessThanOrEqual(needed + 3);

  const before = await stampsIn(it.folder);
  expect((await run()).files).toEqual({ written: 0, removed: 0 });
  expect(await stampsIn(it.folder)).toEqual(before);
  expect(fake.asked.map(({ path }) => path).toSorted()).toEqual(asked.toSorted());
  for (const request of fake.asked)
    expect(request).toMatchObject({ method: 'GET', isConditional: true, status: 304 });
});
