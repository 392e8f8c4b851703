import { enhanceFolds } from '../shell/folds.ts';
import { enableCopyLines } from './copy-lines.ts';
import { enableCopyLinks } from './copy-links.ts';

/**
 * Opens closed `details` of an article when needed, and adds a copy button to each of its code
 * blocks. Enables all other buttons and links that copy.
 */
export function enhanceArticle(root: ParentNode): void {
  const article = root.querySelector<HTMLElement>('article.entry');
  if (article) enhanceFolds(article);
  enableCopyLinks(root);
  if (!navigator.clipboard) return;
  for (const code of article?.querySelectorAll('pre') ?? []) addCopyButton(code, article?.dataset);
  enableCopyLines(root);
}

function addCopyButton(
  code: HTMLElement,
  { copyWord = '', copiedWord = '' }: DOMStringMap = {},
): void {
  const box = document.createElement('div');
  box.className = 'code-box';
  const button = document.createElement('button');
  Object.assign(button, { type: 'button', hidden: true, textContent: copyWord });
  Object.assign(button.dataset, { copy: code.textContent ?? '', copied: copiedWord });
  code.replaceWith(box);
  box.append(code, button);
}
