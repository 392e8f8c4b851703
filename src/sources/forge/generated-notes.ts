import { type Block, childBlocks, isComment, isList } from '../markdown/markdown.ts';
import { linesOf, readOutline, splitSections } from '../markdown/outline.ts';
import { kindOfTitle, titleOf } from '../text/section-titles.ts';

// Sorts notes that GitHub generated (GitHub Docs, "Automatically generated release notes"): a list
// of pull requests, which a `release.yml` may divide into categories. Those of Gitea (`notes.go` of
// its `services/release`) name the authors in a list of their own.

/**
 * Sorts generated notes. If no item has the form of a generated one, because somebody wrote the
 * notes by hand, only the link to all changes is taken out.
 * @param types types of change for titles of sections, from `sources.yaml`
 * @returns `body`: Markdown with one section for each type of change. `titles`: those of these
 * sections. `newcomers`: Markdown of a closed line about first contributions, or an empty text.
 * `comparison`: title and address of the link to all changes in the code. `authors`: names of the
 * authors of pull requests, without `@`
 */
export function sortGenerated(body: string, types: Readonly<Record<string, string>> = {}) {
  const { sections, definitions } = readSections(body);
  const generated = sections.filter(({ items }) => items.some((item) => byline.test(item)));
  if (generated.length === 0) return withoutComparison(body, sections);
  const hasFrame = sections.some(({ title }) => frame.test(title));
  const placed = sections.map((section) => {
    const isOnly = !hasFrame && generated.length === 1 && section === generated[0];
    return placeSection(section, isOnly, types);
  });
  const flat = sortByPrefix(placed.flatMap(({ flat }) => flat));
  const titled = [...placed.flatMap(({ titled }) => titled), ...flat.titled];
  // Readers of a release need the upkeep of the project last.
  const rank = ({ title }: Titled) => Number(title === upkeep);
  const inOrder = titled.toSorted((a, b) => rank(a) - rank(b));
  const parts = [
    ...toTexts(placed, flat.rest),
    ...Array.from(Map.groupBy(inOrder, ({ title }) => title).values(), toSection),
    definitions,
  ];
  return {
    body: parts.join('\n\n'),
    titles: new Set(titled.map(({ title }) => titleOf(title))),
    newcomers: disclosure(placed.flatMap((one) => one.newcomers)),
    comparison: placed.flatMap(({ comparisons }) => comparisons)[0],
    authors: [...new Set(placed.flatMap(({ authors }) => authors))],
  };
}

/** The result of `sortGenerated` for notes that stay as they are. */
export function leaveUnsorted(body: string) {
  return { body, titles: new Set<string>(), newcomers: '', comparison: undefined, authors: [] };
}

function withoutComparison(body: string, sections: readonly Section[]) {
  const sources = sections.flatMap(({ blocks }) => blocks.map(({ source }) => source));
  const source = sources.findLast(readComparison) ?? '';
  const comparison = readComparison(source);
  const rest = comparison ? body.replace(source, () => '') : body;
  return { ...leaveUnsorted(rest), comparison };
}

/**
 * The texts of all sections, and the items without a type at the place of the first one. A heading
 * such as "What's Changed" is only needed to end the section above it.
 */
function toTexts(placed: readonly PlacedSection[], rest: readonly string[]): string[] {
  const parts: string[] = [];
  const first = placed.find(({ flat }) => flat.length > 0);
  let isBelowHeading = false;
  for (const one of placed) {
    const { heading, isFrame, isEmptied } = one;
    const list = one === first && rest.length > 0 ? [rest.join('\n')] : [];
    const below = [...one.text, ...list];
    const isNeeded = isFrame ? isBelowHeading : !isEmptied;
    if (heading !== '' && (isNeeded || (below.length > 0 && !isFrame))) {
      parts.push(heading);
      isBelowHeading = true;
    }
    parts.push(...below);
  }
  return parts;
}

interface Titled {
  title: string;
  items: string[];
}

function toSection(parts: readonly Titled[]): string {
  const items = parts.flatMap((part) => part.items);
  // At the highest level, so that it is no part of another section.
  return `# ${parts[0]?.title}\n\n${items.join('\n')}`;
}

