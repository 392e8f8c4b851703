/** Title of the link to the code of a version in a changelog. Sites show it in their language. */
export const codeChangesTitle = 'Changes in the code';
