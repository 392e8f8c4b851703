/** What to remove besides the folder of a feature or tool and its tests. */
export interface Removal {
  folder: string;
  /** Other files to remove. */
  files?: readonly string[];
  /** Edits of other files: the text to replace, which must exist, and its replacement. */
  edits?: readonly (readonly [file: string, from: string | RegExp, to: string])[];
}

/** Removes a tool with its command, and with its lines in the lists of commands. */
function command(
  name: string,
  { folder = `src/tools/${name}`, files = [], edits = [] }: Partial<Removal>,
): Removal {
  return {
    folder,
    files: [`scripts/${name}.ts`, ...files],
    edits: [
      ['bin/commands.json', new RegExp(`^ {2}"${name}": .*,?\n`, 'm'), ''],
      ['package.json', new RegExp(`^ {4}"${name}": .*\n`, 'm'), ''],
      ...edits,
    ],
  };
}

const mistakes = 'test/e2e/scripts/mistakes.long.test.ts';

/** Removes the mistakes of a command. */
function mistakesOf(name: string): Required<Removal>['edits'][number] {
  return [mistakes, new RegExp(`^ {2}${name}: \\[[\\s\\S]*?^ {2}\\],\n`, 'm'), ''];
}

const registry = 'src/features/registry.ts';
const places = 'src/pages/_places';

/** Removes a feature's lines in the registry. */
function feature(name: string, ...edits: Required<Removal>['edits'][number][]): Removal {
  return {
    folder: `src/features/${name}`,
    edits: [
      [registry, `import { ${name} } from './${name}/feature.ts';\n`, ''],
      [registry, new RegExp(`(?<=\\bfeatures: [^;]*)\\b${name}\\b,?\\s*`), ''],
      ...edits,
    ],
  };
}

/** Removes a feature's component from a file in `src/pages/_places`. */
function placed(
  place: string,
  feature: string,
  component: string,
): Required<Removal>['edits'][number][] {
  const file = `${places}/${place}.astro`;
  return [
    [file, `import ${component} from '../../features/${feature}/${component}.astro';\n`, ''],
    [file, new RegExp(`^<${component} .*/>\n`, 'm'), ''],
  ];
}

const tools = 'scripts/tools.ts';

