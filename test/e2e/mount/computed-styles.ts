/** What is compared: elements inside Waymark's part or around it, and the properties to ignore. */
export interface Look {
  inside: boolean;
  besides: readonly string[];
}

/**
 * Runs in the page: stores the computed properties of one element of each kind and of its
 * pseudo-elements. They stay in the page because there are tens of thousands. Returns their number.
 */
export function keepStyles({ inside, besides }: Look): number {
  const root = document.querySelector('.waymark');
  const nameOf = (one: Element | null) => `${one?.tagName} ${one?.getAttribute('class')}`;
  const kinds = new Map<string, Element>();
  for (const element of document.querySelectorAll('body, body *, html')) {
    if (root?.contains(element) !== inside) continue;
    const above = element.parentElement;
    const place = element.matches(':first-child, :last-child, :nth-child(even)');
    kinds.set(
      `${nameOf(above?.parentElement ?? null)} > ${nameOf(above)} > ${nameOf(element)} ${place}`,
      element,
    );
  }
  const isShown = (pseudo: string, style: CSSStyleDeclaration, element: Element) => {
    if (pseudo === '::before' || pseudo === '::after') return style.content !== 'none';
    if (pseudo === '::marker') return getComputedStyle(element).display === 'list-item';
    return pseudo !== '::placeholder' || element.matches('input');
  };
  // All elements have the same properties, and listing them takes longer than reading them.
  const properties = [...getComputedStyle(document.documentElement)].filter(
    (property) => !property.startsWith('--') && !besides.includes(property),
  );
  const pseudos = ['', '::before', '::after', '::marker', '::placeholder'];
  const read = () => {
    const values = new Map<string, string[]>();
    for (const [kind, element] of kinds)
      for (const pseudo of pseudos) {
        const style = getComputedStyle(element, pseudo);
        if (!isShown(pseudo, style, element)) continue;
        values.set(
          `${kind}${pseudo}`,
          properties.map((property) => style.getPropertyValue(property)),
        );
      }
    return values;
  };
  const kept = read();
  Object.assign(globalThis, { properties, read, kept });
  return kept.size * properties.length;
}

interface Kept {
  properties: string[];
  kept: Map<string, string[]>;
  read(): Map<string, string[]>;
}

/** Runs in the page: stored properties whose values have changed; twenty at most. */
export function changedStyles(): string[] {
  const { properties, kept, read } = globalThis as unknown as Kept;
  const changed = [...read()].flatMap(([what, values]) => {
    const before = kept.get(what);
    return values.flatMap((value, n) =>
      value === before?.[n] ? [] : [`${what} ${properties[n]}: ${value}`],
    );
  });
  return changed.slice(0, 20);
}

/** Rules of a site that select elements by their names or states, without classes. */
export const hostileRules = `
  :root { font-size: 24px; color: red; --accent: red; --ink: red; --paper: red; --step-0: 3rem; line-height: 3; }
  html { letter-spacing: 3px; word-spacing: 9px; text-align: right; }
  body { font: italic 30px/3 monospace; color: red; text-transform: uppercase; text-indent: 1em; cursor: wait; }
  * { box-sizing: content-box; outline: 1px solid red; }
  *::before { color: red; }
  div, section, article, nav, header, footer, aside { padding: 3px; border: 2px solid red; float: left; }
  h1, h2, h3, h4, h5, h6 { color: red; text-transform: uppercase; border-bottom: 5px solid red; margin: 2em; font: 40px serif; }
  a { color: red; font-weight: 900; background: yellow; text-decoration: line-through; display: inline-block; }
  a:link, a:visited, a:not([data-x]) { color: green; border: 1px solid; }
  p { margin: 3em; text-indent: 4em; max-width: 10ch; }
  p::before, li::before, a::after, h2::after { content: "x"; color: red; }
  ul, ol, li { list-style: square inside; padding: 2em; margin: 2em; }
  li::marker { color: red; font-size: 2em; }
  li:first-child, li:last-child, tr:nth-child(even) td, tbody tr:nth-child(odd) { background: pink; margin: 9px; }
  table, thead, tbody, tr, th, td, caption { border: 3px dashed red; background: pink; padding: 2em; text-align: center; display: block; }
  dl, dt, dd { margin: 2em; font-weight: 900; float: left; }
  img, video, figure, figcaption { border: 5px solid red; width: 50%; filter: blur(2px); opacity: 0.5; margin: 3em; }
  button, input, select, option, label, form, fieldset { background: red; border-radius: 30px; padding: 2em; font: 30px monospace; appearance: none; }
  input::placeholder { color: red; }
  button:not(:disabled), input:required, input:focus { color: yellow; }
  code, pre, kbd, samp { background: red; color: yellow; white-space: normal; font-size: 40px; }
  blockquote, hr, small, strong, em, mark, sub, sup, time, span, bdi, abbr, q { color: red; background: yellow; font-size: 30px; letter-spacing: 5px; }
  details, summary { display: block; border: 2px solid red; list-style: square; }
`;

/** Runs in the page: adds rules after all other style sheets of the site. */
export function addRules(rules: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets = [sheet];
}

/** Runs in the page: removes all of Waymark's rules and returns their number. */
export function dropRules(): number {
  let count = 0;
  for (const sheet of document.styleSheets)
    for (let index = sheet.cssRules.length - 1; index >= 0; index -= 1)
      if (sheet.cssRules[index]?.cssText.includes('waymark')) {
        sheet.deleteRule(index);
        count += 1;
      }
  return count;
}
