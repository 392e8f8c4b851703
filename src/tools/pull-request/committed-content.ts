import { execFile } from 'node:child_process';
import { relative } from 'node:path';
import type { PullRequest } from './ci-job.ts';
import { type ContentFiles, entryOf } from './content-changes.ts';

// Reads the content files that a pull request changes, as they are before and after it. Only uses
// git, and fetches at most one commit. No code of the pull request runs, and no file is read from
// the disk, because a pull request is not trusted.

const timeoutMs = 120_000;
const maxOutput = 512 * 1024 * 1024;

/** Maximum number of entries to read. The summary has no space for more. */
const maxEntries = 5_000;

/**
 * @param folder the content folder, below the current folder
 * @throws the error of git
 */
export async function committedContent(folder: string, pull: PullRequest) {
  const base = baseOf(await git(['cat-file', 'commit', 'HEAD']), pull);
  // Workflows usually check out a single commit, so the base may have to be fetched.
  await git(['cat-file', '-e', `${base}^{commit}`]).catch(() =>
    git(['fetch', '--quiet', '--no-tags', '--depth=1', 'origin', base]),
  );
  const names = ['diff', '--name-only', '--no-renames', '--relative', '-z', base, 'HEAD', '--'];
  const start = `${relative('.', folder)}/`;
  const paths = (await git([...names, `:(literal)${start}`]))
    .split('\0')
    .filter((path) => path.startsWith(start))
    .map((path) => path.slice(start.length));
  // Paths with line breaks are left out, because git is given one path per line.
  const entries = paths.filter((path) => entryOf(path) && !path.includes('\n'));
  const shown = entries.slice(0, maxEntries);
  return {
    before: await filesAt(base, start, shown),
    after: await filesAt('HEAD', start, shown),
    /** Number of changed files that were not read. */
    others: paths.length - shown.length,
  };
}

/**
 * The base commit of a pull request: the first parent of GitHub's merge commit or, if another
 * commit is checked out, the base from the event.
 * @param commit the checked-out commit in git's raw format, which has the parents even in a shallow
 * clone
 */
export function baseOf(commit: string, { base, head }: PullRequest): string {
  const [headers = ''] = commit.split('\n\n');
  const parents = [...headers.matchAll(/^parent ([\da-f]+)$/gm)].map(([, sha]) => sha);
  const [first, second] = parents;
  return first !== undefined && second === head.sha ? first : base.sha;
}

async function filesAt(commit: string, start: string, paths: string[]): Promise<ContentFiles> {
  const requests = paths.map((path) => `${commit}:./${start}${path}\n`).join('');
  const output = await gitBytes(['cat-file', '--batch'], requests);
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
    // Writing fails if git ends early. The error is ignored, because git's exit code gives the
    // reason.
    child.stdin?.on('error', () => {}).end(input);
  });
}
