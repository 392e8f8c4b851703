import { createPair } from '../../../src/model/content/colour-pair.ts';
import { changeKey } from '../../../src/model/content/release-log.ts';
import { milestoneEntry } from '../../support/entries.ts';
import { addRelease, type Random, type World } from './world.ts';

/** A change that a site may go through between two builds. */
type Change = (world: World, random: Random, number: number) => void;

/** By name, so that a failing test can report what happened. */
export const changes: Record<string, Change> = {
  'edits a release': ({ releases }, random, number) => {
    const release = pick(releases, random);
    if (release) release.body = `<p>Edited ${number}</p>`;
  },
  'makes versions of a picture, or loses them': ({ releases }, random) => {
    const release = pick(releases, random);
    if (!release) return;
    const file = `${'0'.repeat(20)}.png`;
    release.body = `<img src="waymark-asset:${file}" alt="" width="900" height="600" loading="lazy">`;
    release.pictures = release.pictures ? undefined : { [file]: [800, 900] };
  },
  'learns the day of a release, or loses it': ({ releases }, random) => {
    const release = pick(releases, random);
    if (!release) return;
    // The day before may be in another year, whose old address then redirects.
    const before = Date.parse(release.released_at) - 24 * 60 * 60 * 1000;
    const day = new Date(before).toISOString().slice(0, 'yyyy-mm-dd'.length);
    release.released_on = release.released_on ? undefined : day;
  },
  'gives a release another title and address': ({ releases, redirects }, random, number) => {
    const release = pick(releases, random);
    if (!release) return;
    redirects[release.slug] = `moved-${number}`;
    release.title = `Moved ${number}`;
    release.slug = `moved-${number}`;
  },
  'inserts a release': (world, random, number) => addRelease(world, 100 + number, random()),
  'finds an old release late': (world, random, number) => {
    addRelease(world, 100 + number, random());
    const seen = new Date(Date.UTC(2026, 2, 1 + Math.floor(random() * 30)));
    world.releaseLog.first_seen[`r-${100 + number}`] = seen.toISOString();
  },
  'adds the newest release': (world, _random, number) => addRelease(world, 100 + number, 0.999),
  'removes a release': ({ releases }, random) => {
    releases.splice(Math.floor(random() * releases.length), 1);
  },
  'pins or unpins': ({ releases }, random) => {
    const release = pick(releases, random);
    if (release) release.is_pinned = !release.is_pinned;
  },
  'moves a release to another project': ({ releases, projects }, random) => {
    const release = pick(releases, random);
    if (release) release.project = pick(projects, random)?.id ?? null;
  },
  'renames a label': ({ labels }, random, number) => {
    const label = pick(labels, random);
    if (label) label.name = `Label ${number}`;
  },
  'gives a label another address and colour': ({ labels }, random, number) => {
    const label = pick(labels, random);
    if (!label) return;
    label.slug = `label-${number}`;
    label.color = createPair('#b91c1c');
  },
  'adds a label to a release': ({ labels, releases }, random, number) => {
    labels.push({ id: `l-${number}`, slug: `new-${number}`, name: `New ${number}`, color: null });
    pick(releases, random)?.labels.push(`l-${number}`);
  },
  'renames a project': ({ projects }, random, number) => {
    const project = pick(projects, random);
    if (project) project.name = `Project ${number}`;
  },
  'renames a type of change': ({ workspace }, random, number) => {
    const type = pick(workspace.change_types, random);
    if (type) type.title = `Type ${number}`;
  },
  'renames the workspace': ({ workspace }, _random, number) => {
    workspace.name = `Workspace ${number}`;
  },
  'corrects a release': ({ releases, releaseLog }, random, number) => {
    const release = pick(releases, random);
    if (!release) return;
    const needsAction = number % 2 === 1;
    const change = { type: 'new', html: `${needsAction ? 'BREAKING: ' : ''}Added ${number}` };
    release.changes.push(change);
    const at = new Date(Date.UTC(2026, 2, 1) + number * 60_000).toISOString();
    const parts = [
      {
        kind: 'added' as const,
        key: changeKey(change),
        ...(needsAction && { action: true as const }),
      },
      { kind: 'removed' as const, count: 1 },
    ];
    releaseLog.corrections.push({ release: release.id, at, parts });
  },
  'edits a milestone': ({ milestones }, random, number) => {
    const milestone = pick(milestones, random);
    if (milestone) milestone.upvote_count = number;
  },
  'adds a milestone': ({ milestones }, _random, number) => {
    milestones.push(milestoneEntry(`m-${number}`, { body: `<p>Milestone ${number}</p>` }));
  },
  'moves a milestone': ({ milestones, roadmapLog }, random, number) => {
    const milestone = pick(milestones, random);
    if (!milestone) return;
    const { id, status, stage } = milestone;
    const to =
      number % 2 ? { status: 'Done', stage: 'COMPLETED' } : { status: 'Planned', stage: 'PLANNED' };
    Object.assign(milestone, to, {
      started_at: new Date(Date.UTC(2025, number % 24)).toISOString(),
    });
    const at = new Date(Date.UTC(2026, 0, 1 + number)).toISOString();
    roadmapLog.push({ milestone: id, at, from: number % 3 ? { status, stage } : null, to });
  },
  'says what a release has shipped': ({ milestones, releases, basePath }, random) => {
    const [milestone, release] = [pick(milestones, random), pick(releases, random)];
    if (!milestone || !release) return;
    release.body += `<p><a href="https://example.com${basePath}roadmap/${milestone.slug}/">Shipped</a></p>`;
  },
  'gives a milestone another address and title': ({ milestones }, random, number) => {
    const milestone = pick(milestones, random);
    if (milestone) Object.assign(milestone, { slug: `went-${number}`, title: `Went ${number}` });
  },
  'gives milestones other titles': ({ milestones }, _random, number) => {
    for (const milestone of milestones) milestone.title = `${milestone.id} in ${number}`;
  },
  'takes back what was told of a move': ({ roadmapLog }, random) => {
    roadmapLog.splice(Math.floor(random() * roadmapLog.length), 1);
  },
  'removes a milestone': ({ milestones }, random) => {
    milestones.splice(Math.floor(random() * milestones.length), 1);
  },
  'shows other things': (world, random) => {
    const [roadmap, search, contributors] = [random() < 0.7, random() < 0.7, random() < 0.5];
    const upgrade = random() < 0.8;
    const [corrections, digests] = [random() < 0.8, random() < 0.8];
    const show = { roadmap, search, contributors, upgrade, corrections, digests };
    world.config = { ...world.config, show };
  },
  'sets the accent, the language or the page size': (world, random, number) => {
    const [locale, timeZone] = random() < 0.5 ? ['de', 'Europe/Berlin'] : ['en', 'UTC'];
    const accent = number % 2 ? '#0f766e' : '#7c3aed';
    world.config = { ...world.config, locale, timeZone, accent, pageSize: 5 + (number % 3) };
  },
  'moves below another path': (world, random) => {
    world.basePath = random() < 0.5 ? '/notes/' : '/';
  },
  'changes the code': (world, _random, number) => {
    world.code = `version ${number}`;
  },
};

/** Changes that need another renderer, or after which every page is rendered anew. */
const framing = [
  ...['renames a type of change', 'renames the workspace', 'shows other things'],
  ...['sets the accent, the language or the page size', 'moves below another path'],
  'changes the code',
];

/** Names of the changes that affect only some pages. */
export const contentChanges = Object.keys(changes).filter((name) => !framing.includes(name));

function pick<T>(list: readonly T[], random: Random): T | undefined {
  return list[Math.floor(random() * list.length)];
}
