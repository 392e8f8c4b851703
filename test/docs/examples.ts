import { readFileSync } from 'node:fs';

/** The fenced code blocks of a page of the docs in one language, in order. */
export function examplesIn(page: string, language: string): string[] {
  const fenced = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms');
  return [...readFileSync(page, 'utf8').matchAll(fenced)].map(([, example = '']) => example);
}
