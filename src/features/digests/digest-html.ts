import type { ReleaseEntry } from '../../model/content/content.ts';
import { type SiteContext, siteName } from '../../site/base/context.ts';
import { finishBody } from '../../site/base/html/body.ts';
import { escapeAttribute, escapeText } from '../../site/base/html/escape-html.ts';
import { kindItems, kindOfChange } from '../../site/base/upgrade-kinds.ts';
import { paths } from '../../site/base/urls.ts';
import { standalone } from '../../site/releases/feeds/item-html.ts';

// The HTML of a week. Each project has the changes that need action first, then a line for each
// release.

/** @param entries newest first @param withProjects whether their projects are named */
export function digestHtml(
  entries: readonly ReleaseEntry[],
  withProjects: boolean,
  site: SiteContext,
): string {
  const groups = [...Map.groupBy(entries, ({ project }) => project ?? '')].map(
    ([project, releases]) => {
      const name = site.projects.get(project)?.name ?? siteName(site);
      const actions = releases.flatMap((one) => actionsOf(one, site));
      return { name, actions, releases };
    },
  );
  const order = new Intl.Collator(site.config.locale);
  const hasAction = ({ actions }: (typeof groups)[number]) => (actions.length > 0 ? 0 : 1);
  return groups
    .toSorted((a, b) => hasAction(a) - hasAction(b) || order.compare(a.name, b.name))
    .map(({ name, actions, releases }) => {
      const title = withProjects ? `<h2>${escapeText(name)}</h2>` : '';
      const action = escapeText(site.strings.upgrade.groups.action);
      const first = actions.length > 0 ? `<h3>${action}</h3>${list(actions)}` : '';
      const heading = first && `<h3>${escapeText(site.strings.digests.all)}</h3>`;
      return `${title}${first}${heading}${list(releases.map((one) => releaseLine(one, site)))}`;
    })
    .join('');
}

/** The changes of a release that need action, each with a link to the release. */
function actionsOf(entry: ReleaseEntry, site: SiteContext): string[] {
  const types = new Map(site.workspace.change_types.map((type) => [type.slug, type]));
  const changes = entry.changes.filter(
    ({ type, html }) => kindOfChange(types.get(type ?? ''), html, site) === 'action',
  );
  const listed = new Set(changes.map(({ html }) => html));
  const items = kindItems(entry.groups ?? [], site).filter(
    ({ kind, html }) => kind === 'action' && !listed.has(html),
  );
  const { absolute } = site.urls;
  return [...changes, ...items].map(({ html }) => {
    const whole = finishBody(html, absolute, site.strings);
    return `${standalone(whole, absolute(paths.release(entry.slug)))} (${releaseLink(entry, site)})`;
  });
}

function releaseLine(entry: ReleaseEntry, site: SiteContext): string {
  const text = entry.summary ?? entry.excerpt;
  const mark = entry.is_pre_release ? ` (${escapeText(site.strings.preRelease)})` : '';
  return `${releaseLink(entry, site)}${mark}${text && ` – ${escapeText(text)}`}`;
}

function releaseLink({ slug, title }: ReleaseEntry, { urls }: SiteContext): string {
  const href = escapeAttribute(urls.absolute(paths.release(slug)));
  return `<a href="${href}">${escapeText(title)}</a>`;
}

/** @param items HTML */
function list(items: readonly string[]): string {
  return `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
}
