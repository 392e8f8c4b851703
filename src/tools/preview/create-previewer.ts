import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import { ifMissing } from '../../lib/files/missing.ts';
import { moduleBeside } from '../../lib/files/places.ts';
import { startBound } from '../../lib/processes/start-bound.ts';
import { WaymarkError } from '../../model/errors.ts';
import type { Assets, Preview, PreviewAnswer, PreviewInput } from './preview-message.ts';

const program = fileURLToPath(moduleBeside('./processes/preview', import.meta.url));
const timeoutMs = 60_000;
const maxMegabytes = 1024;
const maxWaiting = 4;

/** Renders previews. `asset` reads a style sheet or a font of the last one. */
export interface Previewer {
  render: (input: Omit<PreviewInput, 'hasSite'>) => Promise<Preview>;
  asset: (path: string) => Promise<Uint8Array<ArrayBuffer> | undefined>;
}

/**
 * Creates a previewer, which renders one release at a time in a child process.
 * @param folder the site's folder; without one, pages have the default settings
 * @param env the child's complete environment: the address of the site, and what Node needs
 */
export function createPreviewer(
  folder: string | undefined,
  env: Record<string, string | undefined>,
): Previewer {
  const inTurn = pLimit(1);
  let assets: Assets | undefined;
  const renderNow: Previewer['render'] = async (input) => {
    const { child, ended } = startBound(program, {
      flags: [`--max-old-space-size=${maxMegabytes}`],
      env,
      // A folder of Waymark has no settings and no pages of anybody.
      cwd: folder ?? dirname(program),
      // Messages have files.
      serialization: 'advanced',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const answer = new Promise<PreviewAnswer>((resolve) => child.once('message', resolve));
    child.send({ ...input, hasSite: folder !== undefined } satisfies PreviewInput);
    const gone = ended.then(({ failure, output }) => ({ failure: failure ?? output }));
    const done: PreviewAnswer = await Promise.race([answer, gone]);
    if ('failure' in done) throw new WaymarkError(`The preview failed: ${done.failure}`);
    assets = done;
    return done.preview;
  };
  const render: Previewer['render'] = async (input) => {
    if (inTurn.pendingCount >= maxWaiting)
      throw new WaymarkError('Other previews are being made. Try again in a moment.');
    return inTurn(() => renderNow(input));
  };
  return { render, asset: async (path) => assets && readAsset(assets, path) };
}

async function readAsset({ folder, colours }: Assets, path: string) {
  if (path === 'colours.css') return new TextEncoder().encode(colours);
  if (!/^_astro\/[\w.-]+\.(?:css|woff2)$/.test(path)) return undefined;
  const bytes = await readFile(join(folder, path)).catch(ifMissing);
  return bytes && new Uint8Array(bytes);
}
