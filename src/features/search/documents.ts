import type { ReleaseEntry, WorkspaceEntry } from '../../model/content/content.ts';
import { sections, textOfHtml } from '../../site/base/html/sections.ts';
import { groupedChanges } from '../../site/releases/changes.ts';
import { titleWithVersion } from './title-with-version.ts';

/** A place that a search can lead to: a release, a headed section of its body, or a single change. */
export interface SearchDocument {
  kind: 'release' | 'section' | 'change';
  /** Where on the release's page it stands; none: at its top. */
  anchor?: string;
  /** What it is called; changes are called nothing. */
  title: string;
  text: string;
  /** Slug of a change's type, where it has one. */
  type?: string;
}

/** The places of one release, in the order of its page. */
export function searchDocuments(
  entry: ReleaseEntry,
  types: WorkspaceEntry['change_types'],
): SearchDocument[] {
  const [start, ...headed] = sections(entry.body);
  const release: SearchDocument = {
    kind: 'release',
    title: titleWithVersion(entry),
    text: [entry.summary, start?.text].filter(Boolean).join(' '),
  };
  const under = headed.map(
    ({ heading, anchor, text }): SearchDocument => ({
      kind: 'section',
      ...(anchor && { anchor }),
      title: heading,
      text,
    }),
  );
  const changes = groupedChanges(entry, types).flatMap((group) =>
    group.changes.map(
      ({ html, anchor }): SearchDocument => ({
        kind: 'change',
        anchor,
        title: '',
        text: textOfHtml(html),
        ...(group.type && { type: group.type }),
      }),
    ),
  );
  return [release, ...under, ...changes];
}
