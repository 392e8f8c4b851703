import { isLocalPicture } from '../../../sources/local-pictures.ts';
import type { Mirror } from './mirror.ts';
import { webAddress } from './web-address.ts';

/** Creates a mirror that downloads nothing, so that pages link to the original files. */
export function createNoMirror(baseUrl: string): Mirror {
  return {
    fetch: async () => ({}),
    link: (address) => {
      const url = webAddress(URL.parse(address, baseUrl)?.href ?? '');
      // Neither local files nor addresses with credentials may be linked from public pages.
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
