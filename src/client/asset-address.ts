/**
 * The reason why an address must not be fetched as a picture or file; undefined if it may be
 * fetched. Addresses on the API's own origin may use plain http and private IP addresses, but must
 * not be API endpoints. All other addresses need https.
 * @param api the API's address without `/v1`
 */
export function refusalOf(url: URL, api: URL): string | undefined {
  if (url.username || url.password) return 'the address holds credentials';
  if (url.origin !== api.origin)
    return url.protocol === 'https:' ? undefined : 'only https addresses are fetched';
  const path = segmentsOf(url.pathname);
  if (!path) return 'servers may interpret its path differently';
  return isOfApi(path, segmentsOf(api.pathname) ?? [])
    ? 'it is an address of the API, not of a file'
    : undefined;
}

/**
 * Whether a path is an API endpoint, either below the API's address or at the root of the API's
 * origin.
 */
function isOfApi(path: string[], base: string[]): boolean {
  const isBelow = base.every((segment, index) => path[index] === segment);
  const [first = ''] = isBelow ? path.slice(base.length) : path;
  return /^(?:v\d+|incoming)$/.test(first);
}

/**
 * The segments of a path, as the most lenient server would read them. The path is decoded
 * repeatedly and lowercased, backslashes become slashes, and empty segments and parameters (`;x=1`)
 * are dropped. Undefined if servers may disagree on the path: hidden dot segments, broken escapes,
 * control characters.
 */
function segmentsOf(pathname: string): string[] | undefined {
  const decoded = decodeWhole(pathname, 4);
  if (decoded === undefined || /\p{Cc}/u.test(decoded)) return undefined;
  const segments = decoded
    .toLowerCase()
    .split(/[/\\]/)
    .map((segment) => segment.replace(/;.*/, '').trim())
    .filter((segment) => segment !== '');
  return segments.some((segment) => /^\.{1,2}$/.test(segment)) ? undefined : segments;
}

/**
 * Decodes a text until it no longer changes. Undefined if an escape is broken or nested too deeply.
 */
function decodeWhole(text: string, layers: number): string | undefined {
  try {
    const decoded = decodeURIComponent(text);
    if (decoded === text) return text;
    return layers > 0 ? decodeWhole(decoded, layers - 1) : undefined;
  } catch {
    return undefined;
  }
}
