import type { Client } from '../client/client.ts';
import type { Download } from '../client/public-fetch.ts';
import { digest } from '../lib/digest.ts';

/** Names below `.invalid` never resolve (RFC 6761, 6.4). */
const origin = 'https://files.waymark.invalid';

type Bytes = Uint8Array<ArrayBuffer>;

/** Pictures beside Markdown files, at addresses derived from their bytes. */
export interface LocalPictures {
  /**
   * Registers a picture and returns its address.
   * @param read reads the picture again for mirroring, so that only its digest stays in memory
   */
  add(path: string, bytes: Bytes, read: () => Promise<Bytes>): string;
  /** A download function that serves these pictures without a request. */
  download: Client['download'];
}

/** Whether an address was made here and does not resolve for readers. */
export function isLocalPicture(address: string): boolean {
  return address.startsWith(`${origin}/`);
}

/** @param otherwise downloads all other addresses */
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
