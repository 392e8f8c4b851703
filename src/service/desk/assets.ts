import { enhance } from './enhance.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** How the site looks. Scripts hand it in, because the service does not know the site. */
export interface Look {
  /** The site's style sheet with its theme. It refers to the fonts by their names. */
  css: string;
  /** Fonts in WOFF2, by name. */
  fonts: Readonly<Record<string, Bytes>>;
  /** Language of the site, in which releases are written. */
  language: string;
}

/** The files that pages of the desk load, by path below `/desk/`. */
export function assets({ css, fonts }: Look): Record<string, { type: string; bytes: Bytes }> {
  const text = (type: string, content: string) => ({
    type,
    bytes: new TextEncoder().encode(content),
  });
  return {
    'look.css': text('text/css; charset=utf-8', css + sheet),
    'desk.js': text('text/javascript; charset=utf-8', `(${enhance})();`),
    ...Object.fromEntries(
      Object.entries(fonts).map(([name, bytes]) => [name, { type: 'font/woff2', bytes }]),
    ),
  };
}

/** The rules that only the desk needs. */
const sheet = `
main { padding-block-end: var(--space-8); }
.list { inline-size: 100%; border-collapse: collapse; margin-block-end: var(--space-6); font-size: var(--step--1); }
.list caption { text-align: start; color: var(--ink-soft); padding-block-end: var(--space-2); }
.list :is(th, td) { text-align: start; vertical-align: top; padding: var(--space-2) var(--space-4) var(--space-2) 0; border-block-end: 1px solid var(--line); overflow-wrap: anywhere; }
.list th { font-weight: 600; }
form { max-inline-size: 44rem; }
.list form, .list .buttons { margin: 0; }
.field { display: grid; gap: var(--space-1); margin: 0 0 var(--space-5); padding: 0; border: 0; }
:is(.field, .confirm) :is(label, legend, small) { font-size: var(--step--1); }
.field > label, legend { font-weight: 600; padding: 0; }
.field small { color: var(--ink-soft); }
input:not([type="checkbox"]), select, textarea { inline-size: 100%; padding: var(--space-2) var(--space-3); border: 1px solid var(--line-strong); border-radius: var(--radius-small); background: var(--paper); color: inherit; font: inherit; min-block-size: 2.75rem; }
:is(input, select, textarea)[aria-invalid] { border: 2px solid var(--accent); }
textarea { font-family: var(--mono); font-size: var(--step--1); line-height: 1.5; }
input[type="checkbox"] { inline-size: 1.125rem; block-size: 1.125rem; vertical-align: -0.15em; accent-color: var(--accent); }
fieldset label { display: block; padding-block: var(--space-1); font-weight: 400; }
button { padding: var(--space-2) var(--space-4); min-block-size: 2.25rem; border: 1px solid var(--ink); border-radius: var(--radius-small); background: none; color: inherit; font: inherit; font-size: var(--step--1); cursor: pointer; }
main > form > .buttons > button:first-child { background: var(--ink); color: var(--paper); }
button:hover { border-color: var(--accent); color: var(--accent); }
main > form > .buttons > button:first-child:hover { color: var(--paper); background: var(--accent); }
.button { display: inline-block; padding: var(--space-2) var(--space-4); border-radius: var(--radius-small); background: var(--ink); color: var(--paper); font-size: var(--step--1); text-decoration: none; }
.button:hover { background: var(--accent); color: var(--paper); }
.filters form { display: flex; flex-wrap: wrap; gap: 0 var(--space-4); align-items: end; max-inline-size: none; }
.filters .field { flex: 1 1 12rem; }
.site-header { --switch: 0rem; }
.row { display: grid; grid-template-columns: minmax(7rem, 1fr) minmax(0, 3fr) auto; gap: var(--space-2); align-items: start; }
.row .buttons { gap: var(--space-1); margin: 0; }
.row button { padding-inline: var(--space-2); }
pre { max-block-size: 16rem; overflow: auto; white-space: pre-wrap; font-size: var(--step--1); margin: 0; }
.preview { inline-size: 100%; block-size: 36rem; border: 1px solid var(--line-strong); border-radius: var(--radius-small); background: var(--paper); }
.buttons { display: flex; flex-wrap: wrap; gap: var(--space-3); }
.confirm { padding-block: var(--space-1); }
.confirm summary { cursor: pointer; text-decoration: underline; text-decoration-color: var(--line-strong); text-underline-offset: 0.2em; padding-block: var(--space-1); }
.problem, .problems { color: var(--accent); font-size: var(--step--1); }
.problems, .notice { border: 1px solid var(--line-strong); border-inline-start: 4px solid var(--accent); padding: var(--space-3) var(--space-4); margin-block-end: var(--space-5); }
.secret code { display: block; padding: var(--space-4); background: var(--paper-deep); overflow-wrap: anywhere; font-family: var(--mono); font-size: var(--step--1); user-select: all; }
main p, main ul { margin-block-end: var(--space-4); }
h2 { font-size: var(--step-2); margin-block: var(--space-6) var(--space-4); }
.page-title { padding-block: var(--space-5); font-size: var(--step-3); overflow-wrap: anywhere; }
.page-lead { font-size: var(--step-1); margin-block-end: var(--space-5); }
.page-title + .page-lead { margin-block-start: calc(-1 * var(--space-3)); }
@media (max-width: 48rem) {
  .row { grid-template-columns: minmax(0, 1fr); padding-block-end: var(--space-3); border-block-end: 1px solid var(--line); }
  .site-header nav { inline-size: 100%; }
  .list :is(thead, caption) { position: absolute; clip-path: inset(50%); inline-size: 1px; block-size: 1px; overflow: hidden; }
  .list tr { display: block; padding-block: var(--space-3); border-block-end: 1px solid var(--line); }
  .list td { display: block; padding: 0.125rem 0; border: 0; }
  .list td:empty { display: none; }
  .list td[data-label]:not([data-label=""])::before { content: attr(data-label) ": "; color: var(--ink-soft); }
}
`;
