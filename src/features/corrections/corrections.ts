import type { EntryChange, ReleaseListing } from '../../model/content/content.ts';
import { type CorrectionPart, changeKey } from '../../model/content/release-log.ts';
import type { Core } from '../feature.ts';

// Selects from the release log the corrections that readers see. The texts of added changes come
// from the current releases, so a text that an author has removed no longer appears.

export interface ShownCorrection {
  release: ReleaseListing;
  /** RFC 3339 in UTC; unique among the corrections of one release. */
  at: string;
  wasPreRelease: boolean;
  added: ShownChange[];
  others: Exclude<CorrectionPart, { kind: 'added' }>[];
}

/** A change that a correction added. */
export interface ShownChange extends EntryChange {
  needsAction: boolean;
}

/** Returns the visible corrections, newest first. */
export function shownCorrections({
  releases,
  releaseLog,
  correctedChanges,
}: Pick<Core, 'releases' | 'releaseLog' | 'correctedChanges'>): ShownCorrection[] {
  const byId = new Map(releases.map((one) => [one.id, one]));
  const visible = releaseLog?.corrections.flatMap(({ release: id, at, was_pre_release, parts }) => {
    const release = byId.get(id);
    if (!release) return [];
    const added = addedChanges(parts, correctedChanges.get(id) ?? []);
    const others = parts.filter((part) => part.kind !== 'added');
    const wasPreRelease = was_pre_release === true;
    return added.length + others.length > 0 ? [{ release, at, wasPreRelease, added, others }] : [];
  });
  return (visible ?? []).toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

/** The changes that a correction added and the release still has. */
function addedChanges(
  parts: readonly CorrectionPart[],
  changes: readonly EntryChange[],
): ShownChange[] {
  const byKey = new Map(changes.map((one) => [changeKey(one), one]));
  return parts.flatMap((part) => {
    const change = part.kind === 'added' ? byKey.get(part.key) : undefined;
    if (!change || part.kind !== 'added') return [];
    return [{ ...change, needsAction: part.action === true }];
  });
}
