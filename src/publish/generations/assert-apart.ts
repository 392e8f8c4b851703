import { resolve } from 'node:path';
import { SettingsError } from '../../model/errors.ts';
import { sitePathsOf } from './site-paths.ts';

/**
 * Checks that no setting has a path inside a folder that publishing replaces, where its files would
 * be lost. @throws SettingsError
 */
export function assertApart(settings: { [K in PathName | 'OUT_DIR']: string }): void {
  const outDir = resolve(settings.OUT_DIR);
  const { generations } = sitePathsOf(outDir);
  for (const name of pathNames) {
    const path = resolve(settings[name]);
    const replaced = [outDir, generations].find((folder) => `${path}/`.startsWith(`${folder}/`));
    if (replaced)
      throw new SettingsError(
        `${name}=${path} is in ${replaced}, which every build replaces, so the file would be lost. Set ${name} to a path outside that folder.`,
      );
  }
}

const pathNames = ['CONTENT_DIR', 'WEBHOOK_INBOX'] as const;
type PathName = (typeof pathNames)[number];
