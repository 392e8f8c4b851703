import type { MilestoneEntry, ReleaseEntry } from '../../src/model/content/content.ts';
import { milestoneEntry, releaseEntry } from '../../test/support/entries.ts';
import { randomFrom } from '../../test/support/random-from.ts';
import { releaseTexts } from './release-texts.ts';

/** Content in which each query has one right answer, among releases with similar words. */
export interface SearchCorpus {
  projects: { id: string; slug: string; name: string }[];
  labels: { id: string; slug: string; name: string; color: null }[];
  releases: ReleaseEntry[];
  milestones: MilestoneEntry[];
}

/** Releases of a project: every minor version has `patches` patch versions. */
interface Series {
  slug: string;
  name: string;
  minors: readonly string[];
  patches: number;
  firstDay: string;
}

const series: readonly Series[] = [
  { slug: 'vue', name: 'vue', minors: ['3.4', '3.5'], patches: 42, firstDay: '2023-12-28' },
  {
    slug: 'vite',
    name: 'vite',
    minors: ['5.0', '5.1', '5.2', '5.3', '6.0', '6.1', '7.0', '8.0', '8.1'],
    patches: 6,
    firstDay: '2023-11-16',
  },
  {
    slug: 'react-router',
    name: 'React Router',
    minors: ['6.4', '7.0', '7.1'],
    patches: 4,
    firstDay: '2024-06-01',
  },
  {
    slug: 'react',
    name: 'React',
    minors: ['18.3', '19.0', '19.1'],
    patches: 3,
    firstDay: '2024-04-25',
  },
  {
    slug: 'query',
    name: '@tanstack/query',
    minors: ['5.50', '5.51', '5.52', '5.53'],
    patches: 5,
    firstDay: '2024-07-01',
  },
  {
    slug: 'plugin-react',
    name: '@vitejs/plugin-react',
    minors: ['4.2', '4.3'],
    patches: 5,
    firstDay: '2023-12-04',
  },
  {
    slug: 'typescript',
    name: 'TypeScript',
    minors: ['5.2', '5.3', '5.4', '5.5'],
    patches: 4,
    firstDay: '2023-08-24',
  },
  { slug: 'wen', name: '文档', minors: ['1.0', '1.1', '1.2'], patches: 4, firstDay: '2025-01-10' },
];

/** Texts of single releases, by slug. Other releases have the same words in a different order. */
const facts: Record<string, string> = {
  'vue-3-4-0': 'The macro <code>defineModel</code> is stable.',
  'vue-3-5-12': 'Types of <code>@vue/compiler-sfc</code> are exported again.',
  'vue-3-5-13': 'The compiler passes options of vue files to the sfc loader.',
  'vue-3-5-20': 'A hydration mismatch in async components is reported once.',
  'vue-3-5-31': 'A mismatch of types no longer stops the hydration of slots.',
  'vite-5-1-2': 'Replacements of <code>import.meta.env</code> in strings are fixed.',
  'vite-5-1-4': 'An import of the env file keeps its meta data.',
  'vite-6-1-1': 'Meta tags, the env folder and an import of workers are documented.',
  'vite-6-0-1': 'Better tree shaking of CommonJS packages.',
  'vite-7-0-1': 'Shaking off a dependency no longer breaks the module tree.',
  'vite-8-0-2': 'The tree in the overlay stops shaking.',
  'react-19-1-0': 'Warns when <code>useEffect</code> is given an async function.',
  'react-18-3-1': 'Fixes <code>useSyncExternalStore</code> in strict mode.',
  'react-router-6-4-1': 'A guide for eslint-plugin-react-hooks.',
  'query-5-51-2': 'Rules moved to <code>@tanstack/eslint-plugin-query</code>.',
  'query-5-52-3': 'The eslint rules of every plugin explain each query.',
  'plugin-react-4-3-1': 'Use <code>@vitejs/plugin-react</code> with SWC off.',
  'typescript-5-3-0': 'Support for import attributes in all module modes.',
  'typescript-5-4-1': 'Attributes of JSX elements no longer need an import.',
  'typescript-5-5-0': 'Unused attributes are removed together with their import.',
  'typescript-5-5-2': 'An import of types keeps attributes of enums.',
  'typescript-5-4-2': 'Options of <code>moduleResolution</code> are checked.',
  'typescript-5-2-3': 'Resolves <code>@types/node</code> from the project folder.',
  'typescript-5-4-3': 'A node in the tree of types has a parent.',
  'wen-1-0-2': '新增深色模式，界面随系统切换。',
  'wen-1-1-1': '修复全文检索的排序问题。',
  'wen-1-1-3': '模式选择器使用更深的颜色，检查索引是否完整。',
  'wen-1-2-2': '深入说明配色，模式与色彩分开设置。检测并索取日志。',
};

const titles: Record<string, string> = {
  'vite-5-3-1': 'Dark mode',
  'react-router-7-0-2': 'Native C++ bindings',
};

/** Later releases that mention an older version, or the words of an older title. */
const mentions = [
  'Follows vite 5.2.0 and its fixes.',
  'Regression since 5.2.0 and 3.5.41.',
  'The mode of the dark theme is kept; a dark header stays in reader mode.',
  'Packages built before 0.5.0 and 6.0.3 are read too.',
];

export function searchCorpus(): SearchCorpus {
  const some = releaseTexts(11);
  const random = randomFrom(11);
  const releases = series.flatMap((one) =>
    versionsOf(one).map(({ version, at }, n): ReleaseEntry => {
      const slug = `${one.slug}-${version.replaceAll('.', '-')}`;
      const isOld = at < '2025-06-01';
      const mention = isOld || n % 3 > 0 ? '' : mentions[Math.floor(random() * mentions.length)];
      return releaseEntry(slug, {
        title: titles[slug] ?? (n % 2 ? `v${version}` : some(4)),
        version,
        project: `corpus-${one.slug}`,
        labels: version.endsWith('.0') ? ['corpus-minor'] : [],
        released_at: `${at}T10:00:00.000Z`,
        body: `<p>${some(30)}</p><h2>${some(2)}</h2><p>${facts[slug] ?? ''} ${some(60)} ${mention}</p>`,
      });
    }),
  );
  return {
    projects: series.map(({ slug, name }) => ({ id: `corpus-${slug}`, slug, name })),
    labels: [{ id: 'corpus-minor', slug: 'minor', name: 'Minor version', color: null }],
    releases,
    milestones: [
      milestoneEntry('corpus-offline', {
        title: 'An offline archive',
        body: '<p>Read every release without a network, from one folder.</p>',
      }),
    ],
  };
}

/** Versions are at most twelve days apart. */
function versionsOf({ minors, patches, firstDay }: Series): { version: string; at: string }[] {
  const first = Date.parse(firstDay);
  const all = minors.flatMap((minor) => Array.from({ length: patches }, (_, n) => `${minor}.${n}`));
  const daysApart = Math.min(12, 1000 / all.length);
  return all.map((version, n) => ({
    version,
    at: new Date(first + n * daysApart * 86_400_000).toISOString().slice(0, 10),
  }));
}
