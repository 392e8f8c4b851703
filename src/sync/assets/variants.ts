import { readFile } from 'node:fs/promises';
import { parse } from 'node:path';
import type { EntryKind, EntryTypes } from '../../model/content/entry-kinds.ts';
import {
  parseVariantName,
  picturesInHtml,
  variantName,
  variantWidths,
} from '../../model/content/variants.ts';
import { readMirrored } from '../../store/assets.ts';
import type { OnSyncProgress } from '../prepare/progress.ts';
import type { Budget } from './budget.ts';
import type { Mirror } from './mirror.ts';

// Makes the WebP versions of large pictures. Each picture is encoded only once: entries record the
// widths of its versions, so neither a later sync nor another machine encodes it again. If time
// runs out, the other pictures wait for the next sync.

/** Pictures up to this size are shown as they are, without WebP versions. */
const maxOriginalBytes = 60_000;

type Entry = EntryTypes[EntryKind];

/**
 * Widths of each picture's versions, by file name; undefined for a small picture, or if no time was
 * left.
 */
type Variants = ReadonlyMap<string, number[] | undefined>;

export interface VariantOptions {
  contentDir: string;
  /** Has the newly copied pictures, and stores their versions. */
  mirror: Pick<Mirror, 'files' | 'add'>;
  /** Time limit for downloads and encoding. */
  budget: Budget;
  /** The entries as they were before the sync. */
  before: Iterable<Entry>;
  /** Sizes in bytes of the existing mirrored files that are complete, by file name. */
  intact: ReadonlyMap<string, number>;
  onProgress?: OnSyncProgress;
}

/** Makes the missing versions of all pictures that entries show, one at a time to bound memory. */
export async function makeVariants(
  entries: readonly Entry[],
  { contentDir, mirror, budget, before, intact, onProgress = () => {} }: VariantOptions,
): Promise<Variants> {
  const known = knownVariants(before, intact);
  const isLarge = (file: string) => (intact.get(file) ?? Infinity) > maxOriginalBytes;
  const files = new Set(entries.flatMap(picturesOf).filter(isLarge));
  const variants = new Map([...files].map((file) => [file, known.get(parse(file).name)]));
  const missing = [...files].filter((file) => !variants.get(file));
  for (const [done, file] of missing.entries()) {
    onProgress('encoding', done, missing.length);
    variants.set(file, await budget.spend(() => encode(file)));
  }
  onProgress('encoding', missing.length, missing.length);
  return variants;

  async function encode(file: string): Promise<number[] | undefined> {
    const copied = mirror.files.get(file);
    const bytes = copied ? await readFile(copied) : await readMirrored(contentDir, file);
    if (!bytes || bytes.length <= maxOriginalBytes) return undefined;
    const { encodeVariants } = await import('../../lib/picture.ts');
    // A picture that cannot be encoded is not tried again: readers see the original.
    const encoded = await encodeVariants(bytes, variantWidths).catch(() => []);
    for (const { data, width } of encoded) await mirror.add(variantName(file, width), data);
    return encoded.map(({ width }) => width);
  }
}

/** The entry, with the widths of its pictures' versions. */
export function withVariants<E extends Entry>(entry: E, variants: Variants): E {
  const pictures = picturesOf(entry).flatMap((file) => {
    const widths = variants.get(file);
    return widths ? [[file, widths]] : [];
  });
  if (pictures.length === 0 && !entry.pictures) return entry;
  return { ...entry, pictures: pictures.length > 0 ? Object.fromEntries(pictures) : undefined };
}

/**
 * Names of the pictures that pages show in full width. Avatars are too small to need versions, and
 * attached files are not shown as pictures.
 */
function picturesOf(entry: Entry): string[] {
  const hero = 'hero' in entry && entry.hero?.type === 'image' ? [entry.hero.asset.file] : [];
  const changes = 'changes' in entry ? entry.changes.map(({ html }) => html) : [];
  return [...hero, ...[entry.body, ...changes].flatMap(picturesInHtml)];
}

/** Widths of each picture's existing versions, by file name without extension. */
function knownVariants(
  entries: Iterable<Entry>,
  intact: ReadonlyMap<string, number>,
): Map<string, number[]> {
  const known = new Map<string, number[]>();
  for (const name of intact.keys()) {
    const { stem, width } = parseVariantName(name) ?? {};
    if (!stem || !width) continue;
    known.set(
      stem,
      [...(known.get(stem) ?? []), width].toSorted((a, b) => a - b),
    );
  }
  // Only entries record that a picture has no versions, or that one of its versions was lost.
  const recorded = [...entries].flatMap(({ pictures = {} }) => Object.entries(pictures));
  for (const [file, widths] of recorded) {
    const { name: stem } = parse(file);
    if (!widths.every((width) => intact.has(variantName(file, width)))) known.delete(stem);
    else if (!known.has(stem) && widths.length === 0) known.set(stem, []);
  }
  return known;
}
