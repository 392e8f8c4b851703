import { matchesGlob } from 'node:path';
import { type ForgeEntry, nameOf, pathsOf, type SourceEntry } from '../../config/sources-file.ts';
import type { Repositories } from '../../model/content/sync-state.ts';
import type { ForgeEvent } from '../../sources/github-family/webhook.ts';

/**
 * Whether an event of a forge can change the site: its repository is listed, and so is its subject.
 * @param known the repositories of the last sync; a renamed one has another name in `sources.yaml`
 */
export function concernsSite(
  { forge, repository, subject }: ForgeEvent,
  sources: readonly SourceEntry[],
  known: Repositories,
): boolean {
  const names = [`${forge} ${repository.name}`, known[repository.id]?.source];
  const isIts = (name: string) => names.some((one) => one?.toLowerCase() === name.toLowerCase());
  const own = sources.filter((entry) => isIts(nameOf(entry)));
  if ('isShown' in subject) return own.some((entry) => subject.isShown(entry as ForgeEntry));
  const files = sources.filter((entry) => {
    const linked = 'repository' in entry ? entry.repository : undefined;
    return linked === undefined ? own.length > 0 : isIts(`${forge} ${linked}`);
  });
  return files.flatMap(pathsOf).some(({ path, kind }) => {
    // The folder of `sources.yaml` may be any folder of the repository.
    const pattern = `{,**/}${path}${kind === 'file' ? '' : '/**'}`;
    return subject.paths?.some((one) => matchesGlob(one, pattern)) ?? true;
  });
}
