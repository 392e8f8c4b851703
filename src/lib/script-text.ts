import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const suffix = '?script';

/**
 * A Vite plugin. `import text from './a.ts?script'` bundles and minifies a browser script to the
 * text of one module, which can be served at its own address.
 */
export function scriptText(): Plugin {
  return {
    name: 'waymark:script-text',
    resolveId: async function (id, importer) {
      if (!id.endsWith(suffix)) return undefined;
      const found = await this.resolve(id.slice(0, -suffix.length), importer);
      return found && found.id + suffix;
    },
    load: async function (id) {
      if (!id.endsWith(suffix)) return undefined;
      const { code, files } = await bundle(id.slice(0, -suffix.length));
      for (const file of files) this.addWatchFile(file);
      return `export default ${JSON.stringify(code)};`;
    },
  };
}

async function bundle(entry: string): Promise<{ code: string; files: string[] }> {
  // A project has Vite through Astro, and may not be able to import it.
  const ofAstro = createRequire(import.meta.resolve('astro/package.json'));
  const vite: typeof import('vite') = await import(pathToFileURL(ofAstro.resolve('vite')).href);
  const built = await vite.build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      lib: { entry, formats: ['es'], fileName: 'script' },
      // Without this option, comments in the output would contain file paths, which differ between
      // checkouts and packages.
      rolldownOptions: { experimental: { attachDebugInfo: 'none' } },
    },
  });
  const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  const [chunk, ...others] = outputs;
  if (chunk?.type !== 'chunk' || others.length > 0)
    throw new Error(`${entry} did not bundle to a single file`);
  return { code: chunk.code, files: chunk.moduleIds };
}
