import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isForReaders } from '../rules/file-rules.ts';

/** A file, by its path below the site's folder, or a folder with a page that lacks its slash. */
export type FoundFile = { kind: 'file'; path: string } | { kind: 'folder' } | undefined;

/**
 * What a path of an address leads to below the site's folder: a file, the page of a folder, or
 * nothing. Nothing that is hidden, and nothing outside, whatever the path says.
 * @param path as it was asked for: still encoded, without the site's base
 */
export async function findFile(root: string, path: string): Promise<FoundFile> {
  const decoded = decode(path);
  if (decoded === undefined || !isForReaders(decoded)) return undefined;
  const segments = decoded.split('/');
  const last = segments.pop() ?? '';
  // An empty segment has a slash before it: "//example.com/" would lead to another site.
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
