import { basename } from 'node:path/posix';
import type { RenderBuiltAssetUrl } from 'vite';

/**
 * Makes style sheets and browser scripts refer to other files by relative addresses, so that they
 * are the same below every base path. All of them are in one folder.
 */
export const relativeUrl: RenderBuiltAssetUrl = (file, { hostType, ssr }) => {
  if (hostType === 'css') return basename(file);
  return ssr ? undefined : { relative: true };
};
