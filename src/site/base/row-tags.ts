const maxTags = 3;

/** A label or a type of change in a row of a list. */
export interface RowTag {
  name: string;
  /** Classes for its colour. */
  look?: string;
  /** The full text for screen readers, if the name is an abbreviation. */
  label?: string;
}

/**
 * The first tags of a row, and a tag with the number of hidden tags. Also runs in browsers.
 * @param isPreRelease whether the row has a mark for pre-releases, so that one tag less fits
 */
export function firstTags(
  tags: readonly RowTag[],
  isPreRelease: boolean,
  locale: string,
  moreTypes: (count: number) => string,
): RowTag[] {
  const max = isPreRelease ? maxTags - 1 : maxTags;
  const others = tags.length - max;
  return others > 0
    ? [
        ...tags.slice(0, max),
        { name: `+${others.toLocaleString(locale)}`, label: moreTypes(others) },
      ]
    : [...tags];
}
