import type { Element, ElementContent, Parents } from 'hast';
import { eachElement } from '../parse/elements.ts';

/**
 * Sets the scope of header cells that have none, because some screen readers and checkers do not
 * infer it. The scope is `col` in a table's head and in rows without data cells, otherwise `row`.
 */
export function scopeHeaders(tree: Parents): void {
  eachElement(tree, (one) => {
    if (one.tagName === 'thead') for (const row of elementsOf(one)) scopeRow(row, 'col');
    if (one.tagName !== 'tr') return;
    const hasData = elementsOf(one).some(({ tagName }) => tagName === 'td');
    scopeRow(one, hasData ? 'row' : 'col');
  });
}

function scopeRow(row: Element, scope: 'col' | 'row'): void {
  for (const { tagName, properties } of elementsOf(row))
    if (tagName === 'th') properties.scope ??= scope;
}

function elementsOf({ children }: { children: ElementContent[] }): Element[] {
  return children.filter((one) => one.type === 'element');
}
