import type { HeadTag } from '../../../site/shell/head/head-tags.ts';

/** The props of each frame in this folder. */
export interface FrameProps {
  title: string;
  description: string | undefined;
  tags: HeadTag[];
  /** The language of Waymark's part of the page. */
  lang: string;
  dir: 'ltr' | 'rtl';
}
