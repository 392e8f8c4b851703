/** Title of the link to the code of a version in a changelog. Sites show it in their language. */
export const codeChangesTitle = 'Changes in the code';

/** Title of a milestone's link to its issues, which the site shows in its own language. */
export const allIssuesTitle = 'All issues';
