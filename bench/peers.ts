import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { type PeerData, peerData } from './support/peer-data.ts';

const templates = fileURLToPath(new URL('./peers', import.meta.url));

/** Another site generator, set up to build a comparable site of the same releases. */
export interface Peer {
  /** Name and version of the generator. */
  name: string;
  /** Builds into a new folder; prints only errors. */
  build(outDir: string): Promise<void>;
}

/**
 * Sets up the generators that are installed here, each in its own folder below `folder`.
 * @param options.search whether they also write files for a search
 */
export async function peersOf(
  folder: string,
  contentDir: string,
  { search }: { search: boolean },
): Promise<Peer[]> {
  const [hugo, eleventy] = [versionOf('hugo', ['version']), versionOf('eleventy', ['--version'])];
  const data = await peerData(contentDir);
  const peers = [
    ...(hugo ? [await hugoPeer(join(folder, 'hugo'), data, hugo, search)] : []),
    ...(eleventy ? [await eleventyPeer(join(folder, 'eleventy'), data, eleventy, search)] : []),
  ];
  return search
    ? peers
    : peers.map((one) => ({ ...one, name: `${one.name} without search files` }));
}

async function hugoPeer(
  folder: string,
  data: PeerData,
  version: string,
  search: boolean,
): Promise<Peer> {
  await cp(join(templates, 'hugo'), folder, { recursive: true });
  for (const name of ['releases', 'all', 'changelog', 'years'])
    await mkdir(join(folder, 'content', name), { recursive: true });
  const write = (path: string, front: object, body = '') =>
    writeFile(join(folder, 'content', path), `${JSON.stringify(front, null, 1)}\n${body}\n`);
  const pages = data.releases.map(
    (one) => () => write(`releases/${one.slug}.html`, frontOf(one), one.body),
  );
  for (const page of pages) await page();
  for (const { number, items } of data.archives) {
    const from = items[0];
    await write(`all/${number}.html`, { outputs: ['ATOM'], from });
    await write(`changelog/${number}.html`, { outputs: ['JSONFEED', 'TWIN'], from });
  }
  for (const { name } of data.years) {
    await mkdir(join(folder, 'content/years', name), { recursive: true });
    await write(`years/${name}/_index.html`, {
      title: name,
      outputs: search ? ['HTML', 'SEARCH'] : ['HTML'],
    });
  }
  return {
    name: `Hugo ${/v([\d.]+)/.exec(version)?.[1]}`,
    build: (outDir) => running('hugo', ['--quiet', '--destination', outDir], folder),
  };
}

function frontOf(one: PeerData['releases'][number]): object {
  const { id, title, summary, version, released, projectName, changes, listed, markdown } = one;
  return {
    id,
    title,
    summary,
    version,
    released,
    projectName,
    changes,
    listed,
    markdown,
    date: released,
    projects: [one.project],
    labels: one.labels.map(({ slug }) => slug),
    labelNames: one.labels.map(({ name }) => name),
    types: changes.map(({ type }) => type),
    years: [released.slice(0, 4)],
    stages: one.preRelease ? ['pre-release'] : [],
  };
}

async function eleventyPeer(
  folder: string,
  data: PeerData,
  version: string,
  search: boolean,
): Promise<Peer> {
  await cp(join(templates, 'eleventy'), folder, { recursive: true });
  if (!search) await rm(join(folder, 'pages/search.njk'));
  const { releases, ...lists } = data;
  await writeFile(join(folder, 'data.json'), JSON.stringify(lists));
  const pages = join(folder, 'pages/releases');
  await mkdir(pages);
  for (const [at, { body, ...one }] of releases.entries()) {
    const front = { at, one, layout: 'release.njk', tags: 'release' };
    const permalink = `releases/${one.slug}/`;
    const text = `---json\n${JSON.stringify({ ...front, permalink })}\n---\n${body}`;
    await writeFile(join(pages, `${one.slug}.html`), text);
  }
  return {
    name: `Eleventy ${version.trim()} (Nunjucks)`,
    build: (outDir) => running('eleventy', [`--output=${outDir}`], folder),
  };
}

function versionOf(program: string, args: string[]): string | undefined {
  const { status, stdout } = spawnSync(program, args, { encoding: 'utf8' });
  return status === 0 ? stdout : undefined;
}

async function running(program: string, args: string[], cwd: string): Promise<void> {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
  const errors = text(child.stderr);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program} failed: ${await errors}`);
}
