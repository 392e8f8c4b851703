import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { isMissing } from '../../lib/files/missing.ts';
import { oneLine } from '../../lib/text/text.ts';

export type ReadTags =
  | { kind: 'tags'; dates: ReturnType<typeof parseTagDates> }
  | { kind: 'none'; why: string; isOutside?: true };

const maxBytes = 32 * 1024 * 1024;
const timeoutMs = 60_000;

/**
 * Reads the tags of the repository that contains a folder. Uses the command `git`. `isOutside` is
 * set if there is no repository.
 */
export async function readTags(folder: string): Promise<ReadTags> {
  const git = async (...args: string[]) => {
    const { stdout } = await promisify(execFile)('git', args, {
      cwd: folder,
      maxBuffer: maxBytes,
      timeout: timeoutMs,
    });
    return stdout;
  };
  try {
    if (await isCutOff(git, folder))
      return {
        kind: 'none',
        why: 'the clone is shallow and has no tags: set "fetch-depth: 0" for actions/checkout',
      };
    const format = '--format=%(creatordate:unix) %(refname:strip=2)';
    return { kind: 'tags', dates: parseTagDates(await git('for-each-ref', format, 'refs/tags')) };
  } catch (error) {
    if (isMissing(error)) return { kind: 'none', why: 'git is not installed' };
    const { stderr = '' } = error as { stderr?: string };
    if (/not a git repository/i.test(stderr))
      return { kind: 'none', why: 'this is not a git repository', isOutside: true };
    const text = oneLine(stderr).slice(0, 300);
    return { kind: 'none', why: `git failed: ${text || 'it took too long, or listed too much'}` };
  }
}

/**
 * Whether the history of HEAD is incomplete. A shallow fetch of another branch, such as the one with
 * the content, makes a repository shallow, but leaves the history of HEAD and the tags complete.
 */
async function isCutOff(git: (...args: string[]) => Promise<string>, folder: string) {
  if ((await git('rev-parse', '--is-shallow-repository')).trim() !== 'true') return false;
  const file = (await git('rev-parse', '--git-path', 'shallow')).trim();
  const ends = (await readFile(resolve(folder, file), 'utf8')).split('\n');
  const roots = (await git('rev-list', '--max-parents=0', 'HEAD')).split('\n');
  return roots.some((root) => root !== '' && ends.includes(root));
}

/**
 * Parses the output of `git`.
 * @param text one line per tag: seconds since 1970, a space and the tag's name
 */
export function parseTagDates(text: string) {
  const times = new Map<string, string>();
  for (const line of text.split('\n')) {
    const [, seconds, name = ''] = /^(\d+) (.+)$/.exec(line) ?? [];
    if (seconds !== undefined)
      times.set(name.toLowerCase(), new Date(Number(seconds) * 1000).toISOString());
  }
  return {
    /**
     * The moment of a version's tag, in UTC; undefined if the version has no tag.
     * @param project such as `@acme/board`
     * @param isAlone whether the repository has only one changelog; then tags without a project's
     * name, such as `v1.0.0`, also count
     * @param form the form of the tags, such as `release-{version}`; then no other tags count
     */
    momentOf: (version: string, project: string | undefined, isAlone: boolean, form?: string) => {
      const own = project === undefined ? [] : listTagNames(project, version);
      const usual = [...own, ...(isAlone ? [`v${version}`, version] : [])];
      const names = form === undefined ? usual : [form.replaceAll('{version}', version)];
      return names.map((name) => times.get(name.toLowerCase())).find((at) => at !== undefined);
    },
  };
}

/**
 * Names that tags of a project's version may have, such as `@acme/board@1.0.0`, `board-v1.0.0` and
 * `board/v1.0.0`.
 */
function listTagNames(project: string, version: string): string[] {
  const short = project.split('/').at(-1) ?? project;
  return [project, short].flatMap((name) =>
    ['@', '@v', '-v', '-', '/v', '/'].map((between) => `${name}${between}${version}`),
  );
}
