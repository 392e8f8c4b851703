import { pageLanguage } from '../../shell/page-language.ts';
import { part } from '../../shell/part.ts';
import { timeElement } from '../../shell/time-element.ts';
import type { FilterOptions } from './filter-options.ts';
import type { FilterRow } from './filter-rows.ts';

const labelsShown = 6;

/** Fills the template with a release. */
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
    part(item, 'ul').append(...tags(slugs, options));
    return item;
  };
}

/** The project and the first labels; a number stands for the others. */
function tags(slugs: FilterRow['slugs'], options: FilterOptions): HTMLElement[] {
  const labels = slugs.label.slice(0, labelsShown);
  const others = slugs.label.length - labels.length;
  const found = [
    ...slugs.project.map((slug) => options.find('project', slug) ?? { name: slug, look: '' }),
    // A page lists the common labels alone: of another, only its slug is known.
    ...labels.map((slug) => options.find('label', slug) ?? { name: slug, look: '' }),
    others > 0 ? { name: `+${others.toLocaleString(pageLanguage())}`, look: '' } : undefined,
  ];
  return found.flatMap((tag) => {
    return tag ? [Object.assign(listItem(isolated(tag.name)), { className: tag.look })] : [];
  });
}

export function listItem(content: HTMLElement): HTMLElement {
  const item = document.createElement('li');
  item.append(content);
  return item;
}

/** A name that may run the other way than the page. */
export function isolated(name: string): HTMLElement {
  return Object.assign(document.createElement('bdi'), { textContent: name });
}
