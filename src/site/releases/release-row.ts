import type { ChangeTypeEntry, ReleaseSummary } from '../../model/content/content.ts';
import { colourClass } from '../base/colours.ts';
import type { SiteContext } from '../base/context.ts';
import { dateView } from '../base/dates.ts';
import { listedName } from '../base/release-name.ts';
import { firstTags } from '../base/row-tags.ts';
import { kindOfType } from '../base/upgrade-kinds.ts';
import { paths } from '../base/urls.ts';

/** A release as a line of a list. */
export type ReleaseRow = ReturnType<ReturnType<typeof rowMaker>>;

/**
 * Returns a function that makes the rows of a list.
 * @param isMixed false in a list of one project
 */
export function rowMaker(site: SiteContext, isMixed: boolean) {
  const { urls, config, strings } = site;
  const types = typesInRows(site);
  return (release: ReleaseSummary) => {
    const own = new Set(release.changes.map(({ type }) => type));
    const tags = types
      .filter(({ slug }) => own.has(slug))
      .map(({ title, color }) => ({ name: title, look: `tag ${colourClass(color)}` }));
    const project = site.projects.get(release.project ?? '');
    return {
      ...listedName(release, site, isMixed),
      projectHref: project && urls.href(paths.project(project.slug)),
      href: urls.href(paths.release(release.slug)),
      date: dateView(release, site, 'shortDate'),
      isPreRelease: release.is_pre_release,
      // Types of the release's changes, and a tag with the number of hidden types.
      types: firstTags(tags, release.is_pre_release, config.locale, strings.moreTypes),
    };
  };
}

/** Types of changes. Types that need action are first, because only the first few fit in a row. */
export function typesInRows(site: SiteContext): ChangeTypeEntry[] {
  const isAction = (type: ChangeTypeEntry) => kindOfType(type, site) === 'action';
  const { change_types: types } = site.workspace;
  return [...types.filter(isAction), ...types.filter((type) => !isAction(type))];
}
