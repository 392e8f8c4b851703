import pLimit from 'p-limit';
import type { Client } from '../../client/client.ts';
import type { Download } from '../../client/public-fetch.ts';
import type { AssetKind, Kept } from './asset-bytes.ts';
import type { Budget } from './budget.ts';

/** Each may hold 20 MiB; unpacked, a picture of 40 megapixels takes some 350 MB: only one is. */
const inMemory = 4;
const unpacked = 1;

/** Why there is none. */
export type NotKept = Exclude<Download, { kind: 'bytes' }>;

/**
 * Makes copies of what stands at addresses, or tells why there is none; undefined where no time is
 * left. Only so many are in memory at a time.
 */
export function createCopies({ download }: Pick<Client, 'download'>, budget: Budget) {
  const [coming, unpacking] = [pLimit(inMemory), pLimit(unpacked)];

  const copy = async (address: string, kind: AssetKind, over: AbortSignal) => {
    const found = await download(address, over);
    if (found.kind !== 'bytes') return found;
    // Loaded when it is needed: many syncs meet no picture, and its libraries are megabytes.
    const { keep } = await import('./asset-bytes.ts');
    return unpacking(() =>
      keep[kind](found.bytes).catch(
        ({ message }: Error): NotKept => ({ kind: 'unusable', why: message }),
      ),
    );
  };

  return (address: string, kind: AssetKind): Promise<Kept | NotKept | undefined> =>
    coming(() => budget.spend((over) => copy(address, kind, over)));
}
