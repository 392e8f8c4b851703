import type { HeadTag } from '../../../site/shell/head/head-tags.ts';

/** What a page hands to the frame that it stands in. */
export interface FrameProps {
  title: string;
  description: string | undefined;
  tags: HeadTag[];
  /** Of what Waymark shows. */
  lang: string;
  dir: 'ltr' | 'rtl';
}
