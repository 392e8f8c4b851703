import { existsSync } from 'node:fs';

/**
 * Validators for built sites. Their packages are only installed by `npm ci --prefix test/tools`.
 */
export interface Judges {
  /**
   * A checker of pages that names each problem with its line.
   * @param rules overrides rules of html-validate
   */
  htmlChecker(rules?: Record<string, 'off'>): (html: string) => Promise<string[]>;
  /**
   * Follows every link and anchor below an origin, by default `start`, but no address that matches
   * `except`.
   */
  followLinks(
    start: string,
    options?: { origin?: string; except?: RegExp },
  ): Promise<{ links: string[]; broken: string[] }>;
  /**
   * A checker of JSON-LD against schema.org's vocabulary and Google's requirements for rich
   * results.
   */
  structuredDataChecker(): Promise<(html: string) => Promise<string[]>>;
}

export async function loadJudges(): Promise<Judges> {
  const { judges } = await importTool('judges');
  return judges as Judges;
}

/**
 * Imports a module of `test/tools/judges` by a computed path, so that `npm test` does not check its
 * types.
 */
export function importTool(name: string): Promise<Record<string, unknown>> {
  const packages = new URL('../tools/node_modules', import.meta.url);
  if (!existsSync(packages))
    throw new Error('The packages of test/tools are missing: run "npm ci --prefix test/tools".');
  return import(new URL(`../tools/judges/${name}.ts`, import.meta.url).href);
}
