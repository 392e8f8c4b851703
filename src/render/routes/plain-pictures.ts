import type { ImageTransform } from 'astro';
import { baseService } from 'astro/assets';

/**
 * Astro's service for pictures of own pages: shows each as it is, in its size. Astro would cut others
 * when it has rendered all pages, and builds render pages without it.
 */
const plainPictures = {
  validateOptions: baseService.validateOptions,
  getURL: ({ src }: ImageTransform) => (typeof src === 'string' ? src : src.src),
  getHTMLAttributes: baseService.getHTMLAttributes,
};

export default plainPictures;
