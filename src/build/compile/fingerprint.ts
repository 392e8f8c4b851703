import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadSiteConfig } from '../../config/load-site-config.ts';
import { digest, digestOf } from '../../lib/digest.ts';
import { languages } from '../../site/strings/languages/languages.ts';

/** What a site is compiled with, beside the code. */
export interface CompileSettings {
  siteUrl: string;
  basePath: string;
  /** What `site.config.ts` is called here, absolute. */
  siteConfig: string;
}

/**
 * Of all that a compiled site is made from: the project's own code, its dependencies, the Node that
 * runs them, and what the settings come to, whatever files they are put together from.
 * @throws SettingsError
 */
export async function fingerprintOf(settings: CompileSettings): Promise<string> {
  const { siteUrl, basePath, siteConfig } = settings;
  const config = await loadSiteConfig(siteConfig, languages);
  return digestOf([digestOfCode(), siteUrl, basePath, config], 32);
}

function digestOfCode(): string {
  const found = globSync(code, { cwd: root, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort();
  const digests = paths.map((path) => `${path} ${digest(readFileSync(path))}`);
  return digest([process.version, ...digests].join('\n'));
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
const code = ['src/**/*', 'astro.config.mjs', 'package-lock.json'];
