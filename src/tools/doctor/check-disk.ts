import { statfs } from 'node:fs/promises';
import { type Finding, fail, ok, warn } from '../../lib/finding.ts';
import { nearestFolder } from './check-folder.ts';

export interface Left {
  bytes: number;
  /** Free inodes; undefined if the file system does not count them. */
  files: number | undefined;
}

const megabyte = 1024 * 1024;
/**
 * Free space below which there is a warning. A site of 10,000 releases has about 30,000 files and
 * 400 MB, and up to six copies of the site may exist for a short time.
 */
const warnBelow = { bytes: 1024 * megabyte, files: 100_000 };
const failBelow = { bytes: 100 * megabyte, files: 5_000 };

/** Checks the free space on the disk of a folder, which need not exist yet. */
export async function checkDisk(what: string, path: string): Promise<Finding> {
  const folder = await nearestFolder(path);
  const { bavail, bsize, files, ffree } = await statfs(folder);
  return classifyRoom(what, folder, {
    bytes: bavail * bsize,
    files: files > 0 ? ffree : undefined,
  });
}

export function classifyRoom(what: string, folder: string, { bytes, files }: Left): Finding {
  const ofFiles = files === undefined ? '' : ` and ${files} files`;
  const found = `${folder} has room for ${Math.floor(bytes / megabyte)} MB${ofFiles}.`;
  const next = 'Free some space. Without it, builds fail, and the site stays as it is.';
  const isBelow = (bound: Left & { files: number }) =>
    bytes < bound.bytes || (files ?? Number.POSITIVE_INFINITY) < bound.files;
  if (isBelow(failBelow)) return fail(what, found, next);
  return isBelow(warnBelow) ? warn(what, found, next) : ok(what, found);
}
