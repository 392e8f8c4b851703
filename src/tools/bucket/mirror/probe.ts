import { digest } from '../../../lib/digest.ts';
import { SettingsError } from '../../../model/errors.ts';
import { type ObjectStore, type Sending, stateFolder } from './store/object-store.ts';
import { ConditionUnknownError } from './store/store-errors.ts';

/**
 * Whether a store supports conditional writes. Without these, several publishers would overwrite
 * each other's files. Writes a test object, and removes it.
 * @param random unique part of the test object's key
 * @throws WaymarkError if the store cannot be used
 */
export async function keepsConditions(
  store: ObjectStore,
  random: string,
  sending: Sending = {},
): Promise<boolean> {
  const key = `${stateFolder}probe-${random}`;
  const put = (text: string, condition: Parameters<ObjectStore['put']>[3]) => {
    const bytes = Buffer.from(`${random} ${text}`);
    return store.put(key, bytes, { headers: {}, mark: digest(bytes, 32) }, condition, sending);
  };
  try {
    await put('first', { kind: 'absent' });
    const second = await put('second', { kind: 'absent' });
    const third = await put('third', { kind: 'unchanged', etag: `"${digest(random, 32)}"` });
    return second.kind === 'refused' && third.kind === 'refused';
  } catch (error) {
    if (error instanceof ConditionUnknownError) return false;
    throw error;
  } finally {
    await store.remove(key, sending).catch(() => {});
  }
}

/** @throws SettingsError if the store does not support conditional writes */
export async function refuseUnfit(
  store: ObjectStore,
  random: string,
  sending: Sending,
): Promise<void> {
  if (await keepsConditions(store, random, sending)) return;
  throw new SettingsError(
    `${store.name} is in a store that ignores If-None-Match and If-Match, so several publishers could overwrite each other. If you publish from one machine only, set BUCKET_LOCK=off.`,
  );
}
