import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { tempFolder } from '../../support/temp-folder.ts';
import { filesBelow } from '../whole-path/files.ts';
import { type Builder, type HostName, putHost, putPackages, startBuilder } from './host.ts';

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

/** A build that failed. */
interface FailedBuild {
  error: string;
  /** The files that it wrote anyway. */
  written: string[];
}

export interface BuiltHosts extends AsyncDisposable, Record<HostName, BuiltHost> {
  /** Builds of the plain site with a page of its own at an address of the changelog. */
  conflicts: { page: FailedBuild; dynamicRoute: FailedBuild };
}

/** Builds both fixtures with the changelog. @param compared those to be built without it, too */
export async function builtHosts(compared: readonly HostName[]): Promise<BuiltHosts> {
  await mkdir(resolve('.cache'), { recursive: true });
  const temp = await tempFolder(resolve('.cache'));
  await putPackages(temp.path);
  await using builder = startBuilder();
  const built = async (name: HostName) => {
    const folder = join(temp.path, name);
    await putHost(name, folder);
    const [before, after] = [join(folder, 'before'), join(folder, 'after')];
    if (compared.includes(name)) {
      await builder.build(folder, { WITHOUT_WAYMARK: '1' });
      await rename(join(folder, 'dist'), before);
    }
    await builder.build(folder, { WITHOUT_WAYMARK: '' });
    await rename(join(folder, 'dist'), after);
    return { name, before, after };
  };
  const [plain, starlight] = [await built('plain'), await built('starlight')];
  return {
    plain: { ...plain, base: '/docs/', page: (path) => `changelog/${path}` },
    starlight: {
      ...starlight,
      base: '/',
      page: (path) => `changelog/${path}`.replace(/\/(?=$|\?)/, ''),
    },
    conflicts: await buildConflicts(builder, join(temp.path, 'plain')),
    [Symbol.asyncDispose]: () => temp[Symbol.asyncDispose](),
  };
}

async function buildConflicts(builder: Builder, folder: string): Promise<BuiltHosts['conflicts']> {
  const buildWith = async (page: string, text: string) => {
    const file = join(folder, 'src/pages', page);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    const error = await builder.build(folder).then(
      () => 'none',
      ({ message }: Error) => message,
    );
    await rm(file);
    const written = (await filesBelow(folder)).filter((path) => path.startsWith('dist/'));
    return { error, written };
  };
  return {
    page: await buildWith('changelog/index.astro', '<h1>Ours</h1>'),
    dynamicRoute: await buildWith(
      '[...slug].astro',
      '---\nexport const getStaticPaths = () => [{ params: { slug: "changelog/roadmap" } }];\n---\n<h1>Ours</h1>',
    ),
  };
}
