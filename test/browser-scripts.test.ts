import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize, resolve } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

// The script of a component calls a module next to it, `enhance-<what>.ts`, which exports one
// function that takes the page. Loading the module must have no side effects.

const components = globSync('src/**/*.astro').map((file) => ({
  file,
  scripts: scriptsIn(readFileSync(file, 'utf8')),
}));
const enhancers = globSync('src/**/enhance-*.ts').sort();

/**
 * Components with inline scripts: code that runs before the first paint, data for programs, and the
 * maintainer's own scripts.
 */
const inline = [
  'src/site/releases/Contents.astro',
  'src/site/roadmap/MilestoneHistory.astro',
  'src/site/roadmap/Roadmap.astro',
  'src/site/shell/Head.astro',
  'src/site/shell/HeadTags.astro',
  'src/site/shell/Page.astro',
];

test('the script of a component is one import and one call', () => {
  const scripts = components.flatMap(({ file, scripts }) =>
    scripts.filter(({ isInline }) => !isInline).map(({ body }) => ({ file, body })),
  );
  expect(scripts.length).toBeGreaterThan(5);
  expect(scripts.filter(({ file, body }) => !isCallOfNeighbour(file, body))).toEqual([]);
});

test('inline scripts contain no code of the component; it comes from a module or a setting', () => {
  const inlined = components.flatMap(({ file, scripts }) =>
    scripts.filter(({ isInline }) => isInline).map(({ body }) => ({ file, body })),
  );
  expect(inlined.filter(({ body }) => body.trim() !== '')).toEqual([]);
  expect([...new Set(inlined.map(({ file }) => file))].sort()).toEqual(inline);
});

test('a component next to each browser script calls it', () => {
  const called = components.flatMap(({ file, scripts }) =>
    scripts.flatMap(({ body }) => {
      const [, name = ''] = /'\.\/([\w-]+\.ts)'/.exec(body) ?? [];
      return name === '' ? [] : [join(dirname(file), name)];
    }),
  );
  expect(enhancers.filter((file) => !called.includes(file))).toEqual([]);
});

test('a browser script exports only one function, named after its file', () => {
  expect(enhancers.length).toBeGreaterThan(5);
  const others = enhancers.filter((file) => {
    const text = readFileSync(file, 'utf8');
    const exported = text.match(/^export .*$/gm) ?? [];
    return exported.join() !== `export function ${functionOf(file)}(root: ParentNode): void {`;
  });
  expect(others).toEqual([]);
});

test('browser modules do nothing and do not access the page when they are loaded', () => {
  const modules = loadedBy(enhancers);
  expect(modules.length).toBeGreaterThan(20);
  expect(modules.flatMap(doneWhereLoaded)).toEqual([]);
});

test('every browser module can be loaded without a page', async () => {
  expect(globalThis).not.toHaveProperty('document');
  const loaded = loadedBy(enhancers).map((file) => import(resolve(file)));
  await expect(Promise.all(loaded)).resolves.not.toContain(undefined);
});

interface Script {
  isInline: boolean;
  body: string;
}

function scriptsIn(text: string): Script[] {
  const found = text.matchAll(/<script\b((?:=>|[^=>]|=(?!>))*?)(?:\/>|>(.*?)<\/script>)/gs);
  return [...found].map(([, attributes = '', body = '']) => ({
    isInline: /\bis:inline\b/.test(attributes),
    body,
  }));
}

function isCallOfNeighbour(file: string, body: string): boolean {
  const [, name, module = ''] = /^\s*import \{ (\w+) \} from '\.\/([\w-]+\.ts)';/.exec(body) ?? [];
  const whole = `import { ${name} } from './${module}';\n\n  ${name}(document);`;
  return name === functionOf(module) && body.trim() === whole && existsSync(beside(file, module));
}

function beside(file: string, name: string): string {
  return normalize(join(dirname(file), name));
}

/** The function that a file exports: `enableCopyLinks` for `enhance-copy-links.ts`. */
function functionOf(file: string): string {
  return basename(file, '.ts').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** These files and all modules that they import, statically or dynamically. */
function loadedBy(files: readonly string[]): string[] {
  const found = new Set(files);
  for (const file of found) {
    const specifiers = readFileSync(file, 'utf8').matchAll(
      /(?:^(?:import|export) (?!type)[^;]*?from|\bimport\()\s*'(\.[^']+)'/gm,
    );
    for (const [, specifier = ''] of specifiers) found.add(beside(file, specifier));
  }
  return [...found];
}

const ofBrowsers = new Set([
  ...['document', 'window', 'globalThis', 'self', 'location', 'history', 'navigator'],
  ...['localStorage', 'sessionStorage', 'matchMedia', 'addEventListener', 'fetch'],
  ...['setTimeout', 'setInterval', 'requestAnimationFrame'],
]);

/**
 * Statements that do something or access the browser when the module is loaded, with their lines.
 */
function doneWhereLoaded(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const at = (node: ts.Node) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    return `${file}:${line + 1}: ${node.getText(source).split('\n')[0]}`;
  };
  const asked = (node: ts.Node): ts.Node[] => {
    if (ts.isFunctionLike(node) || ts.isTypeNode(node)) return [];
    if (ts.isIdentifier(node) && ofBrowsers.has(node.text)) return [node];
    const within: ts.Node[] = [];
    ts.forEachChild(node, (child) => void within.push(...asked(child)));
    return within;
  };
  return source.statements.flatMap((statement) => {
    if (isDeclaration(statement))
      return ts.isVariableStatement(statement) && asked(statement).length > 0
        ? [at(statement)]
        : [];
    return [at(statement)];
  });
}

/** Whether a statement only declares something; variables have to be constants. */
function isDeclaration(statement: ts.Statement): boolean {
  if (ts.isVariableStatement(statement))
    return (statement.declarationList.flags & ts.NodeFlags.Const) !== 0;
  return (
    ts.isFunctionDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isExportDeclaration(statement) ||
    (ts.isImportDeclaration(statement) && statement.importClause !== undefined)
  );
}
