import { releaseName } from '../../site/base/release-name.ts';
import { firstTags } from '../../site/base/row-tags.ts';
import { pageLanguage } from '../../site/shell/page-language.ts';
import { part } from '../../site/shell/part.ts';
import { timeElement } from '../../site/shell/time-element.ts';
import type { FilterOptions } from './filter-options.ts';
import type { FilterRow } from './filter-rows.ts';

/** Returns a function that fills the template (`ReleaseLine.astro`) with a release. */
export function rowMaker(
  template: HTMLTemplateElement,
  options: FilterOptions,
  moreTypes: (count: number) => string,
) {
  const dates = new Intl.DateTimeFormat(pageLanguage(), {
    dateStyle: 'medium',
    timeZone: 'UTC',
  });
  return (row: FilterRow): HTMLElement => {
    const item = part(template.content.cloneNode(true) as DocumentFragment, 'li');
    const { href, day, slugs } = row;
    const { project, title, version, types } = matchView(row, options);
    const link = part<HTMLAnchorElement>(item, 'a');
    link.href = href;
    const name = isolated(title);
    if (project !== undefined) name.prepend(isolated(project), ' ');
    link.append(name);
    if (version === undefined) part(item, '.version').remove();
    else part(item, '.version').append(isolated(version));
    part(item, '.date').append(timeElement(day, dates.format(new Date(day))));
    const isPreRelease = slugs['pre-release'].length > 0;
    if (!isPreRelease) part(item, '.pre-release').remove();
    const tags = part(item, 'ul');
    tags.append(
      ...firstTags(types, isPreRelease, pageLanguage(), moreTypes).map(
        ({ name, look = '', label }) => {
          const text = Object.assign(isolated(name), label && { role: 'img', ariaLabel: label });
          return Object.assign(listItem(text), { className: look });
        },
      ),
    );
    if (tags.childElementCount === 0) tags.remove();
    return item;
  };
}

/** A matching release's name and types, as shown in lists. */
export function matchView(
  { title, version, slugs, hasProjects }: Omit<FilterRow, 'href' | 'day'>,
  options: Pick<FilterOptions, 'find'>,
) {
  // The page may lack some options (see `maxOptions`). For these, only the slug is known.
  const optionsOf = (kind: 'project' | 'type') =>
    slugs[kind].map((slug) => options.find(kind, slug) ?? { name: slug, look: '' });
  const [project] = hasProjects ? optionsOf('project') : [];
  return { ...releaseName({ title, version }, project?.name), types: optionsOf('type') };
}

export function listItem(content: HTMLElement): HTMLElement {
  const item = document.createElement('li');
  item.append(content);
  return item;
}

/** Isolates a name, because its text direction may differ from the page's. */
export function isolated(name: string): HTMLElement {
  return Object.assign(document.createElement('bdi'), { textContent: name });
}
