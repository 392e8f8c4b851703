import { globSync, readFileSync } from 'node:fs';
import { codeLines, countTable } from './terminal/count-code.ts';
import { commandNamed, run } from './terminal/run.ts';

await run(async () => {
  commandNamed('count')
    .description(
      'Counts lines of code by folder, in TypeScript and Astro, without comments and blanks.',
    )
    .parse();
  const files = globSync('{src,scripts,bin,bench,test}/**/*.{ts,astro,cjs,mjs}', {
    exclude: ['**/node_modules/**'],
  }).sort();
  console.log(countTable(files.map((path) => [path, codeLines(readFileSync(path, 'utf8'))])));
});
