import { mkdtempDisposableSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '../../client/client.ts';
import { digest } from '../../lib/digest.ts';
import { oneLine } from '../../lib/text/text.ts';
import type { Asset } from '../../model/content/content.ts';
import type { MissingAsset } from '../../model/content/sync-cache.ts';
import { WaymarkError } from '../../model/errors.ts';
import { addressInWords } from './address-in-words.ts';
import type { AssetKind, Kept } from './asset-bytes.ts';
import type { Budget } from './budget.ts';
import { createCopies, type NotKept } from './copies.ts';
import type { AssetMemory } from './memory.ts';

// Takes addresses of pictures and files; gives copies of them for the content folder.
// Copies wait in a folder of their own, so that memory does not grow with their number.
// Never fails a sync because of them: what cannot be had now is named, and asked for another time.

export interface Mirror extends Disposable {
  /**
   * What stands at an address, asked for once, and not again before its time.
   * @param unchanged what shows it is as it was: a copy that is there already will do
   * @throws WaymarkError where copies cannot be written
   */
  fetch(address: string, kind: AssetKind, unchanged: boolean): Promise<CopiedAsset>;
  /** Where a page leads readers to the original of what has no copy; undefined: nowhere. */
  link(address: string): string | undefined;
  /** Where the copies wait, by file name, until the mirror is disposed. */
  readonly files: ReadonlyMap<string, string>;
  /** The copies, by the keys of their addresses. */
  readonly copies: ReadonlyMap<string, Asset>;
  /** How many of those that there is no copy of have not had their turn. */
  putOff(): number;
}

/** A copy where there is one, and what is to be told and remembered where it could not be had. */
export interface CopiedAsset {
  asset?: Asset;
  missing?: MissingAsset;
}

export interface MirrorOptions {
  client: Pick<Client, 'download' | 'baseUrl'>;
  memory: AssetMemory;
  /** For what is asked for, and for making copies of it. */
  budget: Budget;
  now: Date;
}

export function createMirror({ client, memory, budget, now }: MirrorOptions): Mirror {
  const copies = new Map<string, Asset>();
  const asked = new Map<string, Promise<CopiedAsset>>();
  let putOff = 0;
  const folder = createFolder();
  const copyOf = createCopies(client, budget);

  const ask = async (key: string, address: string, kind: AssetKind): Promise<CopiedAsset> => {
    const former = memory.copyOf(key);
    const copy = await copyOf(address, kind);
    if (copy && 'data' in copy) {
      await folder.write(copy);
      copies.set(key, copy.asset);
      return { asset: copy.asset };
    }
    if (!copy && !former) putOff += 1;
    const before = memory.asked(key) ?? { times: 0, last: 0 };
    if (!copy) return { ...(former && { asset: former }), missing: { key, asked: before } };
    const asked = { times: before.times + 1, last: now.getTime() };
    return withoutCopy(copy, { key, address, kind, asked }, former);
  };

  const fetch: Mirror['fetch'] = async (address, kind, unchanged) => {
    const url = URL.parse(address, client.baseUrl)?.href ?? address;
    const key = digest(`${kind} ${url}`, 20);
    const former = memory.copyOf(key);
    const missing = memory.resting(key);
    if (missing) return { ...(former && { asset: former }), missing };
    if (former && unchanged && !memory.asked(key)) return { asset: former };
    const copied = asked.get(key) ?? ask(key, address, kind);
    asked.set(key, copied);
    return copied;
  };

  return {
    fetch,
    copies,
    files: folder.files,
    link: () => undefined,
    putOff: () => putOff,
    [Symbol.dispose]: folder.remove,
  };
}

interface Asked {
  key: string;
  address: string;
  kind: AssetKind;
  /** With this time. */
  asked: NonNullable<MissingAsset['asked']>;
}

/** @param former the copy that is there already */
function withoutCopy(
  { kind: how, why }: NotKept,
  { key, address, kind, asked }: Asked,
  former: Asset | undefined,
): CopiedAsset {
  // What answers otherwise now is gone; what does not answer is still there, as far as we know.
  if (how === 'unavailable' && former) return { asset: former, missing: { key, asked } };
  // A video that has no copy is linked: nothing is left out.
  const note = kind !== 'video' && `left out ${addressInWords(address)}: ${oneLine(why)}`;
  // Of an address that says itself that it is none to ask nothing else is to be expected.
  return { missing: { key, ...(note && { note }), ...(how !== 'refused' && { asked }) } };
}

/** @throws WaymarkError */
function createFolder() {
  try {
    const { path, remove } = mkdtempDisposableSync(join(tmpdir(), 'waymark-assets-'));
    const files = new Map<string, string>();
    const write = async ({ asset, data }: Kept) => {
      const file = join(path, asset.file);
      if (!files.has(asset.file)) await writeFile(file, data).catch(cannotWrite);
      files.set(asset.file, file);
    };
    return { files, remove, write };
  } catch (error) {
    return cannotWrite(error);
  }
}

function cannotWrite(error: unknown): never {
  const why = error instanceof Error ? error.message : String(error);
  throw new WaymarkError(
    `Pictures cannot be copied by way of ${tmpdir()}: ${why}.\nMake room there, or name another folder (TMPDIR); --no-assets goes without.`,
    { cause: error },
  );
}
