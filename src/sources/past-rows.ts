import { digest } from '../lib/digest.ts';
import { signsInWords } from '../lib/text/text.ts';
import type { Project } from '../model/api/parts.ts';
import type { Release } from '../model/api/release.ts';
import { fitSlug, idOf, slugOfName } from './past/names.ts';
import type { PastRelease } from './past/past-release.ts';
import type { NamedRef, SourceRow } from './source.ts';
import { kindOfTitle } from './text/section-titles.ts';

/** A release in the form in which the API returns it. Each change has the title of its type. */
export interface PastRow extends Omit<Release, 'changes'>, SourceRow {
  project: Project | null;
  labels: [];
  changes: { id: string; title: string; color: string; content: string }[];
}

/**
 * Converts releases to rows in the API's form. Ids and slugs are the same as those that the command
 * `convert` writes.
 * @param project project for releases without one
 */
export function toRows(past: readonly PastRelease[], project: string | null): PastRow[] {
  const slugs = new Set<string>();
  // The oldest release gets its slug first, so that a new release does not change existing slugs.
  const orderOf = ({ at, id }: PastRelease) => `${at} ${id}`;
  const inOrder = past.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  return inOrder.map((one) => {
    const { id, title, version, at, on, updatedAt = at, state, text } = one;
    const name = one.project ?? project;
    return {
      id,
      title,
      body: text.body,
      slug: fitSlug([name, version ?? title].filter(Boolean).join(' '), id, slugs),
      status: state === 'draft' ? 'DRAFT' : 'RELEASED',
      version,
      is_pinned: false,
      is_public: state !== 'withdrawn',
      is_pre_release: one.isPreRelease,
      summary: null,
      hero: null,
      changes: changesOf(id, text.changes),
      project: name === null ? null : projectOf(name),
      labels: [],
      attachments: one.attachments,
      contributors: one.contributors,
      released_at: state === 'draft' ? null : at,
      ...(on !== undefined && state !== 'draft' && { released_on: on }),
      created_at: at,
      updated_at: updatedAt,
    };
  });
}

/** Returns a function that finds the releases of a version, such as `1.2.0` or `v1.2.0`. */
export function versionFinder<R extends SourceRow>(releases: readonly R[]) {
  const plain = (version: unknown) => String(version ?? '').replace(/^v(?=\d)/i, '');
  const byVersion = Map.groupBy(releases, ({ version }) => plain(version));
  byVersion.delete('');
  return (version: unknown): readonly R[] => byVersion.get(plain(version)) ?? [];
}

/**
 * Converts changes. The id of a change is derived from its text, so that links to the change stay
 * valid when other changes are added above.
 */
export function changesOf(id: string, changes: PastRelease['text']['changes']): PastRow['changes'] {
  const seen = new Map<string, number>();
  return changes.map(({ type, content }) => {
    const key = JSON.stringify([id, type, content]);
    const turn = seen.get(key) ?? 0;
    seen.set(key, turn + 1);
    const own = digest(turn === 0 ? key : `${key} ${turn}`, 16);
    return { id: `change-${own}`, title: type, color: colourOfType(type), content };
  });
}

/**
 * The field `edit_url`: the URL at which the row's file can be edited, for example on GitHub.
 * @param editUrl URL in which `{path}` stands for the file's path
 */
export function editUrlField(editUrl: string | undefined, file: string): { edit_url?: string } {
  if (editUrl === undefined) return {};
  const path = file.split('/').map(encodeURIComponent).join('/');
  return { edit_url: editUrl.replaceAll('{path}', path) };
}

export function projectOf(name: string): Project {
  const id = idOf('project', name);
  return { id, name, slug: slugOfName(name) || id };
}

export function labelOf(name: string): NamedRef {
  const id = idOf('label', name);
  return { id, name, slug: slugOfName(signsInWords(name)) || id };
}

/** An attachment that is a link. */
export function linkTo(url: string, title: string | null) {
  return { id: idOf('link', url), type: 'LINK' as const, content: { title, url } };
}

/** Colours of types of change, with patterns for titles that are not known. */
const colours: readonly { kinds: string[]; words: RegExp; colour: string }[] = [
  { kinds: ['breaking', 'removed'], words: /break|incompat|remov|major/i, colour: '#dc2626' },
  { kinds: ['security'], words: /secur/i, colour: '#7c3aed' },
  { kinds: ['deprecated'], words: /deprecat/i, colour: '#b45309' },
  { kinds: ['fixed'], words: /fix|bug|patch/i, colour: '#c2710c' },
  { kinds: ['added'], words: /add|feature|new|minor/i, colour: '#16a34a' },
  { kinds: ['changed'], words: /chang|improve|enhance|perform/i, colour: '#2563eb' },
];

/** The colour of a type of change, chosen by its title. */
export function colourOfType(title: string): string {
  const kind = kindOfTitle(title) ?? '';
  const found =
    colours.find(({ kinds }) => kinds.includes(kind)) ??
    colours.find(({ words }) => words.test(title));
  return found?.colour ?? '#64748b';
}
