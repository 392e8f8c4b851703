import { execFile } from 'node:child_process';
import { cp, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { codeFolder } from '../src/lib/files/places.ts';
import { packedManifest } from './package/manifest.ts';
import { tarballVersion } from './package/version.ts';
import { commandNamed, run } from './terminal/run.ts';

const execute = promisify(execFile);

await run(async () => {
  const { out } = commandNamed('pack')
    .description(
      'Makes the tarball of the package. Its version names the commit, unless that is tagged.',
    )
    .option('--out <dir>', 'the folder for the tarball', '.')
    .parse()
    .opts<{ out: string }>();
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'waymark-pack-'));
  const temp = temporary.path;
  // The version and optional peers are written into an unpacked tarball, so that the checkout stays
  // unchanged.
  const first = await pack(codeFolder, temp);
  await execute('tar', ['-xzf', join(temp, first), '-C', temp]);
  const manifest = join(temp, 'package/package.json');
  const own = JSON.parse(await readFile(manifest, 'utf8'));
  const version = await nextVersion(own.version, join(temp, 'index'));
  await writeFile(manifest, `${JSON.stringify(packedManifest(own, version), null, 2)}\n`);
  const packed = await pack(join(temp, 'package'), temp, '--ignore-scripts');
  await cp(join(temp, packed), resolve(out, packed));
  console.log(`Packed ${join(out, packed)}.`);
});

/** Packs a folder with npm, and returns the tarball's name. */
async function pack(cwd: string, target: string, ...options: string[]): Promise<string> {
  const args = ['pack', '--silent', '--pack-destination', target, ...options];
  const { stdout } = await execute('npm', args, { cwd });
  return stdout.trim().split('\n').at(-1) ?? '';
}

/** @param index a path for a temporary index of Git */
async function nextVersion(version: string, index: string): Promise<string> {
  const commit = await git(['rev-parse', 'HEAD']).catch(() => undefined);
  // Without Git, such as in a downloaded archive, there is no commit to name.
  if (commit === undefined) return version;
  await git(['read-tree', 'HEAD'], index);
  await git(['add', '--all'], index);
  const tree = await git(['write-tree'], index);
  const isChanged = tree !== (await git(['rev-parse', 'HEAD^{tree}']));
  const tags = (await git(['tag', '--points-at', 'HEAD'])).split('\n');
  return tarballVersion(version, { commit, tree: isChanged ? tree : undefined, tags });
}

async function git(args: string[], index?: string): Promise<string> {
  const env = { ...process.env, ...(index && { GIT_INDEX_FILE: index }) };
  const { stdout } = await execute('git', args, { cwd: codeFolder, env });
  return stdout.trim();
}
