import { replaceSite } from '../publish/replace-site.ts';
import { type BuildOptions, buildSite } from './build-site.ts';

/**
 * Renders the content, and replaces a plain folder with the new site. Returns the number of files.
 * @throws WaymarkError; the old site then stays
 */
export function buildFolder(options: BuildOptions): Promise<number> {
  const { outDir } = options;
  return buildSite({ ...options, keepsReplaced: true }, ({ folder: built, ...site }) =>
    replaceSite({ built, outDir, ...site }),
  );
}
