import { readdir } from 'node:fs/promises';
import type { z } from 'zod';
import { WorkspaceEntry } from '../../model/content/content.ts';
import { SyncState } from '../../model/content/sync-state.ts';
import { WaymarkError } from '../../model/errors.ts';
import { ifThere, readParsed } from '../content-file.ts';
import { tableFiles } from '../layout.ts';

/**
 * Checks a folder before anything in it is written or removed.
 * @throws WaymarkError if the folder is not empty and was not written by sync
 */
export async function refuseForeign(contentDir: string): Promise<void> {
  const names = (await ifThere(readdir(contentDir), contentDir)) ?? [];
  const others = names.filter((name) => !name.startsWith('.') && name !== 'lost+found');
  if (others.length === 0) return;
  if (await holds(contentDir, tableFiles.state, SyncState)) return;
  if (await holds(contentDir, tableFiles.workspace, WorkspaceEntry)) return;
  const some = others.sort().slice(0, 3).join(', ');
  throw new WaymarkError(
    `${contentDir} has files that sync did not write (${some}${others.length > 3 ? ', …' : ''}), so it was left unchanged.\nSet CONTENT_DIR, or --content, to an empty folder or to a folder that sync wrote.`,
  );
}

async function holds(contentDir: string, path: string, schema: z.ZodType): Promise<boolean> {
  return (await readParsed(contentDir, path, schema).catch(() => undefined)) !== undefined;
}
