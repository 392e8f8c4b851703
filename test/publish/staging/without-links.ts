import fs, { statSync } from 'node:fs';
import fsPromises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Simulates a file system without hard links until disposed. `synced` has the inodes of the files
 * that were opened to be synced to disk.
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
