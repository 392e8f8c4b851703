import { createHash } from 'node:crypto';

// Inline code of every page, which the content security policy allows by its hash.

/** Runs before the first paint, so that a chosen theme does not flash. */
export const themeScript =
  "try{document.documentElement.dataset.theme=localStorage.getItem('theme')||''}catch{}";

/**
 * Fades between pages. The rule is inline, because the browser would abort the transition and
 * report an error if a style sheet loaded too late.
 */
export const transitionStyle =
  '@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}';

export const inlineHashes = {
  script: hash(themeScript),
  style: hash(transitionStyle),
} as const;

/** The hash that policies and `integrity` attributes use. */
export function hash(text: string): `sha256-${string}` {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