/** A closed line about first contributions, with their items. */
function disclosure(items: readonly string[]): string {
  if (items.length === 0) return '';
  const names = items
    .flatMap((item) => item.match(/@[\w-]+(?:\.[\w-]+)*(?:\[bot\])?/)?.[0] ?? [])
    .join(', ');
  const summary = `<summary>First contributions: ${names}</summary>`;
  return `<details>${summary}\n\n${items.join('\n')}\n\n</details>`;
}

/** The heading above the categories. */
const frame = /^what[’']?s changed$/i;

type PlacedSection = ReturnType<typeof placeSection>;

/** @param isOnly whether no other section has generated items, and there is no frame */
function placeSection(section: Section, isOnly: boolean, types: Readonly<Record<string, string>>) {
  const { level, title, heading, items, blocks } = section;
  const isOfNewcomers = /^new contributors$/i.test(title);
  const isFrame = frame.test(title);
  const people = peopleIn(section);
  const isOfPeople = isOfNewcomers || people.length > 0;
  const given = types[heading] ?? types[title];
  const lists = blocks.filter((one) => one.items.length > 0);
  const [list] = lists;
  // Lists that somebody wrote stay where they are.
  const isMoved = (one: Part) =>
    isOfPeople ? one === list : given !== undefined || one.items.some((item) => byline.test(item));
  const taken = lists.filter(isMoved).flatMap((one) => one.items.map(withReference));
  const own = isOfPeople ? [] : taken;
  const isContainer = isFrame || level === 0 || (isOnly && kindOfTitle(title) === undefined);
  const named = given ?? (isContainer ? undefined : asType(section));
  const titled = named === undefined || own.length === 0 ? [] : [{ title: named, items: own }];
  const kept = blocks.filter((one) => one.items.length === 0 || !isMoved(one));
  return {
    heading: level === 0 ? '' : `${'#'.repeat(level)} ${heading}`,
    isFrame,
    /** Whether all of the section is shown elsewhere, with its title. */
    isEmptied: titled.length > 0 || isOfPeople,
    titled,
    flat: titled.length > 0 ? [] : own,
    text: kept.map(({ source }) => source).filter((one) => !readComparison(one)),
    newcomers: isOfNewcomers ? taken : [],
    authors: [...items.flatMap(authorsOf), ...people],
    comparisons: kept.flatMap(({ source }) => readComparison(source) ?? []),
  };
}

/** The people of a list of authors that Gitea generated. */
function peopleIn({ title, items }: Section): string[] {
  const names = items.flatMap((item) => /^\s*[-*+]\s+@([\w.-]+)\s*$/.exec(item)?.[1] ?? []);
  return /^contributors$/i.test(title) && names.length === items.length ? names : [];
}

type Section = ReturnType<typeof readSections>['sections'][number];
type Part = Section['blocks'][number];

/** @returns `definitions`: Markdown of what belongs to no block, such as footnotes */
function readSections(body: string) {
  const lines = linesOf(body);
  const left = [...lines];
  const sourceOf = (block: Block) => {
    const from = block[0]?.map?.[0] ?? 0;
    const to = block.reduce((end, { map }) => Math.max(end, map?.[1] ?? 0), from);
    left.fill('', from, to);
    return lines.slice(from, to).join('\n').trimEnd();
  };
  const { blocks } = readOutline(body);
  blocks.forEach(sourceOf);
  const sections = splitSections(blocks).map(({ level, text, below }) => ({
    level,
    /** Markdown of the heading, and its plain title. */
    heading: text,
    title: titleOf(text),
    /** Markdown of the items of its lists, with their markers. */
    items: below.filter(isList).flatMap(childBlocks).map(sourceOf),
    /** Markdown of its blocks, and of their items. */
    blocks: below
      .filter((block) => !isComment(block))
      .map((block) => ({
        source: sourceOf(block),
        items: isList(block) ? childBlocks(block).map(sourceOf) : [],
      })),
  }));
  return { sections, definitions: left.filter((line) => line !== '').join('\n') };
}

/** A line such as "**Full Changelog**: https://…/compare/v1...v2", in any language. */
const fullChangelog =
  /^\**(?<title>[^*:：\n]{2,40})\**\s*[:：]\**\s*(?:<|\[[^\]\s]{1,300}\]\()?(?<url>https?:\/\/\S+\/(?:compare|commits)\/\S+?)[>)]?$/i;

