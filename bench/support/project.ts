import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const own = fileURLToPath(new URL('../..', import.meta.url));
const copied = ['bin', 'src', 'scripts', 'astro.config.mjs', 'package.json', 'package-lock.json'];

/** Result of a build command. */
interface Built {
  code: number | null;
  stdout: string;
  stderr: string;
  /** Peak memory of its largest process. */
  megabytes: number;
}

/** A copy of the project in another folder, for tests that change it or use another disk. */
export interface Project extends AsyncDisposable {
  folder: string;
  /** Runs `npm run build` with these settings. */
  build(env: NodeJS.ProcessEnv, args?: readonly string[], signal?: AbortSignal): Promise<Built>;
}

/**
 * Copies the project's code without its tests. The copy links to the dependencies of the original.
 */
export async function copyProject(parent: string): Promise<Project> {
  const folder = await mkdtemp(join(parent, 'waymark-project-'));
  for (const name of copied) await cp(join(own, name), join(folder, name), { recursive: true });
  await symlink(join(own, 'node_modules'), join(folder, 'node_modules'));
  const { scripts } = JSON.parse(await readFile(join(own, 'package.json'), 'utf8'));
  const command: string[] = scripts.build.split(' ').slice(1);
  const peaks = join(folder, 'peaks');
  const told = join(folder, 'tell-peak.mjs');
  await writeFile(told, tellPeak(peaks));
  return {
    folder,
    build: async (env, args = [], signal) => {
      await rm(peaks, { recursive: true, force: true });
      await mkdir(peaks);
      const child = spawn(process.execPath, [...command, ...args], {
        cwd: folder,
        env: { ...process.env, ...env, NODE_OPTIONS: `--import=${told}` },
        stdio: ['ignore', 'pipe', 'pipe'],
        ...(signal && { signal, killSignal: 'SIGKILL' }),
      });
      // An abort emits an error event too; the `close` event is enough.
      child.on('error', () => {});
      const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
      const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
      return { code: await closed, stdout, stderr, megabytes: await mostIn(peaks) };
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Builds a content folder into the project's own `dist`; returns the peak memory in megabytes. */
export async function buildContent(
  project: Project,
  contentDir: string,
  { args = [], settings = {} }: { args?: readonly string[]; settings?: NodeJS.ProcessEnv } = {},
): Promise<number> {
  const OUT_DIR = join(project.folder, 'dist');
  const env = { CONTENT_DIR: contentDir, OUT_DIR, SITE_URL: 'https://bench.example', ...settings };
  const { code, stderr, megabytes } = await project.build(env, args);
  if (code !== 0) throw new Error(stderr);
  return megabytes;
}

/**
 * Source of a module that is preloaded into each process of a build. It writes the peak memory of
 * its process, in kB, to a file.
 */
function tellPeak(folder: string): string {
  return `import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
if (isMainThread) process.on('exit', () => {
  writeFileSync(${JSON.stringify(`${folder}/`)} + process.pid, String(process.resourceUsage().maxRSS));
});
`;
}

async function mostIn(folder: string): Promise<number> {
  const names = await readdir(folder);
  const peaks = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return Math.max(0, ...peaks.map((kilobytes) => Number(kilobytes) / 1024));
}
