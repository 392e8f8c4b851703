import type { StoredFile } from '../resources/files.ts';

/** A file whose bytes may be loaded on demand. They are not cached. */
export type LazyFile = Pick<StoredFile, 'name' | 'type'> & {
  bytes: StoredFile['bytes'] | (() => Promise<StoredFile['bytes']>);
  /** Size in bytes; undefined if the bytes are already loaded. */
  size?: number;
};

export async function bytesOf({ bytes }: LazyFile): Promise<StoredFile['bytes']> {
  return typeof bytes === 'function' ? await bytes() : bytes;
}
