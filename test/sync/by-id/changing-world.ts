import { type Row, releaseRow, workspace } from '../../support/rows.ts';

// The data behind an API, and everything that people may do to it. Every edit sets a new title, so
// that an entry shows from which answer it comes.

/** A snapshot of what the API answers at one time. */
export interface Moment {
  workspace: Row;
  projects: Row[];
  releases: Row[];
}

interface Named {
  id: string;
  name: string;
}

interface Release {
  id: string;
  /** Fields in which the release differs from a public one. */
  over: Record<string, unknown>;
  project: Named | undefined;
  labels: Named[];
  types: Named[];
  /** The colour that the release gives a change type that the workspace does not list. */
  unlisted: string | undefined;
  isThere: boolean;
}

export interface World {
  name: string;
  /** The types of its changes. */
  types: Named[];
  labels: Named[];
  projects: Named[];
  releases: Release[];
  /** Whether several releases ask for the same slug; otherwise none do. */
  shared: boolean;
  edits: number;
}

export const releaseCount = 12;

const colours = [undefined, '#be123c', '#1d4ed8'];

/** The initial state: half of the releases are public. */
export function firstWorld(shared: boolean): World {
  const named = (kind: string, count: number) =>
    Array.from({ length: count }, (_, n) => ({ id: `${kind}-${n}`, name: `${kind} ${n}` }));
  const [types, labels, projects] = [named('type', 2), named('label', 3), named('project', 2)];
  const world: World = { name: 'Sample', types, labels, projects, releases: [], shared, edits: 0 };
  world.releases = named('r', releaseCount).map(({ id }, n) => ({
    id,
    over: { is_public: n % 2 === 0 },
    project: projects[n % 3],
    labels: labels.slice(0, n % 3),
    types: types.slice(0, n % 2),
    unlisted: colours[n % 3],
    isThere: true,
  }));
  for (const [n, release] of world.releases.entries()) readdress(release, world, n);
  return world;
}

export interface Change {
  what: keyof typeof changes;
  which: number;
  how: number;
}

/** Makes one change to the world. */
export function change(world: World, { what, which, how }: Change): void {
  const release = world.releases[which % releaseCount];
  world.edits += 1;
  if (release) changes[what](release, world, how);
}

export const changes = {
  publish: (release, world) => {
    const past = new Date(Date.UTC(2026, 0, 1, world.edits)).toISOString();
    edit(release, world, { is_public: true, status: 'RELEASED', released_at: past });
    release.isThere = true;
  },
  edit: (release, world) => edit(release, world, {}),
  withdraw: (release, world) => edit(release, world, { is_public: false }),
  draft: (release, world) => edit(release, world, { status: 'DRAFT' }),
  delete: (release) => {
    release.isThere = false;
  },
  postpone: (release, world) => edit(release, world, { released_at: '2030-01-01T00:00:00.000Z' }),
  readdress: (release, world, how) => readdress(release, world, how),
  relabel: (release, world, how) => {
    release.labels = world.labels.filter((_, n) => (how >> n) % 2 === 1);
    edit(release, world, {});
  },
  move: (release, world, how) => {
    release.project = world.projects[how % 3];
    edit(release, world, {});
  },
  retype: (release, world, how) => {
    release.types = world.types.slice(0, how % 3);
    release.unlisted = colours[(how >> 2) % 3];
    edit(release, world, {});
  },
  renameLabel: (_, world, how) => rename(world.labels, world, how),
  renameProject: (_, world, how) => rename(world.projects, world, how),
  renameType: (_, world, how) => rename(world.types, world, how),
  renameWorkspace: (_, world) => {
    world.name = `Sample ${world.edits}`;
  },
} satisfies Record<string, (release: Release, world: World, how: number) => void>;

function edit(release: Release, { edits }: World, fields: Record<string, unknown>): void {
  const updated_at = new Date(Date.UTC(2026, 0, 2, 0, edits)).toISOString();
  Object.assign(release.over, { title: `Title ${edits}`, updated_at, ...fields });
}

function readdress(release: Release, world: World, how: number): void {
  edit(release, world, { slug: world.shared ? `shared-${how % 4}` : `${release.id}-${how % 3}` });
}

function rename(all: Named[], { edits }: World, how: number): void {
  const one = all[how % all.length];
  if (one) one.name = `Name ${edits}`;
}

export function momentOf({ name, types, labels, projects, releases }: World): Moment {
  const rowOf = ({ id, name }: Named) => ({ id, name, slug: id, color: '#16a34a' });
  return structuredClone({
    workspace: {
      ...workspace,
      name,
      release_change_types: types.map((type) => ({ id: type.id, title: type.name, color: null })),
    },
    projects: projects.map(rowOf),
    releases: releases
      .filter(({ isThere }) => isThere)
      .map(({ id, over, ...refs }) =>
        releaseRow(id, {
          ...over,
          project: refs.project ? rowOf(refs.project) : null,
          labels: refs.labels.filter((label) => labels.includes(label)).map(rowOf),
          changes: [
            ...refs.types.map(({ id, name }) => ({ change_id: id, title: name, content: 'x' })),
            ...(refs.unlisted ? [{ title: 'Other', color: refs.unlisted, content: 'x' }] : []),
          ],
        }),
      ),
  });
}
