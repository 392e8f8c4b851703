import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, parse, resolve } from 'node:path';
import type { AtRule, ChildNode, Root } from 'postcss';
import { digest } from '../../lib/digest.ts';
import { SettingsError } from '../../model/errors.ts';

/**
 * Bundles the style sheets of the `styles` setting with their imports into one sheet in the last
 * cascade layer. File names contain a digest of the content.
 * @param names paths relative to the site's settings file
 * @param siteConfig absolute path of that file
 * @returns the path of the sheet in the site, empty without style sheets; and the contents of the
 * sheet and of the fonts and pictures that it uses, by path in the site
 * @throws SettingsError that lists every address on another site or without an existing file
 */
export async function bundleStyles(names: readonly string[], siteConfig: string) {
  const files = new Map<string, Uint8Array>();
  if (names.length === 0) return { sheets: [], files };
  // Loaded only when needed, because most sites have no style sheets.
  const { default: postcss } = await import('postcss');
  const problems: string[] = [];
  /** Imports of files in `public/`, which only work at the top. */
  const above: string[] = [];

  function find(address: string, sheet: string): string | undefined {
    const found = resolveAddress(address, sheet);
    if (existsSync(found)) return found;
    problems.push(`${sheet} names ${address}: ${found}`);
    return undefined;
  }

  function add(name: string, ext: string, data: Uint8Array): string {
    const file = `${name}.${digest(data, 8)}${ext}`;
    files.set(`_astro/${file}`, data);
    return file;
  }

  function addFile(address: string, sheet: string): string {
    // Absolute paths refer to `public/`.
    const file = /^(?:\/(?!\/)|#)/.test(address) ? undefined : find(address, sheet);
    if (file === undefined) return address;
    const { name, ext } = parse(file);
    return add(name, ext, readFileSync(file)) + (/#.*$/.exec(address)?.[0] ?? '');
  }

  function importedBy(rule: AtRule, importers: readonly string[]): ChildNode[] {
    const { address, layer, rest, supports, media } = importOf(rule);
    if (/^\/(?!\/)/.test(address)) {
      above.push(`@import "${address}" layer(brand${layer ? `.${layer}` : ''}) ${rest};`);
      return [];
    }
    const file = find(address, importers[0] ?? '');
    const conditions = { layer, supports: supports && `(${supports})`, media: media || undefined };
    return Object.entries(conditions).reduce<ChildNode[]>(
      (nodes, [name, params]) =>
        params === undefined ? nodes : [postcss.atRule({ name, params, nodes })],
      file ? contentOf(file, importers) : [],
    );
  }

  function parsed(sheet: string): Root {
    try {
      return postcss.parse(readFileSync(sheet), { from: sheet });
    } catch (error) {
      problems.push(existsSync(sheet) ? (error as Error).message : `${sheet} does not exist`);
      return postcss.root();
    }
  }

  function contentOf(sheet: string, importers: readonly string[]): ChildNode[] {
    if (importers.includes(sheet)) return [];
    const root = parsed(sheet);
    root.walkAtRules('charset', (rule) => void rule.remove());
    root.walkDecls((one) => {
      one.value = one.value.replace(addresses, (whole, _, quoted, plain, inSet) => {
        if (inSet && !one.value.includes('image-set(')) return whole;
        const address = quoted ?? plain ?? inSet;
        return whole.replace(address, () => addFile(address, sheet));
      });
    });
    root.walkAtRules('import', (rule) => {
      rule.replaceWith(importedBy(rule, [sheet, ...importers]));
    });
    return root.nodes;
  }

  const nodes = names.flatMap((name) => contentOf(resolve(dirname(siteConfig), name), []));
  if (problems.length > 0)
    throw new SettingsError(
      [`Some style sheets in ${siteConfig} cannot be used:`, ...problems].join('\n  '),
    );
  const layer = postcss.atRule({ name: 'layer', params: 'brand', nodes });
  const text = [...above, `${postcss.root({ nodes: [layer] })}\n`].join('\n');
  return { sheets: [`_astro/${add('brand', '.css', Buffer.from(text))}`], files };
}

/** Matches `url()`, and a string with a resolution in `image-set()`. */
const addresses =
  /url\(\s*(?:(["'])(.*?)\1|([^"')\s]+))\s*\)|(?<=["'])([^"']+)(?=["']\s+[\d.]+(?:x|dp))/gi;

/** The address and conditions of an `@import`. An anonymous layer has the name "". */
function importOf({ params }: AtRule) {
  const [, , inUrl, , quoted, hasLayer, name = '', rest, supports, media] =
    imported.exec(params) ?? [];
  return { address: inUrl ?? quoted ?? '', layer: hasLayer && name, rest, supports, media };
}

const imported =
  /^(?:url\(\s*(["']?)([^"')]+)\1\s*\)|(["'])(.+?)\3)\s*(layer(?:\(([^)]*)\))?)?\s*((?:supports\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\))?\s*(.*))$/is;

/** The path of a file beside a sheet or of an installed package, or why there is none. */
function resolveAddress(address: string, sheet: string): string {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(address))
    return 'the content security policy only allows files of this site; put it beside the style sheet or into public/';
  const path = address.replace(/[?#].*$/, '');
  const beside = resolve(dirname(sheet), path);
  if (existsSync(beside)) return beside;
  try {
    return createRequire(sheet).resolve(path);
  } catch {
    return 'it does not exist';
  }
}
