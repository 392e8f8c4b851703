import { nameBesideProject } from '../../site/base/release-name.ts';
import { firstTags } from '../../site/base/row-tags.ts';
import { counted } from '../../site/base/strings/counted.ts';
import { pageLanguage } from '../../site/shell/page-language.ts';
import { part } from '../../site/shell/part.ts';
import { timeElement } from '../../site/shell/time-element.ts';
import type { FilterOptions } from './filter-options.ts';
import type { FilterRow } from './filter-rows.ts';
import { chosenFilters, type FilterState } from './filter-state.ts';

/** Number of matches shown at first. Each press of the button shows this many more. */
const batchSize = 50;

/** The list of matches (`FilterMatches.astro`) below the filters (`root`). */
export function matchList(root: HTMLElement, place: HTMLElement, options: FilterOptions) {
  const [status, chosen, list] = [
    part(place, '[role=status]'),
    part(place, 'ul'),
    part(place, 'ol'),
  ];
  const [clear, more] = [part(place, '[data-clear]'), part(place, '[data-more]')];
  const toList = part(place, '[data-show]');
  const { count, moreTypes, none = '', failed = '', remove = '' } = place.dataset;
  const words = (forms = '{"other":"#"}') => counted(pageLanguage(), JSON.parse(forms));
  const some = words(count);
  const template = part<HTMLTemplateElement>(place, 'template');
  const row = rowMaker(template, options, words(moreTypes));
  const found = (number: number) => (number === 0 ? none : some(number));
  let rest: readonly FilterRow[] = [];

  const showMore = () => {
    const rows = rest.slice(0, batchSize).map(row);
    rest = rest.slice(batchSize);
    list.append(...rows);
    more.hidden = rest.length === 0;
    return rows[0];
  };
  const focus = (row: Element | null | undefined) =>
    row?.querySelector<HTMLElement>('a:not(.project)')?.focus();
  more.addEventListener('click', () => focus(showMore()));
  toList.addEventListener('click', () => {
    part<HTMLDetailsElement>(root, 'details').open = false;
    root.scrollIntoView();
    focus(list.firstElementChild);
  });

  return {
    /** Lists the matches and announces their number. Undefined matches mean that no filter is set. */
    show: (state: FilterState, matches: readonly FilterRow[] | undefined) => {
      rest = matches ?? [];
      list.replaceChildren();
      showMore();
      list.hidden = list.childElementCount === 0;
      toList.hidden = list.hidden;
      clear.hidden = matches === undefined;
      chosen.replaceChildren(...removers(state, options, remove));
      status.textContent = matches ? found(matches.length) : '';
    },
    /** Shows that loading failed. */
    fail: () => {
      status.textContent = failed;
    },
  };
}

/** Buttons, each of which removes one of the chosen filters. */
function removers(state: FilterState, options: FilterOptions, label: string): HTMLElement[] {
  return chosenFilters(state).map(([kind, slug]) => {
    const name = options.find(kind, slug)?.name ?? slug;
    const button = document.createElement('button');
    button.type = 'button';
    button.ariaLabel = label.replace('*', () => name);
    Object.assign(button.dataset, { kind, slug });
    button.append(isolated(name));
    return listItem(button);
  });
}

/** Returns a function that fills the template (`ReleaseLine.astro`) with a release. */
function rowMaker(
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
    const { project, projectHref, title, version, types } = matchView(row, options);
    const link = part<HTMLAnchorElement>(item, 'a');
    Object.assign(link, { href, textContent: title });
    if (project !== undefined) link.before(projectLink(project, projectHref), ' ');
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
    slugs[kind].map((slug) => options.find(kind, slug) ?? { name: slug, look: '', href: '' });
  const [project] = hasProjects ? optionsOf('project') : [];
  return {
    ...nameBesideProject({ title, version }, project?.name),
    projectHref: project?.href ?? '',
    types: optionsOf('type'),
  };
}

function projectLink(name: string, href: string): HTMLElement {
  const link = Object.assign(document.createElement('a'), { className: 'project' });
  if (href) link.href = href;
  link.append(isolated(name));
  return link;
}

function listItem(content: HTMLElement): HTMLElement {
  const item = document.createElement('li');
  item.append(content);
  return item;
}

/** Isolates a name, because its text direction may differ from the page's. */
function isolated(name: string): HTMLElement {
  return Object.assign(document.createElement('bdi'), { textContent: name });
}
