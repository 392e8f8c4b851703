import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const docs = globSync('docs/*.md');
const pages = [...globSync('*.md'), ...docs];

test.each(pages)('%s links only to files and headings that exist', (page) => {
  const links = readFileSync(page, 'utf8').matchAll(/\]\((?!\w+:)([^)#]*)(?:#([^)]*))?\)/g);
  const lost = [...links].flatMap(([link, path = '', heading]) => {
    const file = path === '' ? page : join(dirname(page), path);
    const isThere = existsSync(file) && (!heading || anchorsIn(file).includes(heading));
    return isThere ? [] : [link];
  });
  expect(lost).toEqual([]);
});

test('the README links to every page of the docs', () => {
  const readme = readFileSync('README.md', 'utf8');
  expect(docs.length).toBeGreaterThan(4);
  expect(docs.filter((page) => !readme.includes(`](${page}`))).toEqual([]);
});

test('every systemd unit starts a command that exists', () => {
  const units = globSync('docs/examples/systemd/*.service').sort();
  const started = units.flatMap((unit) => [
    ...readFileSync(unit, 'utf8').matchAll(/^ExecStart=\/srv\/waymark\/(\S+) (\w+)/gm),
  ]);
  expect(started.map(([, , command]) => command)).toEqual(['webhook', 'serve', 'service']);
  for (const [line, program = '', command = ''] of started) {
    expect(existsSync(program), line).toBe(true);
    expect(existsSync(`scripts/${command}.ts`), line).toBe(true);
  }
});

/** The anchors that GitHub generates for the headings of a file. */
function anchorsIn(file: string): string[] {
  const headings = readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, text = '']) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
