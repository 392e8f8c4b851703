import { type Counted, counted, type Forms } from './counted.ts';
import { fillIn } from './fill-in.ts';
import type { Messages } from './messages.ts';

/**
 * The interface's strings, from a language's messages.
 * @param locale BCP 47, for numbers and plural forms
 */
export function stringsOf(messages: Messages, locale: string) {
  const count = (forms: Forms) => counted(locale, forms);
  return {
    ...messages,
    direction: messages.direction === 'rtl' ? ('rtl' as const) : ('ltr' as const),
    title: withValue(messages.title, 'name'),
    roadmapTitle: withValue(messages.roadmapTitle, 'name'),
    minutes: count(messages.minutes),
    fixes: count(messages.fixes),
    upkeep: count(messages.upkeep),
    releases: count(messages.releases),
    votes: count(messages.votes),
    byPeople: count(messages.byPeople),
    pageTitle: count(messages.pageTitle),
    video: withValue(messages.video, 'provider'),
    hero: withValue(messages.hero, 'title'),
    heroVideo: withValue(messages.heroVideo, 'title'),
    linkTo: withValue(messages.linkTo, 'heading'),
    linkToChange: count(messages.linkToChange),
    news: { ...messages.news, unread: count(messages.news.unread) },
    archives: archivesOf(messages.archives),
    moreOptions: count(messages.moreOptions),
    moreTypes: count(messages.moreTypes),
    removeFilter: withValue(messages.removeFilter, 'name'),
    board: boardOf(messages.board, count),
    corrections: correctionsOf(messages.corrections, count),
    story: storyOf(messages.story),
  };
}

function archivesOf(messages: Messages['archives']) {
  const archive = ({ kind, about }: { kind: string; about: string }) => ({
    kind,
    about: withValue(about, 'name'),
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
    about: withValue(messages.about, 'name'),
    milestones: count(messages.milestones),
    some: withValue(messages.some, 'all'),
    unchanged: count(messages.unchanged),
    showMore: count(messages.showMore),
    moreLabels: count(messages.moreLabels),
    neighbours: withValue(messages.neighbours, 'status'),
    progress: (done: string, all: string) => fillIn(messages.progress, { done, all }),
    target: withValue(messages.target, 'month'),
  };
}

function correctionsOf(messages: Messages['corrections'], count: (forms: Forms) => Counted) {
  const { addedOf, correctedOn } = messages;
  return {
    ...messages,
    about: withValue(messages.about, 'name'),
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
    about: withValue(messages.about, 'name'),
    moved: (from: string, to: string) => fillIn(messages.moved, { from, to }),
    inStage: (status: string, stage: string) => fillIn(messages.inStage, { status, stage }),
    quarter: (number: number, year: number) => fillIn(messages.quarter, { number, year }),
    since: withValue(messages.since, 'date'),
  };
}

/** @param name the sentence's only placeholder */
function withValue(sentence: string, name: string): (value: string) => string {
  return (value) => fillIn(sentence, { [name]: value });
}
