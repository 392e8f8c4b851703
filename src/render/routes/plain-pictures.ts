import type { ImageTransform } from 'astro';
import { baseService } from 'astro/assets';

/**
 * Astro's image service for the maintainer's pages: serves pictures unchanged. Astro resizes pictures
 * only after it has rendered all pages, and Waymark renders without Astro's build.
 */
const plainPictures = {
  validateOptions: baseService.validateOptions,
  getURL: ({ src }: ImageTransform) => (typeof src === 'string' ? src : src.src),
  getHTMLAttributes: baseService.getHTMLAttributes,
};

export default plainPictures;
