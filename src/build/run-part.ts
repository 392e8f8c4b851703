import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { withoutSecrets } from '../config/settings.ts';
import { tryLock } from '../lib/files/lock.ts';
import { startBound } from '../lib/processes/start-bound.ts';
import { WaymarkError } from '../model/errors.ts';
import { Rendered } from './count-rendered.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const programs: Record<BuildPart, string> = {
  pages: fileURLToPath(new URL('processes/pages.ts', import.meta.url)),
  documents: fileURLToPath(new URL('processes/documents.ts', import.meta.url)),
};

export interface RenderOptions {
  /** Absolute. */
  contentDir: string;
  siteUrl: string;
  basePath: string;
  /** What `site.config.ts` is called here, absolute. */
  siteConfig: string;
  signal?: AbortSignal;
  /** Told how many pages are rendered, of how many; those that are kept are not among the former. */
  onRendered?: (done: number, total: number) => void;
}

interface PartOptions extends RenderOptions {
  /** Held by the process that writes, for as long as it lives. */
  lockFile: string;
}

/** What writes into the output: Astro the pages, at the same time another process the documents. */
export type BuildPart = 'pages' | 'documents';

/**
 * Writes one part of a site into `site`, over what an earlier run left there. In a process of its
 * own: builds in one process leave their modules behind.
 * @throws WaymarkError with what went wrong
 */
export async function runPart(
  part: BuildPart,
  site: string,
  { contentDir, siteUrl, basePath, siteConfig, lockFile, signal, onRendered }: PartOptions,
): Promise<void> {
  const { child, ended } = startBound(programs[part], {
    flags: frugal,
    cwd: root,
    lockFile,
    signal,
    env: {
      // It runs the site's own settings, which have no use for a key.
      ...withoutSecrets(process.env),
      CONTENT_DIR: contentDir,
      SITE_URL: siteUrl,
      BASE_PATH: basePath,
      OUT_DIR: site,
      SITE_CONFIG: siteConfig,
      ...frugalMalloc,
      ...fewThreads,
      ASTRO_TELEMETRY_DISABLED: '1',
      // Set by test runners; Astro would take them for its own base and for the mode of the build.
      BASE_URL: undefined,
      NODE_ENV: 'production',
    },
  });
  child.on('message', (message) => {
    const { done, total } = Rendered.parse(message);
    onRendered?.(done, total);
  });
  const { failure, output } = await ended;
  signal?.throwIfAborted();
  if (failure)
    throw new WaymarkError(`The site could not be built; the old one stays.\n${output}`.trimEnd());
}

// What is short-lived is collected early, the heap grows in small steps, and memory that was freed
// is given back at once: a build takes two thirds of the memory, and hardly more time.
const frugal = ['--max-semi-space-size=8', '--heap-growing-percent=200'];
const frugalMalloc = { MALLOC_ARENA_MAX: '1', MIMALLOC_PURGE_DELAY: '0' };
// More would only take turns with the thread that renders.
const fewThreads = { UV_THREADPOOL_SIZE: '2' };

/**
 * Waits for an Astro whose own parent was killed: it ends by itself within moments.
 * @throws WaymarkError when it does not
 */
export async function untilAlone(lockFile: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    using free = tryLock(lockFile);
    if (free) return;
    await delay(100);
  }
  throw new WaymarkError(
    `A build that was started earlier still runs, although what started it is gone. End it, then build again.`,
  );
}
