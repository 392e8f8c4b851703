import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  isBelow,
  nameOf,
  parseSourcesFile,
  placeOf,
  sourcesSchema,
} from '../../src/config/sources-file.ts';
import { SettingsError } from '../../src/model/errors.ts';

const workspace = 'workspace: { id: acme-board, name: Acme Board }\n';
const whole = `${workspace.replace(' }', ', url: https://example.com }')}sources:
  - github: acme/board
    tags: "v*"
    project: Board
    private: true
  - changelog: packages/*/CHANGELOG.md
    editUrl: https://github.com/acme/board/edit/main/{path}
  - markdown: releases
    roadmap: roadmap
  - dataset: past.json
  - api: true
`;

/** The problems that are reported for a file, each with its line number in front. */
function problems(text: string): string[] {
  try {
    parseSourcesFile('sources.yaml', text);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    const lines = (error as Error).message.split('\n').slice(1, -1);
    return lines.map((line) => line.replace('sources.yaml:', ''));
  }
}

test('reads every kind of source', () => {
  const { workspace, sources } = parseSourcesFile('sources.yaml', whole);
  expect(workspace).toEqual({ id: 'acme-board', name: 'Acme Board', url: 'https://example.com' });
  expect(sources.map(nameOf)).toEqual([
    'github acme/board',
    'changelog packages/*/CHANGELOG.md',
    'markdown releases',
    'dataset past.json',
    'api',
  ]);
  expect(sources[0]).toMatchObject({ tags: 'v*', project: 'Board', private: true });
});

test('the name of a source does not depend on the order of its keys', () => {
  const { sources } = parseSourcesFile(
    'sources.yaml',
    `${workspace}sources:\n  - project: Board\n    github: acme/board\n`,
  );
  expect(sources.map(nameOf)).toEqual(['github acme/board']);
});

test('reports all problems at once, with their lines', () => {
  const text = `workspace: { id: "", name: Acme, color: red }
sources:
  - github: acme
  - changelog: /etc/CHANGELOG.md
    tags: v1
  - markdown: ../releases
    roadmap: C:\\roadmap
  - dataset: a/../../past.json
  - api: false
  - gitlab: acme/board
  - github: a/b
    changelog: CHANGELOG.md
  - text
  - markdown: ~/releases
  - markdown: releases
    editUrl: https://example.com/no-place
other: 1
`;
  expect(problems(text).map((one) => one.replace(/: .*/, ''))).toEqual([
    ...['1', '1', '3', '4', '5', '6', '7', '8', '9', '10', '11', '13', '14', '16', '17'],
  ]);
  expect(problems(text).join('\n')).toContain(
    '3: sources.0.github: expected OWNER/REPO, such as acme/board',
  );
  expect(problems(text)).toContain(
    '10: sources.5: expected one of github, forgejo, changelog, markdown, dataset and api, but found gitlab',
  );
  expect(problems(text).join('\n')).toContain('5: sources.1: "tags" is unknown');
  expect(problems(text)).toContain(
    '6: sources.2.markdown: expected a path below the folder of this file, without ".."',
  );
});

test('proposes the right name for a misspelled key at the top', () => {
  expect(problems('workspace: { id: a, name: A }\nsorces: []\n')).toEqual([
    '1: sources: it is missing; expected a list, such as "- github: acme/board"',
    '2: "sorces" is unknown. Did you mean "sources"?',
  ]);
});

const inQuotes = 'expected text, but found a number; in quotes, it is text';
const list = '2: sources: expected a list, such as "- github: acme/board"';
const oneKind = 'expected one of github, forgejo, changelog, markdown, dataset and api, but found';

test.each([
  ['sources: []\n', list],
  ['sources:\n', list],
  ['sources:\n  github: acme/board\n', list],
  ['sources:\n  -github: acme/board\n', list],
  ['sources:\n  - acme/board\n', `3: sources.0: ${oneKind} text`],
  [
    'sources:\n  - github: a/b\n    changelog: C.md\n',
    `3: sources.0: ${oneKind} github and changelog; write an entry for each`,
  ],
  [
    'sources:\n  - github: a/b\n    private: true\n    projet: Board\n',
    '5: sources.0: "projet" is unknown. Did you mean "project"?',
  ],
  [
    'sources:\n  - markdown: releases\n    branch: main\n',
    '4: sources.0: "branch" is unknown. Known: markdown, roadmap, over, project, repository, editUrl',
  ],
  ['sources:\n  - github: a/b\n    project: 3\n', `4: sources.0.project: ${inQuotes}`],
  ['sources:\n  - changelog: 1.0\n', `3: sources.0.changelog: ${inQuotes}`],
  [
    'sources:\n  - github: a/b\n    types:\n      - Added\n',
    '4: sources.0.types: expected names with values, but found a list',
  ],
  [
    'sources:\n  - api: https://api.example.com\n',
    '3: sources.0.api: expected true; the address of the API is the setting API_BASE_URL',
  ],
  [
    'timeZone: [Berlin]\nsources:\n  - api: true\n',
    '2: timeZone: expected a time zone such as "Europe/Berlin" or "UTC"',
  ],
  ['sources:\n\t- api: true\n', '3: a tab cannot indent a line; use spaces'],
  [
    'sources:\n  - api: true\n  - changelog: */CHANGELOG.md\n',
    '4: a text that begins with * has to be in quotes, such as tags: "*"',
  ],
])('says what is wrong, with its line, and what to write: %j', (text, expected) => {
  expect(problems(workspace + text)).toEqual([expected]);
});

