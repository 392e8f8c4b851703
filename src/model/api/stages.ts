/** Stages in the order in which work moves through them (docs/api.md, "Where the API's documentation is silent"). */
export const stages = ['BACKLOG', 'PLANNED', 'IN_PROGRESS', 'COMPLETED', 'CANCELED'] as const;
