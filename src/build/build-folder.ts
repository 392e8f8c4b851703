import { replaceSite, stageReplacement } from '../publish/replace-site.ts';
import type { StagedCopy } from '../publish/staging/stage.ts';
import { type BuildOptions, buildSite } from './build-site.ts';

/**
 * Renders the content into a plain folder, in the old one's place. Gives its number of files.
 * @throws WaymarkError with what went wrong; the old site stays
 */
export function buildFolder(options: BuildOptions): Promise<number> {
  const { outDir } = options;
  return buildSite<number, StagedCopy>(
    options,
    ({ folder: built, publishCache, trash, requirements }, staged) =>
      replaceSite({ built, outDir, publishCache, trash, staged, requirements }),
    ({ folder: built, publishCache, trash }) =>
      stageReplacement({ built, outDir, publishCache, trash }),
  );
}
