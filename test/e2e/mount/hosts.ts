import { mkdir, rename } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { tempFolder } from '../../support/temp-folder.ts';
import { buildHost, type HostName, putHost } from './host.ts';

/** A site that was built without and with the changelog. */
export interface BuiltHost {
  name: HostName;
  /** Output folders of the builds without (`before`) and with the changelog (`after`). */
  before: string;
  after: string;
  /** Base path of all addresses of the site. */
  base: string;
  /**
   * The address of a changelog page, with or without a trailing slash as in the rest of the site.
   */
  page(path: string): string;
}

/** Builds both fixtures, each without and with the changelog. */
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
