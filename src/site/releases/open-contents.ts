import { hash } from '../shell/head/inline.ts';

/**
 * Opens the table of contents before the script, except on phones. The script is inline, so that it
 * runs before the table is painted and nothing moves.
 */
export const openContentsScript =
  "if(matchMedia('(min-width:40rem)').matches)document.currentScript.previousElementSibling.open=true";

/** Hash of the script, for the content security policy of pages that contain it. */
export const openContentsHash = hash(openContentsScript);
