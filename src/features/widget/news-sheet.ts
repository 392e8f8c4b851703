/**
 * The element's styles, as a constructed style sheet, which a page's `style-src` policy does not
 * block. They use the page's colours, fonts and `color-scheme`; the attribute `theme` overrides the
 * page's `color-scheme`. Sites can change the styles with `--waymark-news-accent` and the CSS parts
 * `button`, `count`, `list` and `all`.
 */
export function newsSheet(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  return sheet;
}

const rules = `
:host { display: inline-block; --accent: var(--waymark-news-accent, light-dark(#1d4ed8, #93b4ff)); }
:host([theme=light]) { color-scheme: light; }
:host([theme=dark]) { color-scheme: dark; }
button { all: unset; cursor: pointer; font: inherit; color: inherit; text-decoration: underline; text-underline-offset: .2em; }
button:focus-visible, a:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; border-radius: 2px; }
[part=count] { display: inline-block; box-sizing: border-box; min-inline-size: 1.5em; padding-inline: .4em; border-radius: 1em; background: var(--accent); color: light-dark(#fff, #111); font-size: .8em; line-height: 1.5; text-align: center; }
.spoken { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
[part=list] { position: fixed; inset: auto; margin: 0; box-sizing: border-box; inline-size: min(24rem, 100vw - 1rem); overflow: auto; padding: .5rem 1rem; border: 1px solid color-mix(in srgb, CanvasText 25%, Canvas); border-radius: .5rem; background: Canvas; color: CanvasText; font-size: 1rem; line-height: 1.45; box-shadow: 0 .5rem 2rem #0003; }
ul { list-style: none; margin: 0; padding: 0; }
li { padding-block: .6rem; border-block-end: 1px solid color-mix(in srgb, CanvasText 15%, Canvas); }
p { margin: 0; overflow-wrap: anywhere; }
li p + p { display: flex; flex-wrap: wrap; gap: 0 .75em; font-size: .85em; color: color-mix(in srgb, CanvasText 75%, Canvas); }
a { color: var(--accent); }
strong { font-size: .8em; }
[part=all] { display: block; padding-block: .7rem .4rem; }
`;
