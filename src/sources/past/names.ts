import slugify from '@sindresorhus/slugify';
import { digest } from '../../lib/digest.ts';
import { oneLine, shorten } from '../../lib/text/text.ts';
import { isVisible } from '../../model/api/primitives.ts';
import { limits } from '../../model/limits.ts';

/** A title that the API takes: one visible line of 3 to 255 characters. */
export function fitTitle(text: string, otherwise: string): string {
  const [title = ''] = [oneLine(text), oneLine(otherwise)].filter(isVisible);
  const { min, max } = limits.title;
  return shorten(title.length < min ? `Version ${title}`.trim() : title, max - 1);
}

/**
 * A slug that the API takes, which no other has: words in lower case, of 3 to 255 characters.
 * @param taken by others; it is added
 */
export function fitSlug(text: string, id: string, taken: Set<string>): string {
  const words = slugOfName(text).slice(0, longestSlug).replace(/-+$/, '');
  const plain =
    words.length < limits.slug.min ? ['version', words].filter(Boolean).join('-') : words;
  const slug = taken.has(plain) ? `${plain}-${digest(id, 8)}` : plain;
  taken.add(slug);
  return slug;
}

/** A readable id that is the same for the same name, and another for another. */
export function idOf(kind: string, name: string): string {
  const slug = slugOfName(name).slice(0, longestSlug);
  const isTold = slug !== '' && slug === name;
  return isTold ? `${kind}-${slug}` : [kind, slug, digest(name, 8)].filter(Boolean).join('-');
}

/** Lower-case words joined by hyphens; empty where a name has none. */
export function slugOfName(name: string): string {
  return slugify(name.slice(0, 1000), { decamelize: false });
}

/** Room for the digest behind it, and for the endings of files that it names. */
const longestSlug = 200;
