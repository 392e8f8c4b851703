import { existsSync } from 'node:fs';

/** Judges of built sites. Their packages are installed by `npm ci --prefix test/tools` alone. */
export interface Judges {
  /** A checker of pages; it names each problem with its line. @param rules over html-validate's */
  htmlChecker(rules?: Record<string, 'off'>): (html: string) => Promise<string[]>;
  /** Follows every link and anchor below `origin`, which is `start` unless it is given. */
  followLinks(start: string, origin?: string): Promise<{ links: string[]; broken: string[] }>;
  /** A checker of JSON-LD against schema.org's vocabulary and what Google asks of rich results. */
  structuredDataChecker(): Promise<(html: string) => Promise<string[]>>;
}

export async function loadJudges(): Promise<Judges> {
  const { judges } = await importTool('judges');
  return judges as Judges;
}

/** Imports a module of `test/tools/judges`, which the type check of `npm test` leaves out. */
export function importTool(name: string): Promise<Record<string, unknown>> {
  const packages = new URL('../tools/node_modules', import.meta.url);
  if (!existsSync(packages))
    throw new Error('The packages of test/tools are missing: run "npm ci --prefix test/tools".');
  return import(new URL(`../tools/judges/${name}.ts`, import.meta.url).href);
}
