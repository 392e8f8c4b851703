/**
 * Stages of a milestone, in the order of work
 * (docs/api.md, "Where the API's documentation is silent").
 */
export const stages = ['BACKLOG', 'PLANNED', 'IN_PROGRESS', 'COMPLETED', 'CANCELED'] as const;
