// @module-tag soak

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { rendererFor } from '../../../src/render/compile/renderer.ts';
import { runCommand } from '../../support/command.ts';
import { filesIn } from '../../support/files-in.ts';
import { randomFrom } from '../../support/random-from.ts';
import { milestoneRow, releaseRow, workspace } from '../../support/rows.ts';
import type { Script } from '../../support/scripted-api.ts';
import { inMemory, tempFolder } from '../../support/temp-folder.ts';
import { runSync, startSync } from '../../sync/run-sync.ts';

const rounds = Number(process.env.SOAK_ROUNDS ?? 1);

const siteUrl = 'https://example.com';

type Random = () => number;
type State = Pick<Script, 'workspace' | 'releases' | 'milestones'>;

const small = {
  title: 'a small site, which one process renders',
  releases: 24,
  files: 100,
  cards: true,
  rounds,
  seed: 1,
};
const large = {
  title: 'a site of more than 1,500 files, which two render',
  releases: 570,
  files: 1500,
  // The small site has cards. Here, drawing 200 of them for each version would take longer than
  // everything else.
  cards: false,
  rounds: Math.ceil(rounds / 4),
  seed: 2,
};

test.each([small, large])(
  'builds that run during syncs equal a full build afterwards: $title',
  async ({ releases, files, cards, rounds, seed }) => {
    const random = randomFrom(seed);
    await using it = await startSync(stateOf(0, releases, random));
    await using folder = await tempFolder(inMemory);
    const siteConfig = join(folder.path, 'site.config.ts');
    await writeFile(siteConfig, `export default ${JSON.stringify({ show: { cards } })};\n`);
    const build = async (out: string, ...args: string[]) => {
      const outDir = join(folder.path, out);
      const env = {
        CONTENT_DIR: it.folder,
        SITE_URL: siteUrl,
        SITE_CONFIG: siteConfig,
      };
      const built = await runCommand('build', {
        cwd: folder.path,
        args: ['--out', outDir, ...args],
        env,
      });
      expect(built.code, built.stderr).toBe(0);
      return filesIn(outDir);
    };
    let version = 0;
    const syncAfter = async (ms: number) => {
      await delay(ms);
      version += 1;
      Object.assign(it.script, stateOf(version, releases, random));
      await runSync(it.api.url, it.folder);
    };
    await it.run();
    await rendererFor({ siteUrl, basePath: '/', siteConfig });
    const began = performance.now();
    expect(Object.keys(await build('one')).length).toBeGreaterThan(files);
    const buildMs = performance.now() - began;
    for (let round = 1; round <= rounds; round += 1) {
      const syncing = async () => {
        for (let left = 2; left > 0; left -= 1) await syncAfter((random() * buildMs) / 2);
      };
      // Half of the builds use a new folder, so everything is rendered.
      const out = random() < 0.5 ? 'one' : `fresh-${round}`;
      const [site] = await Promise.all([build(out), syncing()]);
      expectOneState(site);
      const [after, lone] = [await build(out), await build('lone', '--full')];
      const differing = Object.keys({ ...after, ...lone }).filter((p) => after[p] !== lone[p]);
      expect(differing, `after version ${version}`).toEqual([]);
    }
  },
  1_800_000,
);

/** Content in which each release and the workspace's name contain the number of the version. */
function stateOf(version: number, count: number, random: Random): State {
  const types = Array.from({ length: 1 + Math.floor(random() * 4) }, (_, n) => {
    return { id: `t-${version}-${n}`, title: `Type ${version}-${n}`, color: '#16a34a' };
  });
  const statuses = workspace.roadmap_status_types.map((status) => {
    return random() < 0.5 ? status : { ...status, title: `${status.title} ${version}` };
  });
  return {
    workspace: {
      ...workspace,
      name: `Workspace ${version}`,
      release_change_types: types,
      roadmap_status_types: statuses,
    },
    releases: Array.from({ length: count }, (_, n) =>
      releaseRow(`r-${n}`, {
        body: `<p>Body ${version}</p>`,
        is_public: n % 10 !== version % 10,
        changes:
          n % 7 === 0
            ? [{ title: types[n % types.length]?.title, color: '#16a34a', content: 'A change' }]
            : [],
      }),
    ),
    milestones: statuses.map(({ title, stage }, n) =>
      milestoneRow(`m-${n}`, { status: title, stage, title: `Goal ${version}-${n}` }),
    ),
  };
}

function expectOneState(site: Record<string, string>): void {
  const pages = Object.entries(site).filter(([path]) => path.endsWith('.html'));
  const said = pages.flatMap(([, html]) =>
    [...html.matchAll(/(?:Workspace|<p>Body|Goal) (\d+)/g)].map(([, version]) => version),
  );
  expect(new Set(said).size).toBe(1);
}
