import type { HeadTag } from '../../../site/shell/head/head-tags.ts';

/** The props that every frame in this folder receives. */
export interface FrameProps {
  title: string;
  description: string | undefined;
  tags: HeadTag[];
  /** The language of Waymark's part of the page. */
  lang: string;
  dir: 'ltr' | 'rtl';
}
