import { z } from 'zod';
import { UpgradeChanges, UpgradeVersions } from '../../../features/upgrade/upgrade-models.ts';
import type { ReleaseEntry, ReleaseSummary } from '../../../model/content/content.ts';
import { type SiteContext, siteTitle } from '../../base/context.ts';
import { paths } from '../../base/urls.ts';
import { writeJson } from '../../feeds/formats/json.ts';
import { newestFirst } from '../timeline.ts';
import { Changelog, Latest, NewsDocument } from './program-models.ts';
import { publicHead, publicRelease } from './public-release.ts';

const models = {
  changelog: Changelog,
  latest: Latest,
  news: NewsDocument,
  upgrade: UpgradeVersions,
  'upgrade-changes': UpgradeChanges,
};
export type MachineDocument = keyof typeof models;

/** The JSON Schema (2020-12) of a document for programs; fields may be added to what it names. */
export function jsonSchema(name: MachineDocument, { urls }: SiteContext): string {
  const schema = z.toJSONSchema(models[name], { io: 'input' });
  return writeJson({ $id: urls.absolute(paths.jsonSchema(name)), ...schema });
}

/** `/changelog.json` or one of the documents that go on from it. @param older the next document's name */
export function changelogJson(
  releases: readonly ReleaseEntry[],
  older: string | undefined,
  site: SiteContext,
): string {
  return writeJson({
    ...documentHead('changelog', site),
    older: older === undefined ? null : site.urls.absolute(paths.changelogJson(older)),
    releases: releases.map((one) => publicRelease(one, site)),
  } satisfies Changelog);
}

/** `/latest.json`: what is newest, of all releases and of every project that has some. */
export function latestJson(releases: Iterable<ReleaseSummary>, site: SiteContext): string {
  const sorted = newestFirst(releases);
  const byProject = Map.groupBy(sorted, ({ project }) => project);
  const projects = [...site.projects.values()].flatMap((project) => {
    const found = byProject.get(project.id);
    return found ? [{ project, ...newest(found, site) }] : [];
  });
  return writeJson({
    ...documentHead('latest', site),
    ...newest(sorted, site),
    projects,
  } satisfies Latest);
}

/** What every document for programs begins with. */
export function documentHead(name: MachineDocument, site: SiteContext) {
  const { absolute } = site.urls;
  const $schema = absolute(paths.jsonSchema(name));
  return { $schema, title: siteTitle(site), url: absolute(paths.home()) };
}

function newest(sorted: readonly ReleaseSummary[], site: SiteContext) {
  const find = (early: boolean) => {
    const found = sorted.find(({ is_pre_release }) => is_pre_release === early);
    return found ? publicHead(found, site) : null;
  };
  return { stable: find(false), pre_release: find(true) };
}
