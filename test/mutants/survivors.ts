/** Changes that no test notices, with the reason for each. */
export const survivors: Record<string, string> = {};
