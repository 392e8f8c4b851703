import type { List, PhrasingContent } from 'mdast';
import { list, paragraph, text } from './markdown.ts';

export type Fact = [term: string, value: string | PhrasingContent | null | undefined];

/** A list of the facts that have a value. */
export function facts(known: readonly Fact[]): List {
  return list(
    known.flatMap(([term, value]) => {
      if (!value) return [];
      const nodes =
        typeof value === 'string' ? [text(`${term}: ${value}`)] : [text(`${term}: `), value];
      return [[paragraph(nodes)]];
    }),
  );
}
