import { versionFinder } from './past-rows.ts';
import { mapRows, type Source, type SourceRows } from './source.ts';

/**
 * Puts texts that somebody wrote above the releases of a source. Their title, summary and hero
 * replace those of the release with their version, and their text becomes its opening.
 * @param highlights sources whose rows are highlights, such as those of `createMarkdownSource`
 */
export function withHighlights(source: Source, highlights: readonly Source[]): Source {
  if (highlights.length === 0) return source;
  return {
    ...source,
    read: async () => {
      const ofHighlights = Promise.all(highlights.map((one) => one.read()));
      const [rows, own] = await Promise.all([source.read(), ofHighlights]);
      return mapRows(rows, (one) => putAbove(one, own));
    },
  };
}

/** The first highlight of a version is used. Every other one is reported, and so are unused ones. */
function putAbove(rows: SourceRows, highlights: readonly SourceRows[]): SourceRows {
  const releases = new Map(rows.releases.map((row) => [row.id, row]));
  const unreadable = [...rows.unreadable];
  const findReleases = versionFinder(rows.releases);
  const used = new Map<unknown, unknown>();
  const problems: string[] = [];
  for (const { file, version, project, ...fields } of highlights.flatMap((one) => one.releases)) {
    const [release, another] = findReleases(version).filter(
      (row) => !project || row.project?.name.toLowerCase() === project.name.toLowerCase(),
    );
    const other = used.get(release?.id);
    if (!release) problems.push(`${file}: no release has the version ${version} yet`);
    else if (another)
      problems.push(`${file}: several releases have the version ${version}, so set "project"`);
    else if (other !== undefined) problems.push(`${file}: left out, as ${other} has its version`);
    else {
      const { title = release.title, summary, hero, body: opening } = fields;
      releases.set(release.id, { ...release, title, summary, hero, opening });
      used.set(release.id, file);
    }
  }
  for (const one of highlights.flatMap((own) => own.unreadable)) {
    const [release] = findReleases(one.version);
    // The entry on the site stays as it is.
    if (release && releases.delete(release.id)) unreadable.push({ ...one, id: release.id });
    else problems.push(one.why);
  }
  return {
    ...rows,
    releases: [...releases.values()],
    unreadable,
    notes: [...rows.notes, ...highlights.flatMap(({ notes }) => notes), ...problems],
    leftOut: highlights.reduce((sum, one) => sum + one.leftOut, rows.leftOut + problems.length),
  };
}
