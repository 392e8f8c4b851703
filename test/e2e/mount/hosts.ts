import { mkdir, rename } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { tempFolder } from '../../support/temp-folder.ts';
import { buildHost, type HostName, putHost } from './host.ts';

/** A site that was built without and with the changelog. */
export interface BuiltHost {
  name: HostName;
  /** Output folder of the build without the changelog, if that was asked for. */
  before: string;
  /** Output folder of the build with the changelog. */
  after: string;
  /** Base path of all addresses of the site. */
  base: string;
  /**
   * The address of a changelog page, with or without a trailing slash as in the rest of the site.
   */
  page(path: string): string;
}

/** Builds both fixtures with the changelog. @param compared those to be built without it, too */
export async function builtHosts(
  compared: readonly HostName[],
): Promise<AsyncDisposable & Record<HostName, BuiltHost>> {
  await mkdir(resolve('.cache'), { recursive: true });
  const temp = await tempFolder(resolve('.cache'));
  const built = async (name: HostName) => {
    const folder = join(temp.path, name);
    await putHost(name, folder);
    const before = join(folder, 'before');
    if (compared.includes(name)) {
      await buildHost(folder, { WITHOUT_WAYMARK: '1' });
      await rename(join(folder, 'dist'), before);
    }
    await buildHost(folder);
    return { name, before, after: join(folder, 'dist') };
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
