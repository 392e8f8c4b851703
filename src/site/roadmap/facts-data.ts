import type { Facts } from './roadmap-choice.ts';

// The data attributes of a card or row by which scripts filter and sort.

export function factsData({ project, labels, votes, moved }: Facts) {
  return {
    'data-project': project,
    'data-labels': labels.join(' '),
    'data-votes': votes,
    'data-moved': moved,
  };
}

export function factsOf(element: HTMLElement): Facts {
  const { project, labels = '', votes, moved = '' } = element.dataset;
  return { project, labels: labels.split(' '), votes: Number(votes), moved };
}
