import { readFileSync } from 'node:fs';

/** The fenced examples of a page of the docs in one language, in their order. */
export function examplesIn(page: string, language: string): string[] {
  const fenced = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms');
  return [...readFileSync(page, 'utf8').matchAll(fenced)].map(([, example = '']) => example);
}
