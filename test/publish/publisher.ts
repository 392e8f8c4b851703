import fs from 'node:fs';
import fsPromises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import type { Standby } from '../../src/publish/staging/standby.ts';

// A process for tests to kill. In a loop it publishes several versions, rolls back and resumes.
// With KILL_AT=n it does so once, and kills itself right before its n-th change to the disk.
// KILL_ON=renameSync counts only calls of that function. With FAIL, the call fails instead. With
// SPARE, each version starts from a standby.

const [folder = '', ...names] = process.argv.slice(2);
const killAt = process.env.KILL_AT === undefined ? undefined : Number(process.env.KILL_AT);
let changes = 0;
if (killAt !== undefined) countChanges();
// Imported after the functions of `fs` are replaced, so that these modules use the counting ones.
const { publishVersion } = await import('./valid-site.ts');
const { resume, rollBack } = await import('../../src/publish/rollback.ts');
const { publishCacheIn } = await import('../../src/publish/staging/publish-cache.ts');
const { prepareStandby } = await import('../../src/publish/staging/standby.ts');

const outDir = join(folder, 'dist');
const publishCache = publishCacheIn(join(folder, 'published.json'));
let ready: Standby | undefined;
do {
  for (const name of names) {
    const { kind } = process.env.SPARE
      ? await publishReady(name)
      : await publishVersion(folder, name);
    console.log(name, kind);
  }
  await rollBack({ outDir, force: true, now: new Date() });
  await resume(outDir);
} while (killAt === undefined);
console.log(`${changes} changes`);

async function publishReady(name: string) {
  const outcome = await publishVersion(folder, name, { publishCache, standby: { ready } });
  const shown = await publishCache.load();
  if (shown && outcome.kind === 'published') ready = await prepareStandby(outDir, shown);
  return outcome;
}

function stop(syscall: string): void {
  if (process.env.FAIL) throw Object.assign(new Error(`EIO: i/o error, ${syscall}`), { syscall });
  process.kill(process.pid, 'SIGKILL');
}

/** Counts the calls that change the disk, or may. */
function countChanges(): void {
  const only = process.env.KILL_ON;
  const counted = <A extends unknown[], R>(change: (...args: A) => R) => {
    if (only !== undefined && change.name !== only) return change;
    return (...args: A): R => {
      changes += 1;
      if (changes === killAt) stop(change.name);
      return change(...args);
    };
  };
  const { mkdir, open, rename, rm, symlink } = fsPromises;
  Object.assign(fsPromises, {
    mkdir: counted(mkdir),
    open: counted(open),
    rename: counted(rename),
    rm: counted(rm),
    symlink: counted(symlink),
  });
  const { copyFileSync, linkSync, mkdirSync, renameSync, rmdirSync, rmSync } = fs;
  Object.assign(fs, {
    copyFileSync: counted(copyFileSync),
    linkSync: counted(linkSync),
    mkdirSync: counted(mkdirSync),
    renameSync: counted(renameSync),
    rmdirSync: counted(rmdirSync),
    rmSync: counted(rmSync),
  });
  syncBuiltinESMExports();
}
