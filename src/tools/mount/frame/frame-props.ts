import type { HeadTag } from '../../../site/shell/head/head-tags.ts';

/** The props of the components that render the page around Waymark's part: `In….astro`. */
export interface FrameProps {
  title: string;
  description: string | undefined;
  tags: HeadTag[];
  /** The language of Waymark's part of the page. */
  lang: string;
  dir: 'ltr' | 'rtl';
}
