import type { Client } from '../client/client.ts';
import type { Download } from '../client/public-fetch.ts';
import { digest } from '../lib/digest.ts';

/** Made-up origin for local pictures. Names below `.invalid` never resolve (RFC 6761, 6.4). */
const origin = 'https://files.waymark.invalid';

type Bytes = Uint8Array<ArrayBuffer>;

export type LocalPictures = ReturnType<typeof createLocalPictures>;

/** Whether an address was made up for a local picture. Readers cannot open such an address. */
export function isLocalPicture(address: string): boolean {
  return address.startsWith(`${origin}/`);
}

/**
 * Creates an empty set of pictures that are stored beside Markdown files. Each has a made-up
 * address, derived from its bytes.
 * @param otherwise function that downloads all other addresses
 */
export function createLocalPictures(otherwise: Client['download']) {
  const pictures = new Map<string, () => Promise<Bytes>>();
  return {
    /**
     * Registers a picture and returns its address.
     * @param read reads the picture again when it is copied to the site: `bytes` are not kept
     */
    add: (path: string, bytes: Bytes, read: () => Promise<Bytes>) => {
      const name = encodeURIComponent(path.split('/').at(-1) ?? '');
      const address = `${origin}/${digest(bytes, 20)}/${name}`;
      pictures.set(address, read);
      return address;
    },
    /** Downloads these pictures without sending a request. */
    download: async (address: string, over?: AbortSignal): Promise<Download> => {
      const read = pictures.get(address);
      if (!read && !isLocalPicture(address)) return otherwise(address, over);
      const bytes = await read?.().catch(() => undefined);
      if (bytes && address.startsWith(`${origin}/${digest(bytes, 20)}/`))
        return { kind: 'bytes', bytes: Buffer.from(bytes) };
      return { kind: 'unusable', why: 'there is no such picture beside the file' };
    },
  };
}
