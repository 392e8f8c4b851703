/** Every property of every element there, and of what stands before and after it, as a browser shows it. */
export type Styles = Record<string, string>;

/**
 * Runs in the page. @param part whether of Waymark's part, or of all that is around
 * @param besides properties that are left out
 */
export function computedStyles([part, besides]: [inside: boolean, besides: string[]]): Styles {
  const all = [...document.querySelectorAll('*')];
  const root = document.querySelector('.waymark');
  const found: Styles = {};
  for (const [index, element] of all.entries()) {
    if (root?.contains(element) !== part || element.closest('head')) continue;
    const name = `${index} ${element.tagName.toLowerCase()}.${element.className}`;
    for (const pseudo of ['', '::before', '::after', '::marker', '::placeholder'])
      note(`${name}${pseudo}`, getComputedStyle(element, pseudo));
  }
  return found;

  function note(name: string, style: CSSStyleDeclaration): void {
    for (const property of style)
      if (!property.startsWith('--') && !besides.includes(property))
        found[`${name} ${property}`] = style.getPropertyValue(property);
  }
}

/** What a site may say of elements by their names alone, and of states of these. */
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
