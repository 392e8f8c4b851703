import { expect, test } from 'vitest';
import { runCommand } from '../../support/command.ts';
import { filesIn } from '../../support/files-in.ts';
import { milestoneRow, releaseRow, web } from '../../support/rows.ts';
import { inMemory, tempFolder } from '../../support/temp-folder.ts';
import { runSync, startSync } from '../../sync/run-sync.ts';

const folders = (slug: string) => [
  `projects/${slug}/`,
  `roadmap/projects/${slug}/`,
  `upgrade/${slug}/`,
];

test('if the slug of a project changes, its pages redirect, and its feeds stay at the old address', async () => {
  const rows = (project: typeof web) => ({
    releases: [
      releaseRow('one', { version: '1.0.0', project }),
      releaseRow('two', { version: '1.1.0', project }),
    ],
    milestones: [milestoneRow('three', { project })],
  });
  await using it = await startSync(rows(web));
  await using folder = await tempFolder(inMemory);
  const build = async () => {
    await runSync(it.api.url, it.folder);
    const env = { CONTENT_DIR: it.folder, SITE_URL: 'https://example.com' };
    const built = await runCommand('build', { cwd: folder.path, env });
    expect(built.code, built.stderr).toBe(0);
    return filesIn(`${folder.path}/dist`);
  };
  const before = await build();
  Object.assign(it.script, rows({ ...web, slug: 'site' }));
  const after = await build();

  const old = Object.keys(before).filter((path) =>
    folders('web').some((folder) => path.startsWith(folder)),
  );
  expect(old.filter((path) => after[path] === undefined)).toEqual([]);
  const isPage = (path: string) => path.endsWith('.html');
  const now = (path: string) => path.replace('/web/', '/site/').replace(/^web\//, 'site/');
  const at = (path: string) => `/${now(path).replace(/index\.html$/, '')}`;
  for (const path of old.filter(isPage)) {
    expect(after[path]).toContain(`content="0; url=${at(path)}"`);
    expect(after._redirects).toContain(`/${path.replace(/index\.html$/, '')} ${at(path)} 301\n`);
  }
  const feeds = old.filter((path) => !isPage(path));
  expect(feeds).toEqual(expect.arrayContaining(['projects/web/rss.xml', 'upgrade/web/atom.xml']));
  for (const path of feeds) expect(after[path]).toBe(after[now(path)]);
  const ids = (text: string | undefined) => text?.match(/<id>.*?<\/id>/g);
  expect(ids(after['projects/web/atom.xml'])).toEqual(ids(before['projects/web/atom.xml']));
  expect(ids(after['projects/web/atom.xml'])).toHaveLength(3);
});
