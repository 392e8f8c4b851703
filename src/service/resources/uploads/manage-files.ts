import { sql } from 'kysely';
import type { Attachment } from '../../../model/api/parts.ts';
import type { Db } from '../../database/schema.ts';
import { inTransaction } from '../../database/transaction.ts';
import { emitChanged } from '../../events/emit.ts';
import { type FileUser, fileUsers, saveWithFiles } from '../file-uses.ts';
import { readMilestone, saveMilestone } from '../milestones.ts';
import { findContributor } from '../parts.ts';
import { referredFiles } from '../referred-files.ts';
import { isLive, readRelease, saveRelease } from '../releases/releases.ts';

/** A stored file, with what uses it. */
export interface ListedFile {
  name: string;
  type: string;
  size: number;
  uses: Pick<FileUser, 'table' | 'id' | 'title'>[];
  /** Since when nothing uses the file; null if it is used. */
  unused_since: string | null;
}

/** All files with what uses them, sorted by name. */
export async function listFiles(db: Db): Promise<ListedFile[]> {
  const rows = await db
    .selectFrom('file')
    .leftJoin('unused_upload', 'unused_upload.name', 'file.name')
    .select(['file.name', 'type', 'uploaded_at', sql<number>`length(bytes)`.as('size')])
    .orderBy('file.name')
    .execute();
  const uses = new Map<string, ListedFile['uses']>(rows.map(({ name }) => [name, []]));
  for await (const { files, ...user } of fileUsers(db))
    for (const name of files) uses.get(name)?.push(user);
  return rows.map(({ uploaded_at, ...file }) => {
    const found = uses.get(file.name) ?? [];
    return { ...file, uses: found, unused_since: found.length > 0 ? null : uploaded_at };
  });
}

export type RemovedFile =
  | { kind: 'done'; uses: ListedFile['uses'] }
  | { kind: 'missing' }
  /** The file was not removed, because something uses it. */
  | { kind: 'used'; uses: ListedFile['uses'] };

/**
 * Removes a file at once. If something uses it, it is only removed with `withAll`: attachments,
 * heroes and avatars are removed with it, while texts keep its address.
 */
export function removeFile(
  db: Db,
  name: string,
  { withAll, now }: { withAll: boolean; now: Date },
): Promise<RemovedFile> {
  return inTransaction(db, async (db): Promise<RemovedFile> => {
    const file = await db.selectFrom('file').select('name').where('name', '=', name).execute();
    if (file.length === 0) return { kind: 'missing' };
    const uses = await usesOf(db, name);
    if (uses.length > 0 && !withAll) return { kind: 'used', uses };
    let isShown = false;
    for (const { table, id } of uses) if (await drop[table](db, { id, name, now })) isShown = true;
    await db.deleteFrom('file').where('name', '=', name).execute();
    if (isShown) await emitChanged(db, { kind: 'file', id: name }, now);
    return { kind: 'done', uses };
  });
}

async function usesOf(db: Db, name: string): Promise<ListedFile['uses']> {
  const uses: ListedFile['uses'] = [];
  for await (const { files, ...user } of fileUsers(db)) if (files.has(name)) uses.push(user);
  return uses;
}

interface Dropping {
  id: string;
  name: string;
  now: Date;
}

/** Removes the parts of a resource that are only the file. Returns whether readers see it. */
const drop: Record<FileUser['table'], (db: Db, dropping: Dropping) => Promise<boolean>> = {
  async release(db, { id, name, now }) {
    const release = await readRelease(db, id);
    if (!release) return false;
    const hero = isOf(name, release.hero?.url) ? null : release.hero;
    const attachments = without(name, release.attachments);
    await saveRelease(db, { ...release, hero, attachments, updated_at: now.toISOString() }, now);
    return isLive(release);
  },
  async milestone(db, { id, name, now }) {
    const milestone = await readMilestone(db, id);
    if (!milestone) return false;
    const attachments = without(name, milestone.attachments);
    await saveMilestone(db, { ...milestone, attachments, updated_at: now.toISOString() }, now);
    return milestone.is_public;
  },
  async contributor(db, { id, now }) {
    const contributor = await findContributor(db, id);
    if (!contributor) return false;
    const row = { ...contributor, avatar_url: null, changed_at: now.toISOString() };
    await saveWithFiles(db, 'contributor', row, now);
    return true;
  },
};

function without(name: string, attachments: readonly Attachment[]): Attachment[] {
  return attachments.filter(({ content }) => !isOf(name, content.url));
}

function isOf(name: string, address = ''): boolean {
  return referredFiles(address).has(name);
}
