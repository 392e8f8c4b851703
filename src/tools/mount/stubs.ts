import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MountedRoute } from './mounted-routes.ts';

const text =
  '// A page of Waymark stands here while the site is built. Nothing of it is to be edited.\n';

/**
 * Writes a file for each route: Astro wants one that is there, and several mounts of the same page
 * are to be several modules. What Vite reads in their place, `mirrored-pages.ts` says.
 * @param folder the mount's own, which nothing but Waymark writes to
 */
export async function writeStubs(folder: URL, routes: readonly MountedRoute[]): Promise<void> {
  for (const { page } of routes) {
    const file = fileURLToPath(stubOf(page, folder));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, file.endsWith('.astro') ? `---\n${text}---\n` : text);
  }
}

/** Where a route's file is. */
export function stubOf(page: string, folder: URL): URL {
  return new URL(page.split('/').map(encodeURIComponent).join('/'), folder);
}

/** Whether a route's file is one that a mount of this site wrote, whichever of its mounts. */
export function isStub(file: string): boolean {
  return file.includes('integrations/waymark-');
}
