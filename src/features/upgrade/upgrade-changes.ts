import { hash } from 'node:crypto';
import type { ReleaseEntry } from '../../model/content/content.ts';
import type { SiteContext } from '../../site/base/context.ts';
import { dayOf } from '../../site/base/dates.ts';
import { withoutAnchors } from '../../site/base/html/anchors.ts';
import { finishBody } from '../../site/base/html/body.ts';
import { textOfHtml } from '../../site/base/html/sections.ts';
import { paths } from '../../site/base/urls.ts';
import { groupedChanges } from '../../site/releases/changes.ts';
import { groupOf } from './regroup.ts';
import type { UpgradeChange, UpgradeRelease } from './upgrade-view.ts';

/** A release with what changes for whoever upgrades to it. */
export function upgradeRelease(entry: ReleaseEntry, site: SiteContext): UpgradeRelease {
  const { slug, title, version, released_at } = entry;
  const href = site.urls.href(paths.release(slug));
  return {
    slug,
    title,
    version,
    day: dayOf(released_at, site),
    href,
    changes: changesOf(entry, href, site),
  };
}

function changesOf(entry: ReleaseEntry, page: string, site: SiteContext): UpgradeChange[] {
  const types = new Map(site.workspace.change_types.map((type) => [type.slug, type]));
  return groupedChanges(entry, site.workspace.change_types).flatMap(({ type: slug, changes }) => {
    const type = types.get(slug ?? '');
    const group = groupOf(type, site);
    return changes.map(({ html, anchor }) => ({
      key: keyOf(slug, html),
      group,
      type: type ? { slug: type.slug, title: type.title } : null,
      html: withoutAnchors(finishBody(html, site.urls.href, site.strings), page),
      href: `${page}#${anchor}`,
    }));
  });
}

/** Branches tell the same change in the same words, but under ids of their own. */
function keyOf(type: string | null, html: string): string {
  // A change that is a picture alone has no words to be known by.
  const words = textOfHtml(html).toLowerCase() || html;
  return hash('sha256', JSON.stringify([type, words])).slice(0, 12);
}
