import { type Heading, outlineOf } from '../markdown/headings.ts';

/** A part of a version's text: a heading and what stands below it, up to the next heading. */
export interface TextSection {
  heading: Heading | undefined;
  /** With its heading. */
  whole: string;
  /** Without it. */
  below: string;
}

/** The first section has no heading; any of them may be empty. */
export function sectionsOf(lines: readonly string[]): TextSection[] {
  const { headings } = outlineOf(lines);
  const starts = [undefined, ...headings];
  return starts.map((heading, index) => {
    const [from, to] = [heading?.line ?? 0, headings[index]?.line ?? lines.length];
    const height = heading?.height ?? 0;
    return {
      heading,
      whole: lines.slice(from, to).join('\n'),
      below: lines.slice(from + height, to).join('\n'),
    };
  });
}
