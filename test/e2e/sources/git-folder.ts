import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type SourceFolder, sourceFolder } from '../../sources/source-folder.ts';

export interface GitFolder extends SourceFolder {
  git(...args: string[]): Promise<void>;
  /** Commits all files at noon of the given day and adds tags. */
  commit(day: string, ...tags: string[]): Promise<void>;
}

/** Creates a git repository that ignores the configuration of this machine. */
export async function gitFolder(files: Record<string, string> = {}): Promise<GitFolder> {
  const folder = await sourceFolder(files);
  const run = async (env: Record<string, string>, ...args: string[]) => {
    const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
    const { PATH = '' } = process.env;
    await promisify(execFile)('git', [...identity, ...args], {
      cwd: folder.path,
      env: { PATH, HOME: folder.path, GIT_CONFIG_NOSYSTEM: '1', ...env },
    });
  };
  await run({}, 'init', '--quiet', '--initial-branch=main');
  return {
    ...folder,
    git: (...args) => run({}, ...args),
    commit: async (day, ...tags) => {
      const date = `${day}T12:00:00Z`;
      const at = { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
      await run(at, 'add', '--all');
      await run(at, 'commit', '--quiet', '--allow-empty', '--message', day);
      for (const tag of tags) await run(at, 'tag', tag);
    },
  };
}