test('reports each source that is listed twice, even next to other problems', () => {
  const text = `${workspace}sources:
  - api: true
  - markdown: releases
  - api: true
  - markdown: releases
    project: Board
`;
  const twice = [
    '5: sources.2: api is listed twice',
    '6: sources.3: markdown releases is listed twice',
  ];
  expect(problems(text)).toEqual(twice);
  expect(problems(`${text}  - github: acme\n`)).toEqual([
    '8: sources.4.github: expected OWNER/REPO, such as acme/board',
    ...twice,
  ]);
});

test.each([
  ['over: acme/board', []],
  ['over: acme/other', ['4: sources.0.over: no other source is acme/other']],
  ['over: highlights', ['4: sources.0.over: no other source is highlights']],
  [
    'over: acme/board\n    roadmap: r',
    ['4: sources.0.over: cannot be beside "roadmap": use two sources'],
  ],
])('a source of highlights with %j has the problems %j', (option, expected) => {
  const text = `${workspace}sources:\n  - markdown: highlights\n    ${option}\n  - github: acme/board\n`;
  if (expected.length > 0) expect(problems(text)).toEqual(expected);
  else expect(parseSourcesFile('s.yaml', text).sources).toHaveLength(2);
});

test.each([
  ['acme/board', ['github acme/board', 'dataset acme/board']],
  ['dataset acme/board', ['dataset acme/board']],
  ['undefined', ['changelog undefined']],
  [undefined, []],
  ['api', []],
  ['highlights', []],
])('highlights over %j are above the releases of %j', (over, expected) => {
  const own = over === undefined ? '' : `    over: ${over}\n`;
  const others = ['github: acme/board', 'dataset: acme/board', 'changelog: undefined', 'api: true'];
  const text = `${workspace}sources:\n  - markdown: highlights\n${own}${others.map((one) => `  - ${one}\n`).join('')}`;
  const parse = () => parseSourcesFile('s.yaml', text).sources;
  if (over !== undefined && expected.length === 0) expect(parse).toThrow('no other source is');
  else
    expect(
      parse()
        .filter((one) => isBelow(one, over))
        .map(nameOf),
    ).toEqual(expected);
});

test.each([
  '/etc/releases',
  '\\\\host\\share',
  'C:/releases',
  '~/releases',
  '..',
  'a/../b',
  'a\\..\\b',
  '""',
])('refuses a path outside the folder: %s', (path) => {
  for (const kind of ['changelog', 'markdown', 'dataset'])
    expect(problems(`${workspace}sources:\n  - ${kind}: ${path}\n`)).toHaveLength(1);
});

test.each(['acme/..', '../board', 'acme/board/x', 'https://github.com/acme/board', 'acme/b d'])(
  'refuses a repository name that would change the address: %s',
  (name) => {
    expect(problems(`${workspace}sources:\n  - github: ${name}\n`)).toEqual([
      '3: sources.0.github: expected OWNER/REPO, such as acme/board',
    ]);
  },
);

test('requires a workspace and a source', () => {
  expect(problems(`${workspace}sources:\n  - changlog: x.md\n`)[0]).toContain(
    'but found changlog. Did you mean "changelog"?',
  );
  expect(problems('')).toEqual([
    '1: workspace: it is missing; expected { id: acme-board, name: Acme Board }',
    '1: sources: it is missing; expected a list, such as "- github: acme/board"',
  ]);
});

test('refuses YAML tags and limits aliases', () => {
  expect(problems(`${workspace}sources:\n  - markdown: !env RELEASES\n`)).toEqual([
    '3: tags such as !env are not allowed',
  ]);
  const bomb = `${workspace}a: &a [x]\nb: &b [${'*a, '.repeat(60)}]\nc: [*b, *b, *b]\n`;
  expect(problems(bomb)).toEqual(['1: nested aliases make the document too large']);
});

test('names the page of the docs to read', () => {
  expect(() => parseSourcesFile('x.yaml', '')).toThrow(
    /^x\.yaml cannot be used:\n[\s\S]*docs\/sources\.md/,
  );
});

const isValid = addFormats.default(new Ajv2020()).compile(sourcesSchema());

test('the editor schema accepts the files that the parser accepts', () => {
  expect(isValid(parse(whole))).toBe(true);
  expect(isValid(parse(`${workspace}sources:\n  - github: acme/board\n`))).toBe(true);
});

