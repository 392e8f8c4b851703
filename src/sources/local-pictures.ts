import type { Client } from '../client/client.ts';
import type { Download } from '../client/public-fetch.ts';
import { digest } from '../lib/digest.ts';

/** No name below `.invalid` is ever on the network (RFC 6761, 6.4). */
const origin = 'https://files.waymark.invalid';

type Bytes = Uint8Array<ArrayBuffer>;

/** Pictures beside Markdown files, at addresses that are made from their bytes. */
export interface LocalPictures {
  /**
   * Takes a picture; returns its address.
   * @param read reads it again when it is mirrored: only its digest is kept in memory
   */
  add(path: string, bytes: Bytes, read: () => Promise<Bytes>): string;
  /** Downloads that find these pictures without a request. */
  download: Client['download'];
}

/** Whether an address is one of theirs and does not resolve for readers. */
export function isLocalPicture(address: string): boolean {
  return address.startsWith(`${origin}/`);
}

/** @param otherwise asked for all other addresses */
export function createLocalPictures(otherwise: Client['download']): LocalPictures {
  const pictures = new Map<string, () => Promise<Bytes>>();
  return {
    add: (path, bytes, read) => {
      const name = encodeURIComponent(path.split('/').at(-1) ?? '');
      const address = `${origin}/${digest(bytes, 20)}/${name}`;
      pictures.set(address, read);
      return address;
    },
    download: async (address, over): Promise<Download> => {
      const read = pictures.get(address);
      if (!read && !isLocalPicture(address)) return otherwise(address, over);
      const bytes = await read?.().catch(() => undefined);
      if (bytes && address.startsWith(`${origin}/${digest(bytes, 20)}/`))
        return { kind: 'bytes', bytes: Buffer.from(bytes) };
      return { kind: 'unusable', why: 'there is no such picture beside the file' };
    },
  };
}
