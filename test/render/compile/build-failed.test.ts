import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { SettingsError, WaymarkError } from '../../../src/model/errors.ts';
import { buildFailed } from '../../../src/render/compile/run-program.ts';

const begin = 'The site could not be built. The old site stays.\n';
const hint = '\nnpm run build -- --verbose prints where this happened.';

test.each([
  [
    'an explained error',
    inspect(new WaymarkError('It is damaged.\nRestore it.')),
    'It is damaged.\nRestore it.',
  ],
  ['invalid settings', inspect(new SettingsError('No.', { cause: new Error('x') })), 'No.'],
  [
    'an unexpected error',
    inspect(new TypeError('x is not a function')),
    `x is not a function${hint}`,
  ],
  [
    'a style sheet',
    `\u001b[31m10:00:00 [ERROR] [vite]\u001b[39m Build failed in 5ms\n\u001b[31mBuild failed with 1 error:\n\n[plugin vite:css] index.css\nCssSyntaxError: [postcss] postcss-import: /a/x.css:1:20: Unexpected }\n    at Input.error (/a/input.js:1:1)\u001b[39m\n    at build (file:///a/b.mjs:2:3) {\n  errors: [Getter/Setter]\n}`,
    `/a/x.css:1:20: Unexpected }${hint}`,
  ],
  [
    'a missing file of a page',
    "Could not resolve './x.png' in src/pages/about.astro",
    'src/pages/about.astro refers to ./x.png, which does not exist. Add the file, or change src/pages/about.astro.',
  ],
  ['a process that was killed', 'Killed', 'Killed'],
  ['no output', '', ''],
])(
  'the message of %s has its sentences, without a trace and colours',
  (_what, printed, sentences) => {
    const { message, cause } = buildFailed(printed);
    expect(message).toBe(`${begin}${sentences}`.trimEnd());
    expect(message).not.toMatch(/^\s+at /m);
    expect(cause).toContain(printed.split('\n').at(-1));
  },
);
