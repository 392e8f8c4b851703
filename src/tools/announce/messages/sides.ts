/** The kinds of targets. */
export const sides = ['slack', 'discord', 'webhook'] as const;
export type Side = (typeof sides)[number];
