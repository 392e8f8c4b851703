import { replaceSite } from '../publish/replace-site.ts';
import { type BuildOptions, buildSite } from './build-site.ts';

/**
 * Renders the content into a plain folder, in the old one's place. Gives its number of files.
 * @throws WaymarkError with what went wrong; the old site stays
 */
export function buildFolder(options: BuildOptions): Promise<number> {
  const { outDir } = options;
  return buildSite(
    { ...options, keepsReplaced: true },
    ({ folder: built, index, publishCache, replaced, requirements }) =>
      replaceSite({ built, index, outDir, publishCache, replaced, requirements }),
  );
}
