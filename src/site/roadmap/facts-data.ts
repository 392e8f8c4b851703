import type { Facts } from './roadmap-choice.ts';

// What pages tell scripts of a milestone: written onto its card or row, and read from there.

/** The attributes of an element that tell the facts of its milestone. */
export function factsData({ project, labels, votes, moved }: Facts) {
  return {
    'data-project': project,
    'data-labels': labels.join(' '),
    'data-votes': votes,
    'data-moved': moved,
  };
}

/** The facts that an element's attributes tell. */
export function factsOf(element: HTMLElement): Facts {
  const { project, labels = '', votes, moved = '' } = element.dataset;
  return { project, labels: labels.split(' '), votes: Number(votes), moved };
}
