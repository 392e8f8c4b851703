import { hash } from 'node:crypto';
import type {
  Correction,
  CorrectionPart,
  ReleaseLog,
} from '../../../src/model/content/release-log.ts';
import { type Row, releaseRow } from '../../support/rows.ts';

// Releases that are corrected at random, and the log that should result, computed from these
// corrections and not from what sync writes. Every text contains a unique word (`tok1`) by which it
// can be found, and a rewording keeps most of its words.

interface Change {
  id: string | undefined;
  /** The words that a rewording keeps. */
  topic: string;
  text: string;
}

interface Release {
  id: string;
  isPublic: boolean;
  version: string;
  releasedAt: number;
  updatedAt: number;
  isPreRelease: boolean;
  changes: Change[];
}

/** A release as the last sync saw it. */
interface Seen extends Omit<Release, 'changes'> {
  /** The text of each change. */
  texts: Map<Change, string>;
  /** When a sync first saw the release. */
  firstSeen: number;
}

interface Told extends Omit<Correction, 'parts'> {
  parts: (
    | Exclude<CorrectionPart, { kind: 'added' | 'reworded' }>
    | { kind: 'reworded'; count: number; changes: Change[] }
    | { kind: 'added'; change: Change; action: boolean }
  )[];
}

const graceMs = 15 * 60_000;

export class CorrectionsWorld {
  releases: Release[] = [];
  now = Date.parse('2026-03-01T09:00:00.000Z');
  /** Whether pictures are mirrored, which changes how entries are prepared. */
  assets = false;
  /** Words that mark a change as needing action; a site's owner may configure them. */
  action = new Set(['urgent', 'later']);
  /** The number of corrections that the log should have recorded. */
  told = 0;
  #log: Told[] = [];
  #seen = new Map<string, Seen>();
  /** The value of `assets` at the last sync; undefined if there is no log. */
  #prepared: boolean | undefined;
  /** Releases whose files were edited by hand since the last sync. */
  #edited = new Set<string>();
  #hasSynced = false;
  #made = 0;

  readonly random: () => number;

  constructor(random: () => number) {
    this.random = random;
  }

  below(count: number): number {
    return Math.floor(this.random() * count);
  }

  /** Makes a random change some minutes later. */
  step(): void {
    this.now += 1 + this.below(600_000);
    const one = this.releases[this.below(this.releases.length)];
    const kind = this.below(14);
    if (!one || kind === 0) {
      this.#publish();
      return;
    }
    one.updatedAt = this.now;
    if (kind === 1) this.releases.splice(this.releases.indexOf(one), 1);
    else if (kind === 2) one.isPublic = !one.isPublic;
    else if (kind === 3) one.version = `${this.below(9)}.0`;
    else if (kind === 4) one.releasedAt = this.now - this.below(2_000_000);
    else if (kind === 5) one.isPreRelease = !one.isPreRelease;
    else if (kind === 6) one.changes.reverse();
    else if (kind < 9) this.#reword(one);
    else if (kind < 11) this.#remove(one);
    else this.#add(one);
  }

