import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { assertAstro, assertNoOtherPage, assertNoOtherRoute } from './checks.ts';
import { type MountOptions, mountOf } from './mount.ts';
import { mountPlugins } from './mount-plugins.ts';
import { mountedRoutes } from './mounted-routes.ts';
import { type PlacedMount, placeMount } from './place-mount.ts';
import { stubOf, writeStubs } from './stubs.ts';

export type { MountOptions } from './mount.ts';
export { type LoaderOptions, waymarkLoader } from './waymark-loader.ts';

/**
 * An Astro integration that adds the changelog and roadmap below a path of an existing site, in the
 * site's layout. A site may use the integration several times, with different bases.
 * @throws SettingsError for invalid options or an unsuitable site, before the build
 */
export default function waymark(options: MountOptions): AstroIntegration {
  const mount = mountOf(options);
  const routes = mountedRoutes(mount);
  const patterns = new Set(routes.map(({ pattern }) => pattern));
  let placed: PlacedMount;
  let hasAdapter = false;
  return {
    name: mount.name,
    hooks: {
      'astro:config:setup': async ({ config, createCodegenDir, injectRoute, updateConfig }) => {
        assertAstro(config.root);
        const folder = createCodegenDir();
        await writeStubs(folder, routes);
        const realFolder = `${realpathSync(fileURLToPath(folder))}/`;
        updateConfig({ vite: { plugins: mountPlugins(realFolder, () => placed) } });
        // An adapter may set its own prerenderer, which must not be replaced, so conflicts are
        // errors.
        hasAdapter = config.adapter !== undefined;
        if (hasAdapter) updateConfig({ prerenderConflictBehavior: 'error' });
        for (const { pattern, page } of routes)
          injectRoute({ pattern, entrypoint: stubOf(page, folder), prerender: true });
      },
      'astro:config:done': ({ config }) => {
        placed = placeMount(mount, config);
      },
      'astro:routes:resolved': (resolved) =>
        assertNoOtherRoute(resolved.routes, patterns, mount.base),
      'astro:build:start': ({ setPrerenderer }) => {
        if (hasAdapter) return;
        setPrerenderer((prerenderer) => ({
          ...prerenderer,
          getStaticPaths: async () => {
            const paths = await prerenderer.getStaticPaths();
            assertNoOtherPage(paths);
            return paths;
          },
        }));
      },
    },
  };
}
