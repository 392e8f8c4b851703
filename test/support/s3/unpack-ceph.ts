import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Downloads Debian's packages of Ceph once and unpacks them into a folder without installing them.
 * Returns that folder, which serves as the root for the programs.
 */
export async function unpackCeph(): Promise<string> {
  const folder = resolve('.cache/ceph');
  const root = join(folder, 'root');
  if (existsSync(root)) return root;
  const [archives, begun] = [join(folder, 'archives'), join(folder, 'begun')];
  await rm(begun, { recursive: true, force: true });
  await mkdir(join(archives, 'partial'), { recursive: true });
  await run('apt-get', ['update', '-qq']);
  const download = ['install', '--download-only', '--no-install-recommends', '-y', '-qq'];
  const to = ['-o', `Dir::Cache::archives=${archives}`];
  await run('apt-get', [...download, ...to, 'radosgw', 'ceph-mon', 'ceph-osd']);
  for (const name of await readdir(archives))
    if (name.endsWith('.deb')) await run('dpkg', ['-x', join(archives, name), begun]);
  await rename(begun, root);
  await rm(archives, { recursive: true });
  return root;
}
