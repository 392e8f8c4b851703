import { execFile, execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { tempFolder } from './temp-folder.ts';

const namespace = ['--map-root-user', '--mount', 'sh', '-c'];

/** Whether the system lets us have file systems that nobody else sees. */
export const canMount = (() => {
  try {
    execFileSync('unshare', [...namespace, 'mount -t tmpfs tmpfs /mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

/**
 * Runs a program of ours on a small disk of its own, whose path is its first argument, and gives
 * what it printed.
 * @param size as mount(8) has it, such as `1m`
 */
export async function runOnOwnDisk(program: string, size: string, args: readonly string[]) {
  await using folder = await tempFolder();
  const disk = join(folder.path, 'disk');
  await mkdir(disk);
  const mounted = `mount -t tmpfs -o size=${size} tmpfs "$0" && exec "$@"`;
  const { stdout } = await promisify(execFile)(
    'unshare',
    [...namespace, mounted, disk, process.execPath, program, disk, ...args],
    { env: { PATH: process.env.PATH } },
  );
  return stdout;
}
