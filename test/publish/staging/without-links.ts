import fs, { statSync } from 'node:fs';
import fsPromises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Until disposed, as on a disk that knows no links. Tells of which files, by their inodes, it was
 * waited for that they are written down.
 */
export function withoutLinks() {
  const { linkSync } = fs;
  const { open } = fsPromises;
  const synced = new Set<number>();
  Object.assign(fs, {
    linkSync: () => {
      throw Object.assign(new Error('EPERM: operation not permitted, link'), { code: 'EPERM' });
    },
  });
  Object.assign(fsPromises, {
    open: (path: string, flags: string) => {
      if (flags === 'r+') synced.add(statSync(path).ino);
      return open(path, flags);
    },
  });
  syncBuiltinESMExports();
  return {
    synced,
    [Symbol.dispose]: () => {
      Object.assign(fs, { linkSync });
      Object.assign(fsPromises, { open });
      syncBuiltinESMExports();
    },
  };
}
