import { type Posted, type PostOptions, postOnce } from '../lib/http/post-once.ts';
import { guardedConnector } from './guarded-connector.ts';
import { createPool, defaultTimeouts } from './pool.ts';

export type PostRequest = Pick<PostOptions, 'headers' | 'body'> & { url: URL };
export type Post = (request: PostRequest) => Promise<Posted>;

/** Posts to public https addresses, and to http addresses of this machine. */
export function createPublicPost(): Post {
  const outside = createPool(defaultTimeouts, guardedConnector({}));
  const here = createPool(defaultTimeouts);
  return ({ url, headers, body }) => {
    const dispatcher = url.protocol === 'http:' ? here : outside;
    const signal = AbortSignal.timeout(defaultTimeouts.total);
    return postOnce(url, { dispatcher, headers, body, signal });
  };
}
