import type { ReleaseEntry } from '../../model/content/content.ts';
import { type SiteContext, siteName } from '../../site/base/context.ts';
import { countFitting } from '../../site/base/count-fitting.ts';
import { finishBody } from '../../site/base/html/body.ts';
import { escapeText, link } from '../../site/base/html/escape-html.ts';
import { displayName } from '../../site/base/release-name.ts';
import { fillIn } from '../../site/base/strings/fill-in.ts';
import { kindedChanges } from '../../site/base/upgrade-kinds.ts';
import { paths } from '../../site/base/urls.ts';
import { isMajorVersion } from '../../site/base/versions.ts';
import { standalone } from '../../site/releases/feeds/item-html.ts';

// The HTML of one week. For each project, it lists the changes that need action first, then one
// line for each release.

const maxItems = 30;
/** Approximate size of all lists of a week together. Each list may have at least `minListBytes`. */
const maxListsBytes = 12_000;
const minListBytes = 500;
/**
 * Once the HTML of a week has this many bytes, further projects are left out. `maxWeeks` depends on
 * this limit.
 */
const maxWeekBytes = 16_000;

/**
 * @param entries newest first
 * @param withProjects whether each project's name is shown as a heading
 */
export function digestHtml(
  entries: readonly ReleaseEntry[],
  withProjects: boolean,
  site: SiteContext,
): string {
  const groups = [...Map.groupBy(entries, ({ project }) => project ?? '')].map(
    ([project, releases]) => {
      const entry = site.projects.get(project);
      const page = site.urls.absolute(entry ? paths.project(entry.slug) : paths.home());
      const actions = releases.flatMap((one) => actionsOf(one, site));
      return { name: entry?.name ?? siteName(site), page, actions, releases };
    },
  );
  const maxBytes = Math.max(minListBytes, maxListsBytes / (2 * groups.length));
  // The page shows the remaining items.
  const list = (items: readonly string[], page: string) => {
    const shown = fitting(items, maxBytes).slice(0, maxItems);
    const rest = items.length - shown.length;
    const more = rest > 0 ? [link(page, site.strings.moreOptions(rest))] : [];
    return `<ul>${[...shown, ...more].map((item) => `<li>${item}</li>`).join('')}</ul>`;
  };
  const order = new Intl.Collator(site.config.locale, { numeric: true });
  const hasAction = ({ actions }: (typeof groups)[number]) => (actions.length > 0 ? 0 : 1);
  const sections = groups
    .toSorted((a, b) => hasAction(a) - hasAction(b) || order.compare(a.name, b.name))
    .map(({ name, page, actions, releases }) => {
      const title = withProjects ? `<h2>${escapeText(name)}</h2>` : '';
      const action = escapeText(site.strings.upgrade.groups.action);
      const first = actions.length > 0 ? `<h3>${action}</h3>${list(actions, page)}` : '';
      const heading = first && `<h3>${escapeText(site.strings.digests.all)}</h3>`;
      const lines = releases.map((one) => releaseLine(one, site));
      return `${title}${first}${heading}${list(lines, page)}`;
    });
  const shown = fitting(sections, maxWeekBytes);
  const rest = sections.length - shown.length;
  if (rest === 0) return shown.join('');
  const more = link(site.urls.absolute(paths.home()), site.strings.moreOptions(rest));
  return `${shown.join('')}<h2>${escapeText(site.strings.projects)}</h2><p>${more}</p>`;
}

/** The changes of a release that need action, each with a link to the release. */
function actionsOf(entry: ReleaseEntry, site: SiteContext): string[] {
  const changes = kindedChanges(entry, site);
  if (changes.length === 0) return isMajorVersion(entry) ? [notesLink(entry, site)] : [];
  const { absolute } = site.urls;
  return changes.flatMap(({ kind, html }) => {
    if (kind !== 'action') return [];
    const whole = finishBody(html, absolute, site.strings);
    return `${standalone(whole, absolute(paths.release(entry.slug)))} (${releaseLink(entry, site)})`;
  });
}

function releaseLine(entry: ReleaseEntry, site: SiteContext): string {
  const text = entry.summary ?? entry.excerpt;
  const mark = entry.is_pre_release ? ` (${escapeText(site.strings.preRelease)})` : '';
  return `${releaseLink(entry, site)}${mark}${text && ` – ${escapeText(text)}`}`;
}

function releaseLink(entry: ReleaseEntry, site: SiteContext): string {
  const { title } = displayName(entry, site);
  return link(site.urls.absolute(paths.release(entry.slug)), title);
}

/** Link to the notes of a new major version. Used if these notes contain no list of changes. */
function notesLink(entry: ReleaseEntry, site: SiteContext): string {
  const name = entry.version ?? displayName(entry, site).title;
  const text = fillIn(site.strings.upgrade.readNotes, { name });
  return link(site.urls.absolute(paths.release(entry.slug)), text);
}

/** The first texts that have at most `maxBytes` together. */
function fitting(texts: readonly string[], maxBytes: number): readonly string[] {
  const sizes = texts.map((text) => Buffer.byteLength(text));
  return texts.slice(0, countFitting(sizes, maxBytes));
}
