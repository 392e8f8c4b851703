import type { EntryChange, LabelEntry, ProjectEntry } from '../../src/model/content/content.ts';
import { filesIn } from '../support/files-in.ts';

/**
 * All files whose content readers see. Entries are listed by their id in GitHub, without their slugs
 * and the ids that are made from the entry's: a release that was made again keeps these. Projects are
 * listed by name, because the project of a renamed repository keeps its id. Labels have no slugs.
 */
export async function comparable(folder: string): Promise<Record<string, unknown>> {
  const all = await filesIn(folder);
  const { releases: known } = JSON.parse(all['.sync.json'] ?? '{}');
  const names = new Map<string, string>(
    JSON.parse(all['projects.json'] ?? '[]').map(({ id, name }: ProjectEntry) => [id, name]),
  );
  const files = Object.entries(all).filter(
    ([path]) =>
      !['.sync.json', 'redirects.json', 'release-log.json', 'roadmap-log.json'].includes(path),
  );
  return Object.fromEntries(
    files.map(([path, text]) => {
      const value = JSON.parse(text);
      if (path === 'projects.json') return [path, [...names.values()].sort()];
      if (path === 'labels.json')
        return [path, value.map(({ slug, ...label }: LabelEntry) => label)];
      if (path.startsWith('milestones/')) {
        const { id, slug, project, release_id: release, ...entry } = value;
        const release_id = known[release]?.upstream ?? release;
        return [id, { ...entry, release_id, project: names.get(project) }];
      }
      if (!path.startsWith('releases/')) return [path, value];
      const { id, slug, changes, project, ...entry } = value;
      const texts = changes.map(({ type, html }: EntryChange) => ({ type, html }));
      return [known[id].upstream ?? id, { ...entry, changes: texts, project: names.get(project) }];
    }),
  );
}
