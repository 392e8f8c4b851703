import type { ImageTransform } from 'astro';
import { baseService } from 'astro/assets';

/**
 * An image service of Astro that serves the pictures of the maintainer's pages unchanged. Astro
 * only resizes pictures after its build has rendered all pages, and Waymark renders without this
 * build.
 */
const plainPictures = {
  validateOptions: baseService.validateOptions,
  getURL: ({ src }: ImageTransform) => (typeof src === 'string' ? src : src.src),
  getHTMLAttributes: baseService.getHTMLAttributes,
};

export default plainPictures;
