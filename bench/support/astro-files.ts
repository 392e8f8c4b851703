import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { timed } from './measure.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const astro = fileURLToPath(new URL('bin/astro.mjs', import.meta.resolve('astro/package.json')));

/**
 * Milliseconds that Astro itself adds for each file of `length` characters: the time for `count`
 * files, less that for one file, divided by `count`.
 */
export async function astroMsPerFile(count: number, length: number): Promise<number> {
  const one = await timed(() => buildFiles(1, length));
  const all = await timed(() => buildFiles(count, length));
  return (all - one) / count;
}

/**
 * Builds inside the project, where Astro's packages are found, with the same concurrency as the
 * site's build.
 */
async function buildFiles(count: number, length: number): Promise<void> {
  await mkdir(join(root, '.cache'), { recursive: true });
  const project = await mkdtemp(join(root, '.cache', 'bench-astro-'));
  try {
    await mkdir(join(project, 'src/pages'), { recursive: true });
    await writeFile(
      join(project, 'astro.config.mjs'),
      'export default { build: { concurrency: 8 } };',
    );
    await writeFile(join(project, 'src/pages/[...file].js'), endpoint(count, length));
    await promisify(execFile)(process.execPath, [astro, 'build', '--root', project], {
      env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
      maxBuffer: 64 * 1024 * 1024,
    });
  } finally {
    await rm(project, { recursive: true, force: true });
  }
}

function endpoint(count: number, length: number): string {
  return `const text = 'x'.repeat(${length});
export const getStaticPaths = () =>
  Array.from({ length: ${count} }, (_, number) => ({ params: { file: \`files/\${number}.txt\` } }));
export const GET = () => new Response(text);
`;
}
