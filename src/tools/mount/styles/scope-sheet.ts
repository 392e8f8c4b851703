import postcss, { type AtRule, type Declaration, type Rule } from 'postcss';

// Takes a style sheet of Waymark's own site; gives it for a part of another page.
// Every rule begins with the class of that part, twice: the site's rules for elements, with a state
// or not, weigh less. What a rule sets on the page is set on the part. Nothing stands in a layer,
// where any rule of the site would win.

const part = '.waymark';
const prefix = part.repeat(2);
/** As heavy as the root was beside what stands in it. */
const root = part.repeat(3);

/** @param sheet without imports @param file for what is said of mistakes in it */
export function scopeSheet(sheet: string, file: string): string {
  const parsed = postcss.parse(sheet, { from: file });
  parsed.walkAtRules('media', toContainer);
  parsed.walkRules(scopeRule);
  parsed.walkDecls(scopeDeclaration);
  return parsed.toString();
}

/** What is asked of the window's width is asked of the part's: there may be something beside it. */
function toContainer(rule: AtRule): void {
  const widths = /^(not all and )?((?:\((?:min|max)-width: [\d.]+rem\)(?: and )?)+)$/;
  const [, not, asked] = widths.exec(rule.params) ?? [];
  if (asked === undefined) return;
  rule.name = 'container';
  rule.params = `waymark ${not ? 'not ' : ''}${asked.replaceAll('rem', 'em')}`;
}

function scopeRule(rule: Rule): void {
  // The theme of the page is the site's: it says so by its color-scheme.
  const selectors = rule.selectors.filter((selector) => !selector.includes('[data-theme'));
  if (selectors.length === 0) {
    rule.remove();
    return;
  }
  if (selectors.every(isOfRoot)) splitTokens(rule, selectors);
  if (rule.nodes.length === 0) rule.remove();
  rule.selectors = selectors.map(scopeSelector);
}

function isOfRoot(selector: string): boolean {
  const outside = selector.replace(/\((?:[^()]|\([^()]*\))*\)/g, '');
  return /^:root[^\s>+~]*$/.test(outside);
}

/** Custom properties weigh nothing, so that the site can set them by the class alone. */
function splitTokens(rule: Rule, selectors: readonly string[]): void {
  const tokens = rule.nodes.filter(
    (node): node is Declaration => node.type === 'decl' && node.prop.startsWith('--'),
  );
  if (tokens.length === 0) return;
  const light = rule.cloneBefore({ nodes: [] });
  light.selectors = selectors.map((one) => `:where(${one.replace(':root', part)})`);
  light.append(tokens);
}

function scopeSelector(selector: string): string {
  const placed = selector
    .replace(/(?<![\w.#[-])main(?![\w-])/g, 'div:where(.waymark-main)')
    .replace(/(?<![\w.#[-])body(?![\w-])/g, 'div:where(.waymark-page)');
  const ofPage = /^(?::root|html)(?![\w-])/;
  return ofPage.test(placed) ? placed.replace(ofPage, root) : `${prefix} ${placed}`;
}

function scopeDeclaration(declaration: Declaration): void {
  const { prop, value } = declaration;
  // Not of a root that a site may have set to anything: of the reader's own size of text.
  const sized = value.replace(/(?<![\w.-])(-?\d*\.?\d+)rem\b/g, 'calc($1 * var(--rem))');
  declaration.value = sized.replace(/(?<![\w-])--(?=[a-z])/g, '--waymark-');
  if (prop.startsWith('--')) declaration.prop = prop.replace(/^--/, '--waymark-');
  if (prop === 'color-scheme' && value === 'light dark') declaration.value = 'inherit';
}
