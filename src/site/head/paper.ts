/** `--paper` of `styles/tokens.css` where CSS does not reach: pictures, and the browser's own frame. */
export const paper = { light: '#f9f6f1', dark: '#161310' } as const;
