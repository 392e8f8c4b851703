import { readFile } from 'node:fs/promises';
import { parse } from 'node:path';
import type { OnProgress } from '../../../lib/progress.ts';
import type { Budget } from '../../../lib/time/budget.ts';
import { type EntryKind, type EntryTypes, entryKinds } from '../../../model/content/entry-kinds.ts';
import {
  parseVariantName,
  picturesInHtml,
  variantName,
  variantWidths,
} from '../../../model/content/variants.ts';
import { readMirrored } from '../../../store/assets.ts';
import type { TrustedContent } from '../../read/current/trust-content.ts';
import type { Mirror } from './mirror.ts';

// Makes smaller WebP versions of large pictures. Each picture is encoded only once: entries record
// the widths of the versions, so a later sync, even on another machine, does not encode it again.
// If time runs out, the remaining pictures are encoded by the next sync.

/** Pictures up to this size in bytes get no WebP versions: pages show the original. */
const maxOriginalBytes = 60_000;

type Entry = EntryTypes[EntryKind];

/**
 * Widths of each picture's versions, by file name. Undefined if the picture is small, or if there
 * was no time to encode it.
 */
type Variants = ReadonlyMap<string, number[] | undefined>;

export interface VariantOptions {
  contentDir: string;
  /** Contains the newly copied pictures, and stores the versions of all pictures. */
  mirror: Pick<Mirror, 'files' | 'add'>;
  /** Time limit for downloads and encoding. */
  assetBudget: Budget;
  before: Pick<TrustedContent, EntryKind | 'intact'>;
  onProgress: OnProgress;
}

/**
 * Makes the missing versions of all pictures in the entries. Encodes one picture at a time to limit
 * memory.
 */
export async function makeVariants(
  entries: readonly Entry[],
  { contentDir, mirror, assetBudget, before, onProgress }: VariantOptions,
): Promise<Variants> {
  const { intact } = before;
  const known = findKnownVariants(before);
  const isLarge = (file: string) => (intact.get(file) ?? Infinity) > maxOriginalBytes;
  const files = new Set(entries.flatMap(listPictures).filter(isLarge));
  const variants = new Map([...files].map((file) => [file, known.get(parse(file).name)]));
  const missing = [...files].filter((file) => !variants.get(file));
  for (const [done, file] of missing.entries()) {
    onProgress('encoding', done, missing.length);
    variants.set(file, await assetBudget.spend(() => encode(file)));
  }
  onProgress('encoding', missing.length, missing.length);
  return variants;

  async function encode(file: string): Promise<number[] | undefined> {
    const copied = mirror.files.get(file);
    const bytes = copied ? await readFile(copied) : await readMirrored(contentDir, file);
    if (!bytes || bytes.length <= maxOriginalBytes) return undefined;
    const { encodeVariants } = await import('../../../lib/picture.ts');
    // A picture that cannot be encoded counts as having no versions, so it is not tried again.
    const encoded = await encodeVariants(bytes, variantWidths).catch(() => []);
    for (const { data, width } of encoded) await mirror.add(variantName(file, width), data);
    return encoded.map(({ width }) => width);
  }
}

/** Adds the widths of its pictures' versions to an entry. */
export function withVariants<E extends Entry>(entry: E, variants: Variants): E {
  const pictures = listPictures(entry).flatMap((file) => {
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
function listPictures(entry: Entry): string[] {
  const hero = 'hero' in entry && entry.hero?.type === 'image' ? [entry.hero.asset.file] : [];
  const changes = 'changes' in entry ? entry.changes.map(({ html }) => html) : [];
  return [...hero, ...[entry.body, ...changes].flatMap(picturesInHtml)];
}

/** Widths of each picture's existing versions, by file name without extension. */
function findKnownVariants({ intact, ...lists }: VariantOptions['before']): Map<string, number[]> {
  const known = new Map<string, number[]>();
  for (const name of intact.keys()) {
    const { stem, width } = parseVariantName(name) ?? {};
    if (!stem || !width) continue;
    known.set(
      stem,
      [...(known.get(stem) ?? []), width].toSorted((a, b) => a - b),
    );
  }
  // Entries record which versions there should be. The files alone do not show whether a picture
  // needs no versions or has lost them.
  const entries = entryKinds.flatMap((kind): Entry[] => [...lists[kind].values()]);
  const recorded = entries.flatMap(({ pictures = {} }) => Object.entries(pictures));
  for (const [file, widths] of recorded) {
    const { name: stem } = parse(file);
    if (!widths.every((width) => intact.has(variantName(file, width)))) known.delete(stem);
    else if (!known.has(stem) && widths.length === 0) known.set(stem, []);
  }
  return known;
}
