import { enhanceFolds } from '../shell/folds.ts';
import { part } from '../shell/part.ts';
import { enhanceCopyLines } from './subscribe/enhance-copy-lines.ts';

/** Opens closed `details` when needed, and adds a copy button to each code block. */
export function enhanceArticle(root: ParentNode): void {
  const article = part(root, 'article.entry');
  enhanceFolds(article);
  if (!navigator.clipboard) return;
  for (const code of article.querySelectorAll('pre')) addCopyButton(code, article.dataset);
  enhanceCopyLines(article);
}

function addCopyButton(code: HTMLElement, { copyWord = '', copiedWord = '' }: DOMStringMap): void {
  const box = document.createElement('div');
  box.className = 'code-box';
  const button = document.createElement('button');
  Object.assign(button, { type: 'button', hidden: true, textContent: copyWord });
  Object.assign(button.dataset, { copy: code.textContent ?? '', copied: copiedWord });
  code.replaceWith(box);
  box.append(code, button);
}
