import { execFile, execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { tempFolder } from './temp-folder.ts';

const namespace = ['--map-root-user', '--mount', 'sh', '-c'];

/** Whether this process may mount file systems in a namespace of its own. */
export const canMount = (() => {
  try {
    execFileSync('unshare', [...namespace, 'mount -t tmpfs tmpfs /mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

/**
 * Runs one of our programs with a small disk of its own and returns what it printed. The disk's
 * path is the program's first argument.
 * @param size as mount(8) expects it, such as `1m`
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