test.each([
  'sources:\n  - api: true\n',
  `${workspace}sources: []\n`,
  `${workspace}sources:\n  - gitlab: acme/board\n`,
  `${workspace}sources:\n  - github: acme\n`,
  `${workspace}sources:\n  - markdown: releases\n    tags: v1\n`,
])('the editor schema refuses what the parser refuses: %j', (text) => {
  expect(isValid(parse(text))).toBe(false);
  expect(problems(text).length).toBeGreaterThan(0);
});

test.each([
  ['https://codeberg.org/acme/board', '', 'https://codeberg.org', 'acme/board'],
  ['https://Codeberg.org/acme/board.git/', '', 'https://codeberg.org', 'acme/board'],
  ['https://codeberg.org/acme/board/', '', 'https://codeberg.org', 'acme/board'],
  ['http://localhost:3000/acme/a.b', '', 'http://localhost:3000', 'acme/a.b'],
  [
    ...['https://example.org/git/acme/board', 'url: https://example.org/git/'],
    ...['https://example.org/git', 'acme/board'],
  ],
])('the repository at %s has %s and the instance %s', (forgejo, url, instance, repository) => {
  const text = `${workspace}sources:\n  - forgejo: ${forgejo}\n    ${url}\n    roadmap: milestones\n`;
  const [entry] = parseSourcesFile('sources.yaml', text).sources;
  if (!entry || !('forgejo' in entry)) throw new Error('no source');
  expect(placeOf(entry)).toEqual({ instance, repository });
  expect(nameOf(entry)).toBe(`forgejo ${instance}/${repository}`);
});

test.each([
  ['acme/board', ''],
  ['https://codeberg.org/acme', ''],
  ['https://codeberg.org/acme/board/releases', ''],
  ['https://codeberg.org/acme/board?tab=1', ''],
  ['http://codeberg.org/acme/board', ''],
  ['https://ada:secret@codeberg.org/acme/board', ''],
  ['https://example.org/git/acme/board', ''],
  ['https://example.org/git/acme/board', 'url: https://example.org/other'],
  ['https://example.org.evil.example/acme/board', 'url: https://example.org'],
])('refuses the repository at %s with %j', (forgejo, url) => {
  const text = `${workspace}sources:\n  - forgejo: ${forgejo}\n    ${url}\n`;
  expect(problems(text).join()).toContain(
    'expected the https:// address of a repository, such as https://codeberg.org/acme/board',
  );
  expect(problems(text).join()).not.toContain('secret');
});

test.each([
  ['token: FORGEJO_TOKEN_OTHER', []],
  [
    'token: GITHUB_TOKEN',
    ['4: sources.0.token: expected the name of a setting, such as FORGEJO_TOKEN_OTHER'],
  ],
  ...['url: git', 'url: https://codeberg.org/?tab=1', 'url: https://codeberg.org/#a'].map(
    (line): [string, string[]] => [
      line,
      [
        '4: sources.0.url: expected an https:// address without a query (http:// only for this machine)',
      ],
    ],
  ),
])('a source on Forgejo with %s has the problems %j', (line, expected) => {
  const text = `${workspace}sources:\n  - forgejo: https://codeberg.org/acme/board\n    ${line}\n`;
  expect(problems(text).filter((one) => !one.includes('sources.0.forgejo'))).toEqual(expected);
});

const issueRoadmap = (text: string) =>
  `${workspace}sources:\n  - github: acme/board\n    roadmap: ${text}\n`;

test('a roadmap may be of issues, whose statuses and authors are optional', () => {
  const read = (text: string) => parseSourcesFile('sources.yaml', issueRoadmap(text)).sources[0];
  expect(read('{ issues: roadmap }')).toMatchObject({
    roadmap: { issues: 'roadmap', statuses: {}, authors: [] },
  });
  expect(
    read('{ issues: roadmap, statuses: { "in progress": IN_PROGRESS }, authors: all }'),
  ).toMatchObject({ roadmap: { statuses: { 'in progress': 'IN_PROGRESS' }, authors: 'all' } });
});

test('the examples of forges in the documentation are valid', () => {
  const examples = [
    ...readFileSync('docs/sources.md', 'utf8').matchAll(/```yaml\n(- (?:github|forgejo):.*?)```/gs),
  ];
  expect(examples.length).toBeGreaterThan(3);
  for (const [, example = ''] of examples) {
    const text = `${workspace}sources:\n${example.replace(/^/gm, '  ')}`;
    expect(
      problems(text).filter((one) => !one.includes('is listed twice')),
      example,
    ).toEqual([]);
  }
});

test('the label of a roadmap is one label', () => {
  expect(problems(issueRoadmap('{ issues: "a,b" }'))).toEqual([
    '4: sources.0.roadmap.issues: expected one label, without commas',
  ]);
});

test.each([
  'issues',
  '{ issues: roadmap, statuses: { later: SOON } }',
  '{ issues: roadmap, authors: ada }',
  '{ label: roadmap }',
])('a roadmap of %s is refused, with what is expected', (text) => {
  expect(problems(issueRoadmap(text)).join()).toMatch(
    /4: sources\.0\.roadmap: expected milestones, or \{ issues: LABEL \} with "statuses" \(labels, each with one of BACKLOG, .*"authors" \(a list of names, or all\)/,
  );
});
