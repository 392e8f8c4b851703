import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { ifMissing } from '../../lib/files/missing.ts';
import { moduleBeside } from '../../lib/files/places.ts';
import { startBound } from '../../lib/processes/start-bound.ts';
import { WaymarkError } from '../../model/errors.ts';
import type { CreatePreviewer, Preview, Previewer, PreviewInput } from '../../model/preview.ts';
import type { Assets, PreviewAnswer, PreviewQuestion } from './preview-message.ts';

const program = fileURLToPath(moduleBeside('./processes/preview', import.meta.url));
const timeoutMs = 60_000;
const maxMegabytes = 1024;
const maxWaiting = 4;

/**
 * Creates a previewer, which renders one release at a time in a child process.
 * @param folder the site's folder; without one, pages have the default settings
 * @param env the child's complete environment: the address of the site, and what Node needs
 */
export const createPreviewer: CreatePreviewer = (folder, env) => {
  const inTurn = pLimit(1);
  let assets: Assets | undefined;
  const render = keepLast((readInput) => {
    if (inTurn.pendingCount >= maxWaiting)
      throw new WaymarkError('Other previews are being made. Try again in a moment.');
    return inTurn(async () => {
      const done = await renderNow(await readInput(), folder, env);
      if ('failure' in done) throw new WaymarkError(`The preview failed: ${done.failure}`);
      assets = done;
      return done.preview;
    });
  });
  return { render, asset: async (path) => assets && readAsset(assets, path) };
};

type ReadInput = () => Promise<PreviewInput>;

/** Renders previews with the same key once, and keeps the last ones for a minute. */
export function keepLast(render: (readInput: ReadInput) => Promise<Preview>): Previewer['render'] {
  const last = new LRUCache<string, Preview, ReadInput>({
    ...{ max: 4, ttl: 60_000 },
    fetchMethod: async (_key, _old, { context }) => render(context),
  });
  return (key, context) => last.forceFetch(key, { context });
}

async function renderNow(
  input: PreviewInput,
  folder: string | undefined,
  env: Record<string, string | undefined>,
): Promise<PreviewAnswer> {
  // Everything that the child leaves behind is in it, even if it is killed.
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'waymark-preview-'));
  const { child, ended } = startBound(program, {
    flags: [`--max-old-space-size=${maxMegabytes}`],
    env: { ...env, TMPDIR: temporary.path },
    // A folder of Waymark has no settings and no pages of anybody.
    cwd: folder ?? dirname(program),
    // Messages have files.
    serialization: 'advanced',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const answer = new Promise<PreviewAnswer>((resolve) => child.once('message', resolve));
  child.send({ ...input, hasSite: folder !== undefined } satisfies PreviewQuestion);
  const gone = ended.then(({ failure, output }) => ({ failure: failure ?? output }));
  const done = await Promise.race([answer, gone]);
  await ended;
  return done;
}

async function readAsset({ folder, colours }: Assets, path: string) {
  if (path === 'colours.css') return new TextEncoder().encode(colours);
  if (!/^_astro\/[\w.-]+\.(?:css|woff2)$/.test(path)) return undefined;
  const bytes = await readFile(join(folder, path)).catch(ifMissing);
  return bytes && new Uint8Array(bytes);
}
