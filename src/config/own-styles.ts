import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { SettingsError } from '../model/errors.ts';

// Finds all files behind the style sheets in `styles`, so that a change to any of them is noticed.
// Reports addresses that the pages' content security policy would block.

export interface OwnStyles {
  /** Absolute, in the order of the setting. */
  sheets: string[];
  /** The sheets, their imports, and the fonts and pictures they use, without those of packages. */
  files: string[];
}

/**
 * @param names relative to the site's settings file
 * @param siteConfig that file, absolute
 * @throws SettingsError that lists every address that is missing or on another site
 */
export function findOwnStyles(names: readonly string[], siteConfig: string): OwnStyles {
  const sheets = names.map((name) => resolve(dirname(siteConfig), name));
  const files = new Set<string>();
  const problems: string[] = [];
  const missing = sheets.filter((sheet) => !existsSync(sheet));
  problems.push(...missing.map((sheet) => `${sheet} does not exist`));
  const open = sheets.filter((sheet) => existsSync(sheet));
  for (let sheet = open.pop(); sheet !== undefined; sheet = open.pop()) {
    if (files.has(sheet)) continue;
    files.add(sheet);
    for (const address of findAddresses(readFileSync(sheet, 'utf8'))) {
      const { file, problem } = resolveAddress(address, sheet);
      if (problem) problems.push(`${sheet} names ${address}: ${problem}`);
      if (file?.endsWith('.css')) open.push(file);
      else if (file) files.add(file);
    }
  }
  if (problems.length > 0) throw createError(problems, siteConfig);
  return { sheets, files: [...files].sort() };
}

/** Imports and URLs of a sheet, as written. */
function findAddresses(sheet: string): string[] {
  const bare = sheet.replace(/\/\*[\s\S]*?\*\//g, '');
  const found = bare.matchAll(
    /@import\s+(["'])(.*?)\1|url\(\s*(?:(["'])(.*?)\3|([^"')\s]+))\s*\)/gi,
  );
  return [...found].map(([, , imported, , quoted, plain]) => imported ?? quoted ?? plain ?? '');
}

function resolveAddress(address: string, sheet: string): { file?: string; problem?: string } {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(address)) return { problem: foreignProblem };
  // A file in public/ or a fragment: Vite keeps both.
  if (/^[/#]/.test(address) || address === '') return {};
  const file = resolve(dirname(sheet), address.replace(/[?#].*$/, ''));
  if (existsSync(file)) return { file };
  // Anything else belongs to a package, whose version package-lock.json fixes.
  return address.startsWith('.') ? { problem: 'it does not exist' } : {};
}

const foreignProblem =
  'the content security policy only allows files of this site; put it beside the style sheet or into public/';

function createError(problems: readonly string[], siteConfig: string): SettingsError {
  return new SettingsError(
    `Some style sheets in ${siteConfig} cannot be used:\n${problems.map((one) => `  ${one}`).join('\n')}`,
  );
}
