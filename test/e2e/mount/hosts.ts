import { mkdir, rename } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { tempFolder } from '../../support/temp-folder.ts';
import { buildHost, type HostName, putHost } from './host.ts';

/** A site as it was, and with the changelog in it. */
export interface BuiltHost {
  name: HostName;
  /** Built without, and with the changelog. */
  before: string;
  after: string;
  /** What all addresses stand below. */
  base: string;
  /** The address of a page of the changelog, as the site has its addresses. */
  page(path: string): string;
}

/** Builds both ways, one site after the other: each build takes all of the machine. */
export async function builtHosts(): Promise<AsyncDisposable & Record<HostName, BuiltHost>> {
  await mkdir(resolve('.cache'), { recursive: true });
  const temp = await tempFolder(resolve('.cache'));
  const built = async (name: HostName) => {
    const folder = join(temp.path, name);
    await putHost(name, folder);
    await buildHost(folder, { WITHOUT_WAYMARK: '1' });
    await rename(join(folder, 'dist'), join(folder, 'before'));
    await buildHost(folder);
    return { name, before: join(folder, 'before'), after: join(folder, 'dist') };
  };
  const [plain, starlight] = await Promise.all([built('plain'), built('starlight')]);
  return {
    plain: { ...plain, base: '/docs/', page: (path) => `changelog/${path}` },
    starlight: {
      ...starlight,
      base: '/',
      page: (path) => `changelog/${path}`.replace(/\/(?=$|\?)/, ''),
    },
    [Symbol.asyncDispose]: () => temp[Symbol.asyncDispose](),
  };
}
