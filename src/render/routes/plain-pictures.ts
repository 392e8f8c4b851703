import type { ImageTransform } from 'astro';
import { baseService } from 'astro/assets';

/**
 * An image service of Astro that serves the pictures of the maintainer's pages unchanged. Astro
 * would resize pictures at the end of its own build, which Waymark does not run.
 */
const plainPictures = {
  validateOptions: baseService.validateOptions,
  getURL: ({ src }: ImageTransform) => (typeof src === 'string' ? src : src.src),
  getHTMLAttributes: baseService.getHTMLAttributes,
};

export default plainPictures;
