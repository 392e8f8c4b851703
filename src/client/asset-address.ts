/**
 * Why an address must not be asked for a picture or a file; undefined where it may be. The API's
 * own origin may be plain http and private, but its endpoints are no files; everything else is
 * asked over https alone.
 * @param api the API's address without `/v1`
 */
export function refusalOf(url: URL, api: URL): string | undefined {
  if (url.username || url.password) return 'the address holds credentials';
  if (url.origin !== api.origin)
    return url.protocol === 'https:' ? undefined : 'only https addresses are fetched';
  const path = segmentsOf(url.pathname);
  if (!path) return 'servers may read its path in more than one way';
  return isOfApi(path, segmentsOf(api.pathname) ?? [])
    ? 'it is a part of the API, not a file'
    : undefined;
}

/** Whether a path is one of the API's own, below its address or at the origin's root. */
function isOfApi(path: string[], base: string[]): boolean {
  const isBelow = base.every((segment, index) => path[index] === segment);
  const [first = ''] = isBelow ? path.slice(base.length) : path;
  return /^(?:v\d+|incoming)$/.test(first);
}

/**
 * A path's segments as the most obliging server reads them: decoded as often as it can be, with
 * back slashes for slashes, empty segments and parameters (`;x=1`) dropped, in lower case.
 * Undefined where servers may disagree on what it names: plain dot segments are gone by now
 * (`URL` resolves them), and hidden ones, broken escapes and control characters are no file's name.
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

/** Undefined where an escape is broken, or where there are more layers of them than anyone means. */
function decodeWhole(text: string, layers: number): string | undefined {
  try {
    const decoded = decodeURIComponent(text);
    if (decoded === text) return text;
    return layers > 0 ? decodeWhole(decoded, layers - 1) : undefined;
  } catch {
    return undefined;
  }
}
