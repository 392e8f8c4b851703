import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { SettingsError } from '../model/errors.ts';

// Finds all files that the style sheets in `styles` depend on, so that a change to any of them
// triggers a rebuild. Reports addresses that the pages' content security policy would block.

/**
 * Resolves the style sheets of the `styles` setting. `sheets` are the absolute paths in the order of
 * the setting; `files` also has their imports, and the fonts and pictures they use, but no files of
 * packages.
 * @param names paths relative to the site's settings file
 * @param siteConfig absolute path of that file
 * @throws SettingsError that lists every address on another site or without an existing file
 */
export function findOwnStyles(names: readonly string[], siteConfig: string) {
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

/** The addresses in the sheet's `@import` and `url()`, unresolved. */
function findAddresses(sheet: string): string[] {
  const bare = sheet.replace(/\/\*[\s\S]*?\*\//g, '');
  const found = bare.matchAll(
    /@import\s+(["'])(.*?)\1|url\(\s*(?:(["'])(.*?)\3|([^"')\s]+))\s*\)/gi,
  );
  return [...found].map(([, , imported, , quoted, plain]) => imported ?? quoted ?? plain ?? '');
}

function resolveAddress(address: string, sheet: string): { file?: string; problem?: string } {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(address)) return { problem: foreignProblem };
  // Vite leaves fragments (`#…`) unchanged, and also absolute paths, which refer to `public/`.
  if (/^[/#]/.test(address) || address === '') return {};
  const file = resolve(dirname(sheet), address.replace(/[?#].*$/, ''));
  if (existsSync(file)) return { file };
  // A name that does not start with a dot refers to a package. Files of packages need not be
  // tracked, because package-lock.json fixes the version.
  return address.startsWith('.') ? { problem: 'it does not exist' } : {};
}

const foreignProblem =
  'the content security policy only allows files of this site; put it beside the style sheet or into public/';

function createError(problems: readonly string[], siteConfig: string): SettingsError {
  return new SettingsError(
    `Some style sheets in ${siteConfig} cannot be used:\n${problems.map((one) => `  ${one}`).join('\n')}`,
  );
}
