import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { moduleBeside } from '../../lib/files/places.ts';
import { startBound } from '../../lib/processes/start-bound.ts';
import { WaymarkError } from '../../model/errors.ts';
import type { CreatePreviewer, Preview, Previewer, PreviewInput } from '../../model/preview.ts';

const program = fileURLToPath(moduleBeside('./processes/preview', import.meta.url));
const timeoutMs = 60_000;
const maxMegabytes = 1024;
const maxWaiting = 4;

/** The question to the child process. */
export interface PreviewQuestion extends PreviewInput {
  /** An empty folder for its files, which nobody else has. */
  folder: string;
  /** Whether the working folder is the site's. Otherwise, pages have the default settings. */
  hasSite: boolean;
}

/** The answer of the child process. */
export type PreviewAnswer = Preview | { failure: string };

/**
 * Creates a previewer, which renders one release at a time in a child process.
 * @param folder the site's folder; without one, pages have the default settings
 * @param env the child's complete environment: the address of the site, and what Node needs
 */
export const createPreviewer: CreatePreviewer = (folder, env) => {
  const inTurn = pLimit(1);
  return keepLast((readInput) => {
    if (inTurn.pendingCount >= maxWaiting)
      throw new WaymarkError('Other previews are being made. Try again in a moment.');
    return inTurn(async () => renderNow(await readInput(), folder, env));
  });
};

type ReadInput = () => Promise<PreviewInput>;

/** Renders previews with the same key once, and keeps the last ones for a minute. */
export function keepLast(render: (readInput: ReadInput) => Promise<Preview>): Previewer {
  const last = new LRUCache<string, Preview, ReadInput>({
    // A preview that others push out while it is made is still shown to those who wait for it.
    ...{ max: 4, ttl: 60_000, ignoreFetchAbort: true },
    fetchMethod: async (_key, _old, { context }) => render(context),
  });
  return (key, context) => last.forceFetch(key, { context });
}

async function renderNow(
  input: PreviewInput,
  folder: string | undefined,
  env: Record<string, string | undefined>,
): Promise<Preview> {
  // Everything that the child leaves behind is in it, even if it is killed.
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'waymark-preview-'));
  const { child, ended } = startBound(program, {
    flags: [`--max-old-space-size=${maxMegabytes}`],
    env: { ...env, TMPDIR: temporary.path },
    // A folder of Waymark has no settings and no pages of anybody.
    cwd: folder ?? dirname(program),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const answer = new Promise<PreviewAnswer>((resolve) => child.once('message', resolve));
  const question = { ...input, folder: temporary.path, hasSite: folder !== undefined };
  child.send(question satisfies PreviewQuestion);
  const gone = ended.then(({ failure, output }) => ({ failure: failure ?? output }));
  const done = await Promise.race([answer, gone]);
  await ended;
  if ('failure' in done) throw new WaymarkError(`The preview failed: ${done.failure}`);
  return done;
}
