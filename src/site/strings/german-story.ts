import type { StoryStrings } from './story-strings.ts';

export const germanStory: StoryStrings = {
  title: 'Was sich bewegt hat',
  changes: 'Verlauf',
  about: (name) => `Was sich im Ausblick von ${name} bewegt hat, Monat für Monat.`,
  lead: 'Jeder Schritt im Ausblick, der neueste zuerst.',
  none: 'Noch hat sich nichts bewegt. Jeder Schritt wird hier stehen.',
  added: 'In den Ausblick aufgenommen',
  moved: (from, to) => `Von ${from} zu ${to}`,
  inStage: (status, stage) => `${status} (${stage})`,
  stages: {
    BACKLOG: 'Idee',
    PLANNED: 'geplant',
    IN_PROGRESS: 'in Arbeit',
    COMPLETED: 'fertig',
    CANCELED: 'zurückgestellt',
  },
  timeline: 'Zeitachse',
  milestone: 'Vorhaben',
  unbegun: 'Noch nicht begonnen',
  earlier: 'Davor',
  quarter: (number, year) => `${number}. Quartal ${year}`,
  since: (date) => `seit ${date}`,
  shippedIn: 'Erschienen in',
  feedText:
    'Jeder Schritt im Ausblick, sobald er geschieht: was dazukommt, beginnt, fertig oder zurückgestellt wird.',
};
