import pLimit from 'p-limit';
import type { Client } from '../../client/client.ts';
import type { Download } from '../../client/public-fetch.ts';
import type { AssetKind, EncodedAsset } from './asset-bytes.ts';
import type { Budget } from './budget.ts';

/** A download may hold 20 MiB; a decoded picture of 40 megapixels takes about 350 MB. */
const maxDownloads = 4;
const maxEncodings = 1;

/** Why there is no copy. */
export type FailedCopy = Exclude<Download, { kind: 'bytes' }>;

/**
 * Downloads and encodes copies; undefined if no time remains. Concurrency is limited to bound
 * memory.
 */
export function createCopies({ download }: Pick<Client, 'download'>, budget: Budget) {
  const [downloading, encoding] = [pLimit(maxDownloads), pLimit(maxEncodings)];

  const copy = async (address: string, kind: AssetKind, timeUp: AbortSignal) => {
    const result = await download(address, timeUp);
    if (result.kind !== 'bytes') return result;
    // Loaded on demand: its libraries are megabytes, and many syncs have no pictures.
    const { encoders } = await import('./asset-bytes.ts');
    return encoding(() =>
      encoders[kind](result.bytes).catch(
        ({ message }: Error): FailedCopy => ({ kind: 'unusable', why: message }),
      ),
    );
  };

  return (address: string, kind: AssetKind): Promise<EncodedAsset | FailedCopy | undefined> =>
    downloading(() => budget.spend((timeUp) => copy(address, kind, timeUp)));
}
