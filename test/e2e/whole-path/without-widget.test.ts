import { expect, test } from 'vitest';
import { filesIn } from '../../support/files-in.ts';
import { upgradeContent } from './upgrade-content.ts';
import { buildWritten, withoutCards } from './written-site.ts';

/** A few releases, of both projects and of none. */
const content = { ...upgradeContent, releases: upgradeContent.releases.slice(-6) };

test('a site without the news widget contains no trace of it', async () => {
  await using site = await buildWritten(content, '/notes/', withoutCards);
  await using without = await buildWritten(content, '/notes/', {
    show: { ...withoutCards.show, widget: false },
  });
  const [files, rest] = await Promise.all([site, without].map(({ dist }) => filesIn(dist)));
  if (!files || !rest) throw new Error('no files');
  const paths = Object.keys(files);
  const ofWidget = /(?:^|\/)news\.json$|^schema\/news\.json$|^widget\//;
  expect(Object.keys(rest)).toEqual(paths.filter((path) => !ofWidget.test(path)));
  expect(paths.filter((path) => ofWidget.test(path)).length).toBeGreaterThan(3);
  const others = Object.keys(rest).filter((path) => rest[path] !== files[path]);
  expect(others.sort()).toEqual(['.waymark.json', '_headers', 'subscribe/index.html']);
  for (const path of others)
    expect(rest[path]?.length, path).toBeLessThan(files[path]?.length ?? 0);
  const telling = Object.keys(rest).filter((path) => /widget|waymark-news/.test(rest[path] ?? ''));
  expect(telling).toEqual([]);
}, 120_000);
