import { createHash } from 'node:crypto';

/**
 * Runs before the first paint, so that a theme once chosen never flashes; it stands inline in
 * every page, and the policy allows it by its hash.
 */
export const themeScript =
  "try{document.documentElement.dataset.theme=localStorage.getItem('theme')||''}catch{}";

export const themeScriptHash =
  `sha256-${createHash('sha256').update(themeScript).digest('base64')}` as const;
