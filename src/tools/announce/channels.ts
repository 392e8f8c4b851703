import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { ifMissing } from '../../lib/files/missing.ts';
import type { Release } from '../../model/api/release.ts';
import { parseTargets } from './announce-file.ts';
import { readLedger } from './ledger.ts';
import { fitsRules } from './plan.ts';

/** A target of announcements, for people who choose: whether its rules choose the release. */
export interface Channel {
  name: string;
  isChosen: boolean;
}

/**
 * The targets in `announce.yaml`; none if there is no such file. If it cannot be used, `problem`
 * says why.
 */
export async function readChannels(
  file: string,
  { project, labels, is_pre_release: isPreRelease }: Release,
  types: readonly string[],
): Promise<{ channels: Channel[]; problem?: string }> {
  const item = {
    isPreRelease,
    project: project?.name,
    labels: labels.map(({ name }) => name),
    types,
  };
  try {
    const text = await readFile(file, 'utf8').catch(ifMissing);
    const targets = text === undefined ? [] : parseTargets(basename(file), text);
    const channels = targets.map((one) => ({ name: one.name, isChosen: fitsRules(item, one) }));
    return { channels };
  } catch (error) {
    return { channels: [], problem: error instanceof Error ? error.message : String(error) };
  }
}

/** What became of a release's announcement in each target, from the ledger. */
export async function readAnnounced(
  ledger: string,
  { id, channels = [] }: Release,
): Promise<{ target: string; state: string; why: string | undefined }[]> {
  const { rows } = await readLedger(ledger);
  return channels.map((target) => {
    const row = rows.find((one) => one.target === target && one.item === id);
    return { target, state: row?.state ?? 'waiting', why: row?.why };
  });
}
