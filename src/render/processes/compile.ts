import { inspect } from 'node:util';
import { build } from 'astro';
import config from '../../../astro.config.mjs';
import { makeAstroRoot } from '../compile/astro-root.ts';
import { compileRenderer } from '../compile/compile-renderer.ts';

// What `astro build` does, but that it leaves behind what renders the site instead of rendering it.

try {
  await makeAstroRoot();
  await build({
    ...config,
    configFile: false,
    logLevel: 'warn',
    integrations: [...(config.integrations ?? []), compileRenderer()],
    // None is there: the maintainer's own files go into each site as they are.
    publicDir: `${config.outDir}/../public`,
    vite: {
      ...config.vite,
      define: {
        ...config.vite?.define,
        // Known to what renders alone.
        'import.meta.env.CONTENT_FOLDER': 'process.env.CONTENT_DIR',
      },
    },
  });
} catch (error) {
  console.error(inspect(error));
  process.exit(1);
}
