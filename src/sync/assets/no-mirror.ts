import { isLocalPicture } from '../../sources/local-pictures.ts';
import type { Mirror } from './mirror.ts';
import { webAddress } from './web-address.ts';

/** Downloads nothing and links to the originals. */
export function createNoMirror(baseUrl: string): Mirror {
  return {
    fetch: async () => ({}),
    link: (address) => {
      const url = webAddress(URL.parse(address, baseUrl)?.href ?? '');
      // Credentials in an address must not be published.
      if (url && isLocalPicture(url)) return undefined;
      return url && !new URL(url).username && !new URL(url).password ? url : undefined;
    },
    add: async () => {},
    files: new Map(),
    copies: new Map(),
    deferred: () => 0,
    [Symbol.dispose]: () => {},
  };
}
