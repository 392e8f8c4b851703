import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { indexFiles } from '../../../src/publish/generations/file-index.ts';
import { type PublishOptions, publish } from '../../../src/publish/publish.ts';
import { publishCacheIn } from '../../../src/publish/staging/publish-cache.ts';
import { prepareStandby, type Standby } from '../../../src/publish/staging/standby.ts';
import { filesIn } from '../../support/files-in.ts';
import { inMemory, tempFolder } from '../../support/temp-folder.ts';
import { type Over, requirementsOf, writeSite } from '../valid-site.ts';

const second = 1000;

/**
 * A site that is rebuilt into one folder, and published either by long-running processes or by a
 * new process each time.
 * @param builtWithin the folder for the build
 */
export async function startReady(builtWithin = inMemory) {
  await using lifetimes = new AsyncDisposableStack();
  const { path } = lifetimes.use(await tempFolder(inMemory));
  const { path: built } = lifetimes.use(await tempFolder(builtWithin));
  const [outDir, generations] = [join(path, 'dist'), join(path, 'generations')];
  const memory = join(path, 'published.json');
  let now = Date.UTC(2026, 0, 1);
  const run = async (options: Partial<PublishOptions>) => {
    now += second;
    const index = await indexFiles(built);
    const usual = { built, index, outDir, requirements: requirementsOf(), now: new Date(now) };
    return publish({ ...usual, ...options });
  };
  const held = lifetimes.move();
  return {
    outDir,
    generations,
    built,
    build: (over: Over) => bringTo(built, over),
    passTime: (ms: number) => {
      now += ms;
    },
    /** Publishes as a process that ends afterwards, with no state in memory. */
    publish: () => run({ publishCache: publishCacheIn(memory) }),
    startProcess: () => startProcess(memory, outDir, run),
    /** The names in the generations folder, except the lock and the state. */
    kept: async () => (await readdir(generations)).filter((name) => !/^\.[ls]t?[oa]/.test(name)),
    /** All files of all generations, without the standby. */
    files: async () => withoutSpare(await filesIn(generations)),
    site: () => filesIn(outDir),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

/** A long-running process with its own state in memory. */
function startProcess(
  memory: string,
  outDir: string,
  run: (options: Partial<PublishOptions>) => ReturnType<typeof publish>,
) {
  const publishCache = publishCacheIn(memory);
  let ready: Standby | undefined;
  const prepare = async () => {
    const shown = await publishCache.load();
    ready = shown && (await prepareStandby(outDir, shown));
    return ready;
  };
  /** Publishes without preparing the standby for the next time. */
  const publishOnly = () => run({ publishCache, standby: { ready } });
  return {
    prepare,
    publishOnly,
    publish: async () => {
      const outcome = await publishOnly();
      if (outcome.kind === 'published') await prepare();
      return outcome;
    },
  };
}

/**
 * Updates a folder as builds do: unchanged files stay, and changed ones are replaced, never
 * overwritten in place.
 */
async function bringTo(folder: string, over: Over): Promise<void> {
  await using next = await tempFolder(inMemory);
  await writeSite(next.path, over);
  const [before, after] = [await filesIn(folder), await filesIn(next.path)];
  const others = Object.keys(before).filter((path) => before[path] !== after[path]);
  for (const path of others) await rm(join(folder, path));
  await removeEmptyFolders(folder);
  for (const [path, text] of Object.entries(after)) {
    if (existsSync(join(folder, path))) continue;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text, 'latin1');
  }
}

async function removeEmptyFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    await removeEmptyFolders(join(folder, entry.name));
    if ((await readdir(join(folder, entry.name))).length === 0)
      await rm(join(folder, entry.name), { recursive: true });
  }
}

function withoutSpare(files: Record<string, string>): Record<string, string> {
  const kept = Object.entries(files).filter(([path]) => !path.startsWith('.spare/'));
  return Object.fromEntries(kept);
}
