import type { SiteConfigInput } from '../../../src/config/site-config.ts';
import { createPair } from '../../../src/model/content/colour-pair.ts';
import type { ReleaseLog } from '../../../src/model/content/release-log.ts';
import type { RoadmapMove } from '../../../src/model/content/roadmap-log.ts';
import { milestoneEntry, releaseEntry, workspaceEntry } from '../../support/entries.ts';
import type { WrittenContent } from '../whole-path/written-site.ts';

/** All inputs of a site: content, settings and code. */
export interface World extends WrittenContent {
  redirects: Record<string, string>;
  roadmapLog: RoadmapMove[];
  releaseLog: ReleaseLog;
  config: SiteConfigInput;
  basePath: string;
  /** A marker that is written into the code; changing it stands for any change of the code. */
  code: string;
}

/** Returns numbers from 0 up to 1, the same sequence in every run. */
export type Random = () => number;

const hour = 3_600_000;

/** A small site that uses every kind of content. */
export function firstWorld(): World {
  const projects = ['Harbor', 'Beacon'].map((name, index) => {
    return { id: `p-${index}`, slug: name.toLowerCase(), name };
  });
  const labels = ['Speed', 'Safety', 'Design'].map((name, index) => {
    return { id: `l-${index}`, slug: name.toLowerCase(), name, color: createPair('#2563eb') };
  });
  const change_types = ['New', 'Fixed'].map((title) => {
    return { slug: title.toLowerCase(), title, color: createPair('#16a34a') };
  });
  const status_types = ['Planned', 'Done'].map((title, index) => {
    return { title, color: null, stage: index === 0 ? 'PLANNED' : 'COMPLETED' };
  });
  const world: World = {
    workspace: { ...workspaceEntry, change_types, status_types },
    projects,
    labels,
    releases: [],
    milestones: [],
    redirects: {},
    roadmapLog: [],
    releaseLog: { prepared: '', first_seen: {}, corrections: [] },
    config: { pageSize: 5, show: { digests: true } },
    basePath: '/',
    code: 'one',
  };
  for (let number = 0; number < 16; number += 1) addRelease(world, number, number / 16);
  for (let number = 0; number < 4; number += 1)
    world.milestones.push(
      milestoneEntry(`m-${number}`, {
        project: `p-${number % 2}`,
        labels: [`l-${number % 3}`],
        status: number % 2 ? 'Done' : 'Planned',
        stage: number % 2 ? 'COMPLETED' : 'PLANNED',
      }),
    );
  for (const { id, status, stage } of world.milestones)
    world.roadmapLog.push({ milestone: id, at: hourAt(1), from: null, to: { status, stage } });
  return world;
}

function hourAt(number: number): string {
  return new Date(Date.UTC(2025, 0, 1) + number * hour).toISOString();
}

/** @param chance from 0 up to 1, determines the release's properties */
export function addRelease(world: World, number: number, chance: number): void {
  const pick = <T>(list: readonly T[]) => list[Math.floor(chance * list.length)];
  world.releases.push(
    releaseEntry(`r-${number}`, {
      title: `Release ${number} & <friends>`,
      version: `1.${number}.0`,
      project: pick(world.projects)?.id ?? null,
      labels: [pick(world.labels)?.id ?? []].flat(),
      is_pinned: chance > 0.9,
      is_pre_release: chance < 0.2,
      released_at: new Date(Date.UTC(2024, 0, 1) + chance * 20_000 * hour).toISOString(),
      changes: [
        { type: pick(world.workspace.change_types)?.slug ?? null, html: `Change ${number}` },
      ],
      body: `<h2 id="what">What ${number} brings</h2><p>Body of <a href="https://example.com/roadmap/m-${number % 6}/">${number}</a></p>`,
    }),
  );
}
