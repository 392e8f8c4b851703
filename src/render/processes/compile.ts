import { inspect } from 'node:util';
import { build } from 'astro';
import config from '../../../astro.config.mjs';
import { makeAstroRoot } from '../compile/astro-root.ts';
import { compileRenderer } from '../compile/compile-renderer.ts';

// Runs `astro build` in a way that produces a compiled renderer instead of a rendered site.

try {
  await makeAstroRoot();
  await build({
    ...config,
    configFile: false,
    logLevel: 'warn',
    integrations: [...(config.integrations ?? []), compileRenderer()],
    // A folder that does not exist: `copy-folders.ts` copies the maintainer's public files into
    // each site.
    publicDir: `${config.outDir}/../public`,
    vite: {
      ...config.vite,
      define: {
        ...config.vite?.define,
        // The content folder is only known when the renderer runs, so it is read from the
        // environment then.
        'import.meta.env.CONTENT_FOLDER': 'process.env.CONTENT_DIR',
      },
    },
  });
} catch (error) {
  console.error(inspect(error));
  process.exit(1);
}
