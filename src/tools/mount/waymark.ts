import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { assertAstro } from './checks/assert-astro.ts';
import { assertNoOtherPage } from './checks/assert-no-other-page.ts';
import { assertNoOtherRoute } from './checks/assert-no-other-route.ts';
import { type MountOptions, mountOf } from './mount.ts';
import { mountPlugins } from './mount-plugins.ts';
import { mountedRoutes } from './mounted-routes.ts';
import { type PlacedMount, placeMount } from './place-mount.ts';
import { stubOf, writeStubs } from './stubs.ts';

export type { MountOptions } from './mount.ts';
export { type LoaderOptions, waymarkLoader } from './waymark-loader.ts';

/**
 * An Astro integration: changelog and roadmap below an address of an existing site, in its layout.
 * It may stand in a list of integrations several times, each with a base of its own.
 * @throws SettingsError, before anything is built, that says what is wrong with options or site
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
        const inside = `${realpathSync(fileURLToPath(folder))}/`;
        updateConfig({ vite: { plugins: mountPlugins(inside, () => placed) } });
        // An adapter may render pages in a way of its own, which is not to be taken from it.
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
        setPrerenderer((usual) => ({
          ...usual,
          getStaticPaths: async () => {
            const paths = await usual.getStaticPaths();
            assertNoOtherPage(paths);
            return paths;
          },
        }));
      },
    },
  };
}