  /** Marks the file of a public release as edited by hand; returns its id. */
  edit(): string | undefined {
    const id = [...this.#seen.keys()][this.below(this.#seen.size)];
    if (id) this.#edited.add(id);
    return id;
  }

  needsAction(text: string): boolean {
    return [...this.action].some((word) => text.includes(word));
  }

  loseLog(): void {
    this.#prepared = undefined;
  }

  /** Updates the expected log for a sync of all releases, or of the given ones. */
  synced(ids?: readonly string[]): void {
    const isBaseline = this.#prepared === undefined;
    if (isBaseline) {
      this.#log = [];
      // The times are lost too.
      for (const one of this.#seen.values()) one.firstSeen = one.releasedAt;
    }
    for (const id of ids ?? new Set([...this.#seen.keys(), ...this.releases.map((one) => one.id)]))
      this.#syncOne(id, isBaseline);
    this.#prepared = this.assets;
    this.#hasSynced = true;
    this.#log.sort((a, b) => (`${a.at} ${a.release}` < `${b.at} ${b.release}` ? -1 : 1));
  }

  /** The expected log, except for `prepared`. */
  expected(): Omit<ReleaseLog, 'prepared'> {
    const seen = [...this.#seen].sort(([a], [b]) => (a < b ? -1 : 1));
    return {
      corrections: this.#log.flatMap(({ parts, ...one }) => {
        const told = parts.flatMap((part) => this.#partNow(one.release, part));
        return told.length > 0 ? [{ ...one, parts: told }] : [];
      }),
      first_seen: Object.fromEntries(
        seen.map(([id, { firstSeen }]) => [id, new Date(firstSeen).toISOString()]),
      ),
    };
  }

  /** The unique words of all public texts. */
  publicTokens(): string[] {
    const texts = [...this.#seen.values()].flatMap((one) => [...one.texts.values()]);
    return texts.flatMap((text) => text.match(/tok\d+/g) ?? []).sort();
  }

  /** The rows as the API returns them. */
  rows(): Row[] {
    return this.releases.map((one) =>
      releaseRow(one.id, {
        is_public: one.isPublic,
        version: one.version,
        is_pre_release: one.isPreRelease,
        released_at: new Date(one.releasedAt).toISOString(),
        updated_at: new Date(one.updatedAt).toISOString(),
        changes: one.changes.map(({ id, text }) => ({
          ...(id && { id }),
          change_id: 't-new',
          title: 'New',
          color: '#16a34a',
          content: `<p>${text}</p>`,
        })),
      }),
    );
  }

  #syncOne(id: string, isBaseline: boolean): void {
    const release = this.releases.find((one) => one.id === id && one.isPublic);
    const seen = this.#seen.get(id);
    const isSilent =
      isBaseline || this.#prepared !== this.assets || this.#edited.delete(id) || !release || !seen;
    if (!isSilent) this.#correct(seen, release);
    if (!release) {
      this.#seen.delete(id);
      this.#log = this.#log.filter((one) => one.release !== id);
      return;
    }
    const texts = new Map(release.changes.map((one) => [one, one.text]));
    const { changes: _, ...rest } = release;
    const first = this.#hasSynced ? this.now : release.releasedAt;
    this.#seen.set(id, { ...rest, texts, firstSeen: seen ? seen.firstSeen : first });
    this.#edited.delete(id);
  }

  #correct(seen: Seen, release: Release): void {
    const early = this.now - seen.firstSeen < graceMs;
    const fresh = release.changes.filter((one) => !seen.texts.has(one));
    const stayed = release.changes.filter((one) => seen.texts.has(one));
    const gone = seen.texts.size - stayed.length;
    const changes = stayed.filter((one) => seen.texts.get(one) !== one.text);
    const count = changes.length;
    const others: Told['parts'] = [
      ...(gone > 0 ? [{ kind: 'removed' as const, count: gone }] : []),
      ...(count > 0 ? [{ kind: 'reworded' as const, count, changes }] : []),
      ...(seen.version === release.version ? [] : [{ kind: 'version' as const }]),
      ...(seen.releasedAt === release.releasedAt ? [] : [{ kind: 'date' as const }]),
      ...(seen.isPreRelease === release.isPreRelease ? [] : [{ kind: 'pre-release' as const }]),
    ];
    const added = fresh.map((change) => ({
      kind: 'added' as const,
      change,
      action: this.needsAction(change.text),
    }));
    const parts = early ? added.filter(({ action }) => action) : [...added, ...others];
    if (parts.length === 0) return;
    this.told += 1;
    const at = new Date(this.now).toISOString();
    const wasPreRelease = seen.isPreRelease && { was_pre_release: true as const };
    this.#log.push({ release: release.id, at, ...wasPreRelease, parts });
  }

  /**
   * A recorded part in its current form: with the digests of added and reworded changes that are
   * still there. Nothing if an added change was removed.
   */
  #partNow(id: string, part: Told['parts'][number]): CorrectionPart[] {
    const keyOf = (change: Change) => {
      const text = this.#seen.get(id)?.texts.get(change);
      return text === undefined ? [] : [hash('sha256', text).slice(0, 16)];
    };
    if (part.kind === 'reworded') {
      const { changes, ...rest } = part;
      return [{ ...rest, keys: changes.flatMap(keyOf).sort() }];
    }
    if (part.kind !== 'added') return [part];
    return keyOf(part.change).map((key) => {
      return { kind: 'added', key, ...(part.action && { action: true as const }) };
    });
  }

  #publish(): void {
    this.#made += 1;
    const releasedAt = this.now - this.below(2_000_000);
    const one: Release = {
      id: `r-${this.#made}`,
      isPublic: this.random() < 0.7,
      version: '1.0',
      releasedAt,
      updatedAt: this.now,
      isPreRelease: false,
      changes: [],
    };
    this.releases.push(one);
    for (let count = this.below(3); count > 0; count -= 1) this.#add(one);
  }

  /**
   * Adds a change, unless the release lost one since the last sync: that would count as a
   * rewording.
   */
  #add(one: Release): void {
    const before = this.#seen.get(one.id)?.texts.keys() ?? [];
    if ([...before].some((change) => !one.changes.includes(change))) return;
    this.#made += 1;
    const n = this.#made;
    const kind = ['urgent', 'later', 'small'][this.below(3)];
    const topic = `${kind} alpha${n} beta${n} gamma${n}`;
    const id = this.random() < 0.5 ? `c-${n}` : undefined;
    one.changes.splice(this.below(one.changes.length + 1), 0, {
      id,
      topic,
      text: `tok${n} ${topic}`,
    });
  }

  #remove(one: Release): void {
    const change = one.changes[this.below(one.changes.length)];
    const before = this.#seen.get(one.id)?.texts;
    const hasNew = one.changes.some((other) => other !== change && !before?.has(other));
    if (!change || (before?.has(change) && hasNew)) return;
    one.changes.splice(one.changes.indexOf(change), 1);
  }

  #reword(one: Release): void {
    const change = one.changes[this.below(one.changes.length)];
    this.#made += 1;
    if (change) change.text = `${change.topic} tok${this.#made}`;
  }
}
