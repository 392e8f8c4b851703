import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import postcss, { type AtRule, type Declaration, type Rule } from 'postcss';
import type { Plugin } from 'vite';

/**
 * Marks a sheet that is already scoped. If a site uses `waymark()` several times, each sheet is
 * passed to several instances of this plugin.
 */
const scopedMarker = '/* Scoped by Waymark. */\n';

/** The only sheet that is not scoped, because it styles the whole page. */
const unscopedSheet = 'tools/mount/frame/own-frame.css';

/**
 * A Vite plugin that inlines the imports of Waymark's style sheets and scopes them to Waymark's
 * part of the page.
 * @param sources path of Waymark's sources
 */
export function scopedStyles(sources: string): Plugin {
  return {
    name: 'waymark:scoped-styles',
    enforce: 'pre',
    transform(code, id) {
      const isOurs = id.startsWith(sources) && /\.css(?:$|\?(?!(?:.*&)?(?:url|raw)\b))/.test(id);
      if (!isOurs || code.startsWith(scopedMarker)) return undefined;
      const file = id.replace(/\?.*$/, '');
      if (file === join(sources, unscopedSheet)) return undefined;
      const inlined = withImports(code, file, (one) => this.addWatchFile(one));
      return { code: scopedMarker + scopeSheet(inlined, file), map: null };
    },
  };
}

function withImports(sheet: string, file: string, read: (file: string) => void): string {
  return sheet.replace(/@import "(\.[^"]+)"(?: layer\(\w+\))?;/g, (_whole, name: string) => {
    const imported = join(dirname(file), name);
    read(imported);
    const inlined = withImports(readFileSync(imported, 'utf8'), imported, read);
    return withAddressesFrom(dirname(name), inlined);
  });
}

/**
 * Rewrites the addresses in an imported sheet so that they are relative to the importing sheet.
 * @param folder folder of the imported sheet, relative to the importing sheet
 */
function withAddressesFrom(folder: string, sheet: string): string {
  return sheet.replace(/url\("(\.[^"]+)"\)/g, (_whole, address: string) => {
    const path = posix.join(folder, address);
    return `url("${path.startsWith('.') ? path : `./${path}`}")`;
  });
}

// Scopes a style sheet to Waymark's part of a page, the element with the class `waymark`. Each
// selector gets this class twice, so that it is more specific than the host site's rules for
// elements and their states. Rules for `:root` and `body` are changed to apply to Waymark's part.
// Layers are removed, because any host rule outside a layer would override rules in a layer.

const part = '.waymark';
const prefix = part.repeat(2);
/**
 * Selector that replaces `:root`. It has the class three times, so that it is more specific than
 * other rules.
 */
const root = part.repeat(3);

/**
 * @param sheet a style sheet without imports
 * @param file file name to show in syntax errors
 */
export function scopeSheet(sheet: string, file: string): string {
  const parsed = postcss.parse(sheet, { from: file });
  parsed.walkAtRules('media', toContainer);
  parsed.walkRules(scopeRule);
  parsed.walkDecls(scopeDeclaration);
  return parsed.toString();
}

/**
 * Turns media queries for the window's width into container queries, because Waymark's part may be
 * narrower than the window.
 */
function toContainer(rule: AtRule): void {
  const widths = /^(not all and )?((?:\((?:min|max)-width: [\d.]+rem\)(?: and )?)+)$/;
  const [, not, conditions] = widths.exec(rule.params) ?? [];
  if (conditions === undefined) return;
  rule.name = 'container';
  rule.params = `waymark ${not ? 'not ' : ''}${conditions.replaceAll('rem', 'em')}`;
}

function scopeRule(rule: Rule): void {
  // The host sets the theme with `color-scheme`, so rules for Waymark's own theme switch are
  // dropped.
  const selectors = rule.selectors.filter((selector) => !selector.includes('[data-theme'));
  if (selectors.length === 0) {
    rule.remove();
    return;
  }
  if (selectors.every(isRootSelector)) splitTokens(rule, selectors);
  if (rule.nodes.length === 0) rule.remove();
  rule.selectors = selectors.map(scopeSelector);
}

function isRootSelector(selector: string): boolean {
  const outside = selector.replace(/\((?:[^()]|\([^()]*\))*\)/g, '');
  return /^:root[^\s>+~]*$/.test(outside);
}

/**
 * Moves custom properties into a separate rule with specificity zero, so that the host site can
 * override them with a single class.
 */
function splitTokens(rule: Rule, selectors: readonly string[]): void {
  const tokens = rule.nodes.filter(
    (node): node is Declaration => node.type === 'decl' && node.prop.startsWith('--'),
  );
  if (tokens.length === 0) return;
  const tokenRule = rule.cloneBefore({ nodes: [] });
  tokenRule.selectors = selectors.map((one) => `:where(${one.replace(':root', part)})`);
  tokenRule.append(tokens);
}

function scopeSelector(selector: string): string {
  const renamed = selector
    .replace(/(?<![\w.#[-])main(?![\w-])/g, 'div:where(.waymark-main)')
    .replace(/(?<![\w.#[-])body(?![\w-])/g, 'div:where(.waymark-page)');
  const pageSelector = /^(?::root|html)(?![\w-])/;
  return pageSelector.test(renamed) ? renamed.replace(pageSelector, root) : `${prefix} ${renamed}`;
}

function scopeDeclaration(declaration: Declaration): void {
  const { prop, value } = declaration;
  // `rem` would depend on the host's font size of the root element, so it is replaced with a custom
  // property for the reader's own text size.
  const sized = value.replace(/(?<![\w.-])(-?\d*\.?\d+)rem\b/g, 'calc($1 * var(--rem))');
  declaration.value = sized.replace(/(?<![\w-])--(?=[a-z])/g, '--waymark-');
  if (prop.startsWith('--')) declaration.prop = prop.replace(/^--/, '--waymark-');
  if (prop === 'color-scheme' && value === 'light dark') declaration.value = 'inherit';
}
