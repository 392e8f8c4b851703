/** Rules for hosts, not for readers. */
const hostFiles = new Set(['_headers', '_redirects']);

/** Whether a file of a site, by its path, is there to be read: neither hidden nor a host's. */
export function isForReaders(path: string): boolean {
  return !hostFiles.has(path) && !path.split('/').some(isHidden);
}

/** "." and ".." are hidden too; what tells certificate authorities of the site is not. */
function isHidden(segment: string): boolean {
  return segment.startsWith('.') && segment !== '.well-known';
}
