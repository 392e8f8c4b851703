import { glob, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type LocalPath, pathsOf, type SourcesFile } from '../../config/sources-file.ts';
import { type Finding, fail } from '../../lib/finding.ts';
import type { Source } from '../../sources/source.ts';
import type { SourcesSettings } from '../../sync/run/sources-settings.ts';
import { openWith } from '../../sync/run/sync-once.ts';

/** Checks that the files and folders in `sources.yaml` exist. */
export async function checkSources({
  file,
  sources,
}: Pick<SourcesSettings, 'file'> & SourcesFile): Promise<Finding[]> {
  const cwd = dirname(resolve(file));
  const findings = await Promise.all(sources.flatMap(pathsOf).map((one) => check(one, cwd)));
  const next = `Correct the name in ${file}, or create what it names.`;
  return findings.filter((found) => found !== undefined).map((found) => fail(file, found, next));
}

export type RemoteSource = Required<Pick<Source, 'name' | 'check'>>;

/** Opens the sources that can be asked whether they accept their tokens. @throws SettingsError */
export async function openRemote(settings: SourcesSettings): Promise<RemoteSource[]> {
  const { sources } = await openWith(settings, {
    download: () => Promise.reject(new Error('A check downloads nothing.')),
  });
  const own = sources.filter((one) => one !== 'api');
  return own.flatMap(({ name, check }) => (check ? [{ name, check }] : []));
}

/** The problem with a path, as a sentence. */
async function check({ path, kind }: LocalPath, cwd: string): Promise<string | undefined> {
  const found = await stat(join(cwd, path)).catch(() => undefined);
  if (found) {
    const isRight = kind === 'file' ? found.isFile() : found.isDirectory();
    return isRight ? undefined : `${path} is not a ${kind}.`;
  }
  // A changelog may be a glob.
  if (kind === 'file') for await (const _match of glob(path, { cwd })) return undefined;
  return `${path} does not exist.`;
}
