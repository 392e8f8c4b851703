import { createHash } from 'node:crypto';

// What stands inline in every page; the policy allows it by its hash.

/** Runs before the first paint, so that a theme once chosen never flashes. */
export const themeScript =
  "try{document.documentElement.dataset.theme=localStorage.getItem('theme')||''}catch{}";

/**
 * Pages fade into each other. Were this rule in a style sheet, a page whose sheet is still on its
 * way would count as having opted out, and the browser would report an aborted transition.
 */
export const transitionStyle =
  '@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}';

export const inlineHashes = {
  script: hash(themeScript),
  style: hash(transitionStyle),
} as const;

/** What a policy or an `integrity` attribute knows a script by. */
export function hash(text: string): `sha256-${string}` {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
