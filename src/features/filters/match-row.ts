import { pageLanguage } from '../../site/shell/page-language.ts';
import { part } from '../../site/shell/part.ts';
import { timeElement } from '../../site/shell/time-element.ts';
import type { FilterOptions } from './filter-options.ts';
import type { FilterRow } from './filter-rows.ts';

const maxLabels = 6;

/** Returns a function that fills the template with a release. */
export function rowMaker(template: HTMLTemplateElement, options: FilterOptions) {
  const dates = new Intl.DateTimeFormat(pageLanguage(), {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  return ({ href, title, day, version, slugs }: FilterRow): HTMLElement => {
    const item = part(template.content.cloneNode(true) as DocumentFragment, 'li');
    part(item, '.match-meta').prepend(timeElement(day, dates.format(new Date(day))), ' ');
    part(item, '.version').textContent = version;
    Object.assign(part<HTMLAnchorElement>(item, 'a'), { href, textContent: title });
    const tags = rowTags(slugs, options, pageLanguage());
    part(item, 'ul').append(
      ...tags.map(({ name, look }) => Object.assign(listItem(isolated(name)), { className: look })),
    );
    return item;
  };
}

/** The project, the first labels and the number of the others. */
export function rowTags(
  slugs: Pick<FilterRow['slugs'], 'project' | 'label'>,
  options: Pick<FilterOptions, 'find'>,
  language: string | undefined,
): { name: string; look: string }[] {
  const labels = slugs.label.slice(0, maxLabels);
  const others = slugs.label.length - labels.length;
  // The page may not list all options; of the others only the slug is known.
  const tagOf = (kind: 'project' | 'label') => (slug: string) =>
    options.find(kind, slug) ?? { name: slug, look: '' };
  return [
    ...slugs.project.map(tagOf('project')),
    ...labels.map(tagOf('label')),
    ...(others > 0 ? [{ name: `+${others.toLocaleString(language)}`, look: '' }] : []),
  ];
}

export function listItem(content: HTMLElement): HTMLElement {
  const item = document.createElement('li');
  item.append(content);
  return item;
}

/** Isolates a name whose direction may differ from the page's. */
export function isolated(name: string): HTMLElement {
  return Object.assign(document.createElement('bdi'), { textContent: name });
}
