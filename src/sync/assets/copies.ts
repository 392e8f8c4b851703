import pLimit from 'p-limit';
import type { Client } from '../../client/client.ts';
import type { Download } from '../../client/public-fetch.ts';
import type { AssetKind, EncodedAsset } from './asset-bytes.ts';
import type { Budget } from './budget.ts';

/**
 * Maximum numbers of concurrent downloads and encodings, to bound memory: a download may have 20
 * MiB, and a decoded picture of 40 megapixels takes about 350 MB.
 */
const maxDownloads = 4;
const maxEncodings = 1;

/** The reason why a download gave no usable copy. */
type FailedCopy = Exclude<Download, { kind: 'bytes' }>;

/**
 * Creates a function that downloads and encodes one file. If the time limit has been reached, the
 * function returns undefined.
 */
export function createCopies({ download }: Pick<Client, 'download'>, budget: Budget) {
  const [downloading, encoding] = [pLimit(maxDownloads), pLimit(maxEncodings)];

  const copy = async (address: string, kind: AssetKind, timeUp: AbortSignal) => {
    const result = await download(address, timeUp);
    if (result.kind !== 'bytes') return result;
    // Loaded on demand, because its libraries are megabytes and many syncs have no pictures.
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
