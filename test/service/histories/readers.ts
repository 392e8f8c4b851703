import { createPair } from '../../../src/model/content/colour-pair.ts';
import { among, type Model, type ModelMilestone, type ModelRelease, resolved } from './expected.ts';
import { statusTypeOf } from './operations/status.ts';
import { type Past, placeOf, publicOf } from './past.ts';

// What readers can see of a model, as the files of a content folder. Pictures and files keep their
// original addresses.

/** Contents of files, by path. */
export type Files = Record<string, unknown>;

export function readersOf(model: Model, past: Past, origin: string): Files {
  const { releases, milestones } = publicOf(model);
  const entries = [...releases, ...milestones];
  return {
    ...inFiles(
      'releases',
      releases.map((one) => releaseEntry(model, one, origin)),
    ),
    ...inFiles(
      'milestones',
      milestones.map((one) => milestoneEntry(model, one, origin)),
    ),
    'projects.json': named(model.projects, new Set(entries.map(({ project }) => project))).map(
      ({ id, slug, name }) => ({ id, slug, name }),
    ),
    'labels.json': named(model.labels, new Set(entries.flatMap(({ labels }) => labels))).map(
      ({ id, slug, name, color }) => ({ id, slug, name, color: createPair(long(color)) }),
    ),
    'workspace.json': {
      ...model.workspace,
      change_types: changeTypes(model, releases),
      status_types: [...model.statusTypes.values()]
        .filter((type) => milestones.some(({ status }) => statusTypeOf(model, status) === type))
        .map(({ title, color, stage }) => ({ title, color: createPair(long(color)), stage })),
    },
    ...redirectsFile(model, past),
    ...(past.moves.length > 0 && { 'roadmap-log.json': past.moves }),
  };
}

/**
 * Everything that entries are made from. When it changes, a sync writes its state file, even if no
 * other file changes.
 */
export function sourcesOf(model: Model): unknown {
  const { releases, milestones } = publicOf(model);
  const whole = (entry: ModelRelease | ModelMilestone) => ({ ...entry, ...resolved(model, entry) });
  return structuredClone([
    releases.map((one) => [whole(one), among(model.contributors, one.contributors)]),
    milestones.map(whole),
    releases.length > 0 && [...model.changeTypes.values()],
    milestones.length > 0 && [...model.statusTypes.values()],
  ]);
}

function redirectsFile(model: Model, { redirects }: Past): Files {
  const lead = (from: ReadonlyMap<string, string>, all: Model['releases' | 'milestones']) =>
    Object.fromEntries([...from].map(([slug, id]) => [slug, all.get(id)?.slug]));
  if (redirects.releases.size + redirects.milestones.size === 0) return {};
  return {
    'redirects.json': {
      releases: lead(redirects.releases, model.releases),
      milestones: lead(redirects.milestones, model.milestones),
    },
  };
}

function inFiles(folder: string, entries: readonly { slug: string }[]): Files {
  return Object.fromEntries(entries.map((entry) => [`${folder}/${entry.slug}.json`, entry]));
}

function releaseEntry(model: Model, release: ModelRelease, origin: string) {
  const { status, is_public, scheduled_at, created_at, hero, ...shown } = release;
  return {
    ...shown,
    hero: hero && heroEntry(hero, origin),
    changes: release.changes.map((change) => ({
      ...('id' in change && { id: change.id }),
      type: typeTitle(model, change).toLowerCase(),
      html: change.content.replace(/^<p>(.*)<\/p>$/, '$1'),
    })),
    attachments: release.attachments.map((one) => attachmentEntry(one, origin)),
    contributors: among(model.contributors, release.contributors).map(({ id, name }) => ({
      id,
      name,
      avatar: null,
    })),
  };
}

function milestoneEntry(model: Model, milestone: ModelMilestone, origin: string) {
  const { is_public, ...shown } = milestone;
  return {
    ...shown,
    status: placeOf(model, milestone).status,
    attachments: milestone.attachments.map((one) => attachmentEntry(one, origin)),
  };
}

function heroEntry({ type, url }: { type: string; url: string }, origin: string) {
  return { type: type === 'image' ? 'link' : 'video', url: new URL(url, origin).href };
}

function attachmentEntry(
  { content: { title, url } }: ModelRelease['attachments'][number],
  origin: string,
) {
  const { href, host } = new URL(url, origin);
  return { type: 'LINK', title: title ?? host, url: href };
}

type Change = ModelRelease['changes'][number];

function typeTitle({ changeTypes }: Model, change: Change): string {
  return 'title' in change ? change.title : (changeTypes.get(change.change_id)?.title ?? '');
}

/** The change types of the workspace in its order, followed by other types that changes name. */
function changeTypes(model: Model, releases: readonly ModelRelease[]) {
  const changes = releases.flatMap(({ changes }) => changes);
  const used = new Set(changes.map((change) => typeTitle(model, change).toLowerCase()));
  const own = [...model.changeTypes.values()].map(({ id, title, color }) => ({
    id,
    ...typeEntry(title, color),
  }));
  const others = changes
    .flatMap((change) => ('title' in change ? typeEntry(change.title, change.color) : []))
    .filter(({ slug }) => own.every((type) => type.slug !== slug))
    .toSorted((a, b) => (formOf(a) < formOf(b) ? -1 : 1));
  const byForm = new Map(others.toReversed().map((type) => [type.slug, type]));
  const inOrder = [...byForm.values()].toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
  return [...own, ...inOrder].filter(({ slug }) => used.has(slug));
}

function typeEntry(title: string, color: string) {
  return { slug: title.toLowerCase(), title, color: createPair(long(color)) };
}

function formOf({ title, color }: ReturnType<typeof typeEntry>): string {
  return `${title} ${color.light}`;
}

function named<T extends { id: string; name: string }>(
  all: ReadonlyMap<string, T>,
  used: ReadonlySet<string | null>,
): T[] {
  return [...all.values()]
    .filter(({ id }) => used.has(id))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : 1));
}

/** A hex color with six lower-case digits. */
function long(hex: string): string {
  const digits = hex.slice(1).toLowerCase();
  return `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`;
}
