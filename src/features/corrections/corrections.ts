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
  /** Reworded changes, with their current texts. */
  reworded: EntryChange[];
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
    const changes = correctedChanges.get(id) ?? [];
    const added = addedChanges(parts, changes);
    const reworded = rewordedChanges(parts, changes);
    const others = parts.filter((part) => part.kind !== 'added');
    const wasPreRelease = was_pre_release === true;
    return added.length + others.length > 0
      ? [{ release, at, wasPreRelease, added, reworded, others }]
      : [];
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

/** The changes that a correction reworded and the release still has. */
function rewordedChanges(
  parts: readonly CorrectionPart[],
  changes: readonly EntryChange[],
): EntryChange[] {
  const keys = new Set(parts.flatMap((part) => (part.kind === 'reworded' ? part.keys : []) ?? []));
  return changes.filter((change) => keys.has(changeKey(change)));
}
