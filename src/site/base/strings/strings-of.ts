import { type Counted, counted, type Forms } from './counted.ts';
import { fillIn } from './fill-in.ts';
import type { Messages } from './messages.ts';

/**
 * The interface's strings, from a language's messages.
 * @param locale BCP 47; it writes the numbers, and chooses among the forms for a count
 */
export function stringsOf(messages: Messages, locale: string) {
  const count = (forms: Forms) => counted(locale, forms);
  return {
    ...messages,
    direction: messages.direction === 'rtl' ? ('rtl' as const) : ('ltr' as const),
    title: saying(messages.title, 'name'),
    roadmapTitle: saying(messages.roadmapTitle, 'name'),
    minutes: count(messages.minutes),
    fixes: count(messages.fixes),
    releases: count(messages.releases),
    votes: count(messages.votes),
    pageTitle: count(messages.pageTitle),
    video: saying(messages.video, 'provider'),
    hero: saying(messages.hero, 'title'),
    heroVideo: saying(messages.heroVideo, 'title'),
    linkTo: saying(messages.linkTo, 'heading'),
    linkToChange: count(messages.linkToChange),
    news: { ...messages.news, unread: count(messages.news.unread) },
    archives: archivesOf(messages.archives),
    moreOptions: count(messages.moreOptions),
    removeFilter: saying(messages.removeFilter, 'name'),
    board: boardOf(messages.board, count),
    corrections: correctionsOf(messages.corrections, count),
    story: storyOf(messages.story),
  };
}

function archivesOf(messages: Messages['archives']) {
  const archive = ({ kind, about }: { kind: string; about: string }) => ({
    kind,
    about: saying(about, 'name'),
  });
  return {
    project: archive(messages.project),
    label: archive(messages.label),
    type: archive(messages.type),
    year: archive(messages.year),
    'pre-release': archive(messages['pre-release']),
  };
}

function boardOf(messages: Messages['board'], count: (forms: Forms) => Counted) {
  return {
    ...messages,
    about: saying(messages.about, 'name'),
    milestones: count(messages.milestones),
    some: saying(messages.some, 'all'),
    unchanged: count(messages.unchanged),
    moreLabels: count(messages.moreLabels),
    neighbours: saying(messages.neighbours, 'status'),
  };
}

function correctionsOf(messages: Messages['corrections'], count: (forms: Forms) => Counted) {
  const { addedOf, correctedOn } = messages;
  return {
    ...messages,
    about: saying(messages.about, 'name'),
    added: count(messages.added),
    addedOf: (changes: string, types: string) => fillIn(addedOf, { changes, types }),
    removed: count(messages.removed),
    reworded: count(messages.reworded),
    correctedOn: (date: string, what: string) => fillIn(correctedOn, { date, what }),
  };
}

function storyOf(messages: Messages['story']) {
  return {
    ...messages,
    about: saying(messages.about, 'name'),
    moved: (from: string, to: string) => fillIn(messages.moved, { from, to }),
    inStage: (status: string, stage: string) => fillIn(messages.inStage, { status, stage }),
    quarter: (number: number, year: number) => fillIn(messages.quarter, { number, year }),
    since: saying(messages.since, 'date'),
  };
}

/** @param name what the one place in the sentence is called */
function saying(sentence: string, name: string): (value: string) => string {
  return (value) => fillIn(sentence, { [name]: value });
}
