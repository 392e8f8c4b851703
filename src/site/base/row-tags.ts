const maxTags = 3;

/** A label or type in a row. */
export interface RowTag {
  name: string;
  /** Classes for its colour. */
  look?: string;
  /** For screen readers, if the name is short for it. */
  label?: string;
}

/**
 * The first tags of a row, and the number of the others. Also runs in browsers.
 * @param isPreRelease the row also says so, which takes the place of a tag
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
