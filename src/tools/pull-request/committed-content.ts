import { execFile } from 'node:child_process';
import { relative } from 'node:path';
import type { PullRequest } from './ci-job.ts';
import { type ContentFiles, entryOf } from './content-changes.ts';

// Takes a pull request that is checked out; gives the files of a content folder that it changes,
// as they were and as they are. Asks git alone, and the remote at most for one commit.
// Never runs what the pull request brings, and reads none of its files from the disk.

export interface CommittedContent {
  before: ContentFiles;
  after: ContentFiles;
  /** How many files differ that are no entries. */
  others: number;
}

const timeoutMs = 120_000;
const maxOutput = 512 * 1024 * 1024;

/** Entries at most; the summary would not hold more. */
const maxEntries = 5_000;

/**
 * @param folder the content folder, somewhere below where this runs
 * @throws what git says
 */
export async function committedContent(
  folder: string,
  pull: PullRequest,
): Promise<CommittedContent> {
  const base = baseOf(await git(['cat-file', 'commit', 'HEAD']), pull);
  // Workflows check out one commit: that before it is a fetch away.
  await git(['cat-file', '-e', `${base}^{commit}`]).catch(() =>
    git(['fetch', '--quiet', '--no-tags', '--depth=1', 'origin', base]),
  );
  const names = ['diff', '--name-only', '--no-renames', '--relative', '-z', base, 'HEAD', '--'];
  const start = `${relative('.', folder)}/`;
  const paths = (await git([...names, `:(literal)${start}`]))
    .split('\0')
    .filter((path) => path.startsWith(start))
    .map((path) => path.slice(start.length));
  // git asks for one name a line.
  const entries = paths.filter((path) => entryOf(path) && !path.includes('\n'));
  const shown = entries.slice(0, maxEntries);
  return {
    before: await filesAt(base, start, shown),
    after: await filesAt('HEAD', start, shown),
    others: paths.length - shown.length,
  };
}

/**
 * What a pull request is compared with: the first parent of the merge that GitHub made of it, or
 * where something else is checked out, its base as the event names it.
 * @param commit as git keeps it: also in a clone that is cut off, it names its parents
 */
export function baseOf(commit: string, { base, head }: PullRequest): string {
  const [headers = ''] = commit.split('\n\n');
  const parents = [...headers.matchAll(/^parent ([\da-f]+)$/gm)].map(([, sha]) => sha);
  const [first, second] = parents;
  return first !== undefined && second === head.sha ? first : base.sha;
}

async function filesAt(commit: string, start: string, paths: string[]): Promise<ContentFiles> {
  const asked = paths.map((path) => `${commit}:./${start}${path}\n`).join('');
  const output = await gitBytes(['cat-file', '--batch'], asked);
  const files = new Map<string, string>();
  let at = 0;
  for (const path of paths) {
    const end = output.indexOf('\n', at);
    const [, size] = output.toString('utf8', at, end).match(/ blob (\d+)$/) ?? [];
    at = end + 1;
    if (size === undefined) continue;
    files.set(path, output.toString('utf8', at, at + Number(size)));
    at += Number(size) + 1;
  }
  return files;
}

async function git(args: string[]): Promise<string> {
  return (await gitBytes(args)).toString('utf8');
}

function gitBytes(args: string[], input = ''): Promise<Buffer> {
  const options = { encoding: 'buffer' as const, timeout: timeoutMs, maxBuffer: maxOutput };
  return new Promise((resolve, reject) => {
    const child = execFile('git', args, options, (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    );
    // Where git ended before it read all of it, its exit code says why.
    child.stdin?.on('error', () => {}).end(input);
  });
}