function readComparison(text: string): { title: string; url: string } | undefined {
  const { title = '', url = '' } = fullChangelog.exec(text.slice(0, 1000))?.groups ?? {};
  return URL.canParse(url) ? { title, url } : undefined;
}

/** The end of the first line of a generated item. */
const byline =
  /[ \t]{1,9}(?:by (@\S+(?:(?:,| and|, and) @\S+)*) in (\S+)|in \[#\d+\]\((\S+\/pulls\/\d+)\))(?=[ \t]*(?:\n|$))/;

function authorsOf(item: string): string[] {
  const names = byline.exec(item)?.[1] ?? '';
  return [...names.matchAll(/@([\w-]+)(?![\w[-])/g)].map(([, name = '']) => name);
}

/** Replaces "by @mira in https://…/pull/12" with a link to the pull request. */
function withReference(item: string): string {
  return item.replace(byline, (_, _names, page: string | undefined, pull: string) => {
    const place = page ?? pull;
    const [, number] = /\/(?:pulls?|issues)\/(\d+)$/.exec(place) ?? [];
    return number === undefined ? ` (${place})` : ` ([#${number}](${place}))`;
  });
}

const upkeep = 'Maintenance';

/** The type of change for a title. Titles about the upkeep of the project are one type. */
function asType({ heading, title }: Section): string {
  if (isUpkeep.test(title)) return upkeep;
  return /💥|:boom:/.test(heading) && !/break/i.test(title) ? `Breaking: ${title}` : title;
}

const isUpkeep =
  /^(?:dependenc|deps\b|chores?\b|maintenance|internal|housekeeping|ci\b|tests?$|doc(?:s|umentation)\b|refactor)/i;

const breaking = 'Breaking changes';

/** The titles for types of commits (Conventional Commits 1.0.0), in the order of their sections. */
const titles: [title: string, types: RegExp][] = [
  [breaking, /^(?!)/],
  ['Added', /^feat(?:ure)?$/i],
  ['Fixed', /^fix$/i],
  ['Performance', /^perf$/i],
  ['Reverted', /^revert$/i],
  [upkeep, /^(?:build|chore|ci|deps|docs|refactor|style|tests?)$/i],
];

/**
 * Sorts items by their prefixes, such as `feat(ui):`. If fewer than half of the items have one, all
 * of them stay one list.
 */
function sortByPrefix(items: readonly string[]) {
  const read = items.map((item) => ({ item, found: readPrefix(item) }));
  const known = read.filter(({ found }) => found !== undefined);
  if (known.length * 2 < items.length) return { titled: [], rest: items };
  const byTitle = Map.groupBy(known, ({ found }) => found?.title ?? '');
  return {
    titled: titles.flatMap(([title]) => {
      const own = byTitle.get(title)?.map(({ item, found }) => found?.item ?? item);
      return own ? [{ title, items: own }] : [];
    }),
    rest: read.filter(({ found }) => found === undefined).map(({ item }) => item),
  };
}

const prefix =
  /^(?<marker>\s*(?:[-*+]|\d+[.)])\s+)(?<type>[a-z]+)(?:\((?<scope>[^()]+)\))?(?<bang>!?):\s+/i;

function readPrefix(item: string): { title: string; item: string } | undefined {
  const { marker = '', type = '', scope, bang } = prefix.exec(item)?.groups ?? {};
  const [title] = bang === '!' ? [breaking] : (titles.find(([, own]) => own.test(type)) ?? []);
  if (title !== undefined) {
    const about = scope === undefined ? '' : `**${scope}:** `;
    return { title, item: item.replace(prefix, () => `${marker}${about}`) };
  }
  if (/^\W*BREAKING\b/.test(item)) return { title: breaking, item };
  return isBump.test(item) ? { title: upkeep, item } : undefined;
}

/** The titles that Dependabot and Renovate give their pull requests. */
const isBump =
  /^\W*(?:bump|update|upgrade) (?:\S+ from \S+ to \S|the \S+ group .{0,99}with \d+ update|dependency \S+ to v?\d)/i;
