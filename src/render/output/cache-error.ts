import { cacheFolder } from '../../lib/files/places.ts';
import { WaymarkError } from '../../model/errors.ts';
import { isOfSystem, whyNotWritable } from '../../store/cannot-write.ts';

/** Explains a system error about the cache folder. Returns other errors unchanged. */
export async function explainCacheError(error: unknown): Promise<unknown> {
  const folder = cacheFolder('');
  if (!isOfSystem(error) || !error.message.includes(folder)) return error;
  const why = (await whyNotWritable(folder)) ?? error.message;
  return new WaymarkError(
    `The cache folder ${folder} cannot be written: ${why}.\nMake it writable for this user, or free some space, then run this again. The old site stays.`,
    { cause: error },
  );
}