export const removals: readonly Removal[] = [
  {
    ...feature('cards', [
      'test/config/load-site-config.test.ts',
      /^ +'src\/features\/cards\/.*\n/gm,
      '',
    ]),
    files: ['test/scripts/subset-faces.long.test.ts'],
  },
  feature('corrections', ...placed('ReleaseFoot', 'corrections', 'ReleaseCorrections'), [
    `${places}/release-corrections.ts`,
    /^[\s\S]+$/,
    'export const releaseCorrections = (_: unknown) => (_id: string): string[] => [];\n',
  ]),
  feature('digests'),
  feature(
    'filters',
    [
      `${places}/ChangelogFilters.astro`,
      /^[\s\S]+$/,
      '---\ninterface Props {\n  groups: undefined;\n  first: string;\n  archive?: string;\n  site: object;\n}\n---\n\n<slot />\n',
    ],
    [
      `${places}/filter-groups.ts`,
      /^[\s\S]+$/,
      'export function changelogFilters(..._: unknown[]): undefined {}\n\nexport const archiveFilters = (..._: unknown[]) => changelogFilters;\n',
    ],
  ),
  feature(
    'json',
    ['src/features/markdown/llms-txt.ts', /^ {4}\[paths\.changelogJson.*\n/m, ''],
    ['src/features/markdown/llms-txt.ts', /^ {4}\[paths\.latestJson.*\n/m, ''],
  ),
  feature('markdown'),
  feature('search', ...placed('NotFound', 'search', 'SearchBox')),
  feature(
    'timeline',
    [
      `${places}/RoadmapView.astro`,
      "import RoadmapTimeline from '../../features/timeline/RoadmapTimeline.astro';\n",
      '',
    ],
    [`${places}/RoadmapView.astro`, /^const \{ page.*= Astro.props;\n/m, ''],
    [`${places}/RoadmapView.astro`, /^\{page.*<RoadmapTimeline .*\n/m, ''],
  ),
  feature(
    'upgrade',
    ...placed('ChangelogTools', 'upgrade', 'PlannerLink'),
    ...placed('ReleaseVersion', 'upgrade', 'UpgradeFromHere'),
  ),
  feature('widget', ...placed('Subscribe', 'widget', 'NewsGuide')),
  {
    folder: 'src/tools/bucket',
    edits: [
      [tools, "import { bucketCheck } from '../src/tools/bucket/check-bucket.ts';\n", ''],
      [tools, "import { s3Publisher } from '../src/tools/bucket/run-bucket.ts';\n", ''],
      [tools, '= s3Publisher;', '= undefined;'],
      [tools, /(?<=\[)bucketCheck(?:, )?/, ''],
    ],
  },
  {
    folder: 'src/tools/worker',
    edits: [
      [tools, /^import \{ createWorkerProcess \} from .*\n/m, ''],
      [tools, '= createWorkerProcess;', '= undefined;'],
    ],
  },
  {
    folder: 'src/tools/hand-on',
    edits: [
      [tools, /^import \{ handOnToOthers \} from .*\n/m, ''],
      [tools, '= handOnToOthers;', '= undefined;'],
    ],
  },
  {
    folder: 'src/tools/metrics',
    edits: [
      [tools, /^import \{ createReceiverMetrics \} from .*\n/m, ''],
      [tools, '= createReceiverMetrics;', '= undefined;'],
    ],
  },
  {
    folder: 'src/tools/preview',
    files: ['', '-bodies'].map((name) => `test/e2e/service/desk-preview${name}.long.test.ts`),
    edits: [
      [tools, /^import \{ createPreviewer as .*\n/m, ''],
      [tools, '= previewerOf;', '= undefined;'],
    ],
  },
  command('doctor', {
    files: ['test/e2e/scripts/doctor.long.test.ts'],
    edits: [mistakesOf('doctor'), [mistakes, ", 'doctor'] as const", '] as const']],
  }),
  command('review', {
    folder: 'src/tools/pull-request',
    edits: [[mistakes, /^test\('review [\s\S]*?^\}\);\n/m, '']],
  }),
  command('announce', {
    files: [
      'test/e2e/announce',
      ...['announce', 'walk'].map((name) => `test/e2e/service/desk-${name}.long.test.ts`),
    ],
    edits: [
      mistakesOf('announce'),
      [tools, /^import \{ announceCheck \} from .*\n/m, ''],
      [tools, /(?:, )?announceCheck(?=\])/, ''],
      [tools, /^import \{ announceWith \} from .*\n/m, ''],
      [tools, /^import \* as channels from .*\n/m, ''],
      [tools, '= channels;', '= undefined;'],
      [tools, /^import .*(?:fileURLToPath|moduleBeside).*\n/gm, ''],
      [tools, /= announceWith\([^;]*;/, '= undefined;'],
    ],
  }),
  {
    folder: 'src/service/desk',
    files: [
      ...['desk', 'site', 'users'].map((name) => `scripts/service/${name}.ts`),
      'test/e2e/service/command-users.long.test.ts',
    ],
    edits: [
      ['scripts/service.ts', /^.*(?:addUserCommands).*\n/gm, ''],
      ['scripts/service/serve.ts', /^.*\bdesk\b.*\n/gm, ''],
      ['scripts/demo.ts', /^.*(?:openDesk|desk: desk).*\n/gm, ''],
      ['scripts/demo.ts', /, await desk\?[^;]*(?=\)\);)/, ''],
    ],
  },
  command('convert', {
    files: ['scripts/convert', 'whole-path/forgejo'].map((name) => `test/e2e/${name}.test.ts`),
    edits: [mistakesOf('convert')],
  }),
  {
    folder: 'src/tools/mount',
    edits: [['package.json', /^ {4}"\.\/astro": \{[^}]*\},?\n/m, '']],
  },
];
