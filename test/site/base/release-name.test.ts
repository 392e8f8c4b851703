import { expect, test } from 'vitest';
import { nameBesideProject, releaseName } from '../../../src/site/base/release-name.ts';

/** The name as readers see it: project, title and, in brackets, the version. */
function shown(title: string, version: string | null, project?: string, isMixed?: boolean): string {
  const name = releaseName({ title, version }, project, isMixed);
  const beside = name.version === undefined ? [] : [`[${name.version}]`];
  return [...(name.project === undefined ? [] : [`${name.project} |`]), name.title, ...beside].join(
    ' ',
  );
}

test.each([
  ['v3.5.41', '3.5.41', 'Vue', 'Vue 3.5.41'],
  ['3.5.41', 'v3.5.41', 'Vue', 'Vue 3.5.41'],
  ['Vite 8.2.2', '8.2.2', 'Vite', 'Vite 8.2.2'],
  ['Vite v8.2.2', null, 'Vite', 'Vite 8.2.2'],
  ['vite@8.2.2', '8.2.2', 'Vite', 'Vite 8.2.2'],
  ['VITE: 8.2.2', '8.2.2', 'Vite', 'Vite 8.2.2'],
  ['jq-1.7', '1.7', 'jq', 'jq 1.7'],
  ['8.2.2', '8.2.2', 'Vite', 'Vite 8.2.2'],
  ['Release 8.2.2', '8.2.2', 'Vite', 'Vite 8.2.2'],
  ['Version 8', '8.0.0', 'Vite', 'Vite 8'],
  ['8.2.0-beta.1+build', '8.2.0-beta.1+build', 'Vite', 'Vite 8.2.0-beta.1+build'],
  ['2026-05-01', null, 'Vite', 'Vite 2026-05-01'],
  ['C++ 1.2', '1.2', 'C++', 'C++ 1.2'],
])('a version as a title gets the name of its project: %s', (title, version, project, name) => {
  expect(shown(title, version, project)).toBe(name);
});

test.each([
  ['Vue', null, 'Vue', 'Vue'],
  ['Vue', '3.5.41', 'Vue', 'Vue 3.5.41'],
  ['Vite 8.0 is out!', '8.0', 'Vite', 'Vite 8.0 is out!'],
  ['Vite 6.1', '6.1.0', 'Vite', 'Vite 6.1'],
  ['A faster Vite', '8.1.0', 'Vite', 'A faster Vite [8.1.0]'],
  ['@scope/pkg@1.2.3', '1.2.3', 'pkg', '@scope/pkg@1.2.3'],
  ['@scope/pkg@1.2.3', '1.2.3', '@scope/pkg', '@scope/pkg 1.2.3'],
  ['Vueの新機能', '5.0', 'Vue', 'Vueの新機能 [5.0]'],
  ['検索結果の改善', null, '検索', '検索結果の改善'],
])(
  'a title with the name of its project has the name only once: %s',
  (title, version, project, name) => {
    expect(shown(title, version, project)).toBe(name);
  },
);

test.each([
  ['What’s new in 5.0', '5.0', 'Vue', 'Vue | What’s new in 5.0'],
  ['Server islands', '5.0.0', 'Astro', 'Astro | Server islands [5.0.0]'],
  ['@astrojs/node@9.0.0', '9.0.0', 'Astro', 'Astro | @astrojs/node@9.0.0'],
  ['8 new themes', '8.0.0', 'Astro', 'Astro | 8 new themes [8.0.0]'],
  ['What’s new in 24', '24', 'Node', 'Node | What’s new in 24'],
  ['Faster', null, 'create-(vite)/x', 'create-(vite)/x | Faster'],
  ['Fixes since 8.2.1', '8.2.2', 'Astro', 'Astro | Fixes since 8.2.1 [8.2.2]'],
  ['تحسينات في سرعة البحث 5.0', '5.0', 'Vue', 'Vue | تحسينات في سرعة البحث 5.0'],
  ['バージョン5.0の新機能', '5.0', 'Vue', 'Vue | バージョン5.0の新機能'],
  ['🚀 Ship it', '🚀', 'Vue', 'Vue | 🚀 Ship it [🚀]'],
  ['', null, 'Vue', 'Vue | '],
])('any other title has the project in front of it: %s', (title, version, project, name) => {
  expect(shown(title, version, project)).toBe(name);
});

test.each([
  ['v3.5.41', '3.5.41', 'v3.5.41'],
  ['Vite 8.2.2', '8.2.2', 'Vite 8.2.2'],
  ['Release 8.2.2.', '8.2.2', 'Release 8.2.2.'],
  ['Winter 2026', 'winter 2026', 'Winter 2026'],
  ['Faster', '8.2.2', 'Faster [8.2.2]'],
  ['1.20.3', '1.2.3', '1.20.3 [1.2.3]'],
  ['10.0', '1.0', '10.0 [1.0]'],
])(
  'without a project the title is kept, with its version only once: %s',
  (title, version, name) => {
    expect(shown(title, version)).toBe(name);
  },
);

test.each([
  ['v3.5.41', '3.5.41'],
  ['Vue 3.5.41', '3.5.41'],
  ['Vue', '3.5.41'],
  ['What’s new in Vue', 'What’s new in Vue [3.5.41]'],
  ['Faster', 'Faster [3.5.41]'],
])('a list of one project leaves out the name of the project: %s', (title, name) => {
  expect(shown(title, '3.5.41', 'Vue', false)).toBe(name);
});

test.each([
  ['v3.5.41', 'Vue', '3.5.41'],
  ['Vue v3.5.41', 'Vue', '3.5.41'],
  ['Vue: faster lists', 'Vue', 'faster lists'],
  ['Vue 4: all faster', 'Vue', '4: all faster'],
  ['Vue v4 is out', 'Vue', 'v4 is out'],
  ['Vue gets faster', 'Vue', 'Vue gets faster'],
  ['Faster Vue', 'Vue', 'Faster Vue'],
  [': odd', 'Vue', ': odd'],
  ['Vuetify: a theme', 'Vue', 'Vuetify: a theme'],
])('the title %j beside the project %j is %j', (title, project, shown) => {
  expect(nameBesideProject({ title, version: '3.5.41' }, project)).toMatchObject({
    project,
    title: shown,
  });
});
