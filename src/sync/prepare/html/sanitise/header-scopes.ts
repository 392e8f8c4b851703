import type { Element, Parents } from 'hast';
import { eachElement, elementsIn } from '../parse/elements.ts';

/**
 * Sets the scope of header cells that have none, because some screen readers and checkers do not
 * infer it. The scope is `col` in a table's head and in rows without data cells, otherwise `row`.
 */
export function scopeHeaders(tree: Parents): void {
  eachElement(tree, (one) => {
    if (one.tagName === 'thead') for (const row of elementsIn(one)) scopeRow(row, 'col');
    if (one.tagName !== 'tr') return;
    const hasData = elementsIn(one).some(({ tagName }) => tagName === 'td');
    scopeRow(one, hasData ? 'row' : 'col');
  });
}

function scopeRow(row: Element, scope: 'col' | 'row'): void {
  for (const { tagName, properties } of elementsIn(row))
    if (tagName === 'th') properties.scope ??= scope;
}
