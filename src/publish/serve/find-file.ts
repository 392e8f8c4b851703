import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isForReaders } from '../rules/file-rules.ts';

/**
 * A file, or a folder with an `index.html`. A folder is only returned for an address without a
 * trailing slash, which callers redirect.
 */
export type FoundFile = { kind: 'file'; path: string } | { kind: 'folder' } | undefined;

/**
 * Finds the file or page of an address. Never finds hidden files or files outside the folder.
 * @param path percent-encoded, without the site's base path
 */
export async function findFile(root: string, path: string): Promise<FoundFile> {
  const decoded = decode(path);
  if (decoded === undefined || !isForReaders(decoded)) return undefined;
  const segments = decoded.split('/');
  const last = segments.pop() ?? '';
  // A path with an empty segment, such as "//example.com", would cause a redirect to another site.
  if (segments.includes('')) return undefined;
  const file = last === '' ? `${decoded}index.html` : decoded;
  const kind = await kindOf(join(root, file));
  if (kind === 'file') return { kind, path: file };
  const isPage = kind === 'folder' && (await kindOf(join(root, file, 'index.html'))) === 'file';
  return isPage && last !== '' ? { kind: 'folder' } : undefined;
}

function decode(path: string): string | undefined {
  try {
    const decoded = decodeURIComponent(path);
    return /[\0\\]/.test(decoded) ? undefined : decoded;
  } catch {
    return undefined;
  }
}

async function kindOf(path: string): Promise<'file' | 'folder' | undefined> {
  const there = await stat(path).catch(() => undefined);
  if (there?.isFile()) return 'file';
  return there?.isDirectory() ? 'folder' : undefined;
}
