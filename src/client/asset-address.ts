/**
 * Why an address must not be fetched as a picture or file; undefined where it may be. The API's own
 * origin may use plain http and private addresses, but not serve its endpoints as files. Everything
 * else needs https.
 * @param api the API's address without `/v1`
 */
export function refusalOf(url: URL, api: URL): string | undefined {
  if (url.username || url.password) return 'the address holds credentials';
  if (url.origin !== api.origin)
    return url.protocol === 'https:' ? undefined : 'only https addresses are fetched';
  const path = segmentsOf(url.pathname);
  if (!path) return 'servers may read its path in more than one way';
  return isOfApi(path, segmentsOf(api.pathname) ?? [])
    ? 'it is an address of the API, not of a file'
    : undefined;
}

/** Whether a path is one of the API's own, below its address or at the origin's root. */
function isOfApi(path: string[], base: string[]): boolean {
  const isBelow = base.every((segment, index) => path[index] === segment);
  const [first = ''] = isBelow ? path.slice(base.length) : path;
  return /^(?:v\d+|incoming)$/.test(first);
}

/**
 * The segments of a path as the most lenient server reads them: decoded repeatedly, back slashes as
 * slashes, empty segments and parameters (`;x=1`) dropped, in lower case. Undefined where servers
 * may disagree: hidden dot segments, broken escapes, control characters.
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

/** Undefined where an escape is broken or nested too deeply. */
function decodeWhole(text: string, layers: number): string | undefined {
  try {
    const decoded = decodeURIComponent(text);
    if (decoded === text) return text;
    return layers > 0 ? decodeWhole(decoded, layers - 1) : undefined;
  } catch {
    return undefined;
  }
}
