import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { SettingsError } from '../model/errors.ts';

// Takes the style sheets that `styles` names; gives every file of the maintainer's that they are
// made from, so that a change of any is seen. Names what the policy of the pages would not load.

export interface OwnStyles {
  /** Absolute, in the order of the setting. */
  sheets: string[];
  /** These, what they import and the faces and pictures that they name; none of a package. */
  files: string[];
}

/**
 * @param names relative to the file with the site's settings
 * @param siteConfig that file, absolute
 * @throws SettingsError that lists every address that is missing or of another site
 */
export function ownStyles(names: readonly string[], siteConfig: string): OwnStyles {
  const sheets = names.map((name) => resolve(dirname(siteConfig), name));
  const files = new Set<string>();
  const problems: string[] = [];
  const missing = sheets.filter((sheet) => !existsSync(sheet));
  problems.push(...missing.map((sheet) => `there is no ${sheet}`));
  const open = sheets.filter((sheet) => existsSync(sheet));
  for (let sheet = open.pop(); sheet !== undefined; sheet = open.pop()) {
    if (files.has(sheet)) continue;
    files.add(sheet);
    for (const address of addressesIn(readFileSync(sheet, 'utf8'))) {
      const { file, problem } = followed(address, sheet);
      if (problem) problems.push(`${sheet} names ${address}: ${problem}`);
      if (file?.endsWith('.css')) open.push(file);
      else if (file) files.add(file);
    }
  }
  if (problems.length > 0) throw unusable(problems, siteConfig);
  return { sheets, files: [...files].sort() };
}

/** What a sheet imports or shows, as it is written there. */
function addressesIn(sheet: string): string[] {
  const bare = sheet.replace(/\/\*[\s\S]*?\*\//g, '');
  const found = bare.matchAll(
    /@import\s+(["'])(.*?)\1|url\(\s*(?:(["'])(.*?)\3|([^"')\s]+))\s*\)/gi,
  );
  return [...found].map(([, , imported, , quoted, plain]) => imported ?? quoted ?? plain ?? '');
}

function followed(address: string, sheet: string): { file?: string; problem?: string } {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(address)) return { problem: elsewhere };
  // In public/, or a part of the page: Vite leaves both as they are.
  if (/^[/#]/.test(address) || address === '') return {};
  const file = resolve(dirname(sheet), address.replace(/[?#].*$/, ''));
  if (existsSync(file)) return { file };
  // Else one of a package, which package-lock.json stands for.
  return address.startsWith('.') ? { problem: 'it is not there' } : {};
}

const elsewhere =
  'the policy of the pages lets style sheets, faces and pictures come from this site alone; put the file beside the sheet, or into public/, and name it there';

function unusable(problems: readonly string[], siteConfig: string): SettingsError {
  return new SettingsError(
    `Some of the style sheets that ${siteConfig} names cannot be used:\n${problems.map((one) => `  ${one}`).join('\n')}`,
  );
}
