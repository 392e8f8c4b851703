import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { ifMissing } from '../../lib/files/missing.ts';
import type { Release } from '../../model/api/release.ts';
import type { Channels, Ruled } from '../../model/channels.ts';
import { parseAnnounceFile } from './announce-file.ts';
import { readLedger } from './ledger.ts';
import { fitsRules } from './plan.ts';

/**
 * The targets in `announce.yaml`; none if there is no such file. If it cannot be used, `problem`
 * says why. `isChosen`: whether the rules of a target choose the release.
 */
export async function readChannels(
  file: string,
  release: Ruled,
  types: readonly string[],
): Promise<Channels> {
  const projects = release.project ? [release.project.name] : [];
  const labels = release.labels.map(({ name }) => name);
  const item = { isPreRelease: release.is_pre_release, projects, labels, types };
  try {
    const text = await readFile(file, 'utf8').catch(ifMissing);
    const targets = text === undefined ? [] : parseAnnounceFile(basename(file), text).targets;
    return { channels: targets.map((one) => ({ name: one.name, isChosen: fitsRules(item, one) })) };
  } catch (error) {
    return { channels: [], problem: error instanceof Error ? error.message : String(error) };
  }
}

/** What became of a release's announcement in each target, from the ledger. */
export async function readAnnounced(ledger: string, { id, channels = [] }: Release) {
  const { rows } = await readLedger(ledger);
  return channels.map((target) => {
    const row = rows.find((one) => one.target === target && one.item === id);
    return { target, state: row?.state ?? 'waiting', why: row?.why };
  });
}
