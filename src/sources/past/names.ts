import slugify from '@sindresorhus/slugify';
import { digest } from '../../lib/digest.ts';
import { oneLine, shorten } from '../../lib/text/text.ts';
import { isVisible } from '../../model/api/primitives.ts';
import { limits } from '../../model/limits.ts';

/**
 * A title that the API accepts: one line of visible text, 3 to 255 characters.
 * @param otherwise title to use if the text has no visible characters
 */
export function fitTitle(text: string, otherwise: string): string {
  const [title = ''] = [oneLine(text), oneLine(otherwise)].filter(isVisible);
  const { min, max } = limits.title;
  return shorten(title.length < min ? `Version ${title}`.trim() : title, max - 1);
}

/**
 * A unique slug that the API accepts: lower-case words, 3 to 255 characters.
 * @param taken slugs in use, to which the new slug is added
 */
export function fitSlug(text: string, id: string, taken: Set<string>): string {
  const words = slugOfName(text).slice(0, maxSlugLength).replace(/-+$/, '');
  const plain =
    words.length < limits.slug.min ? ['version', words].filter(Boolean).join('-') : words;
  const slug = taken.has(plain) ? `${plain}-${digest(id, 8)}` : plain;
  taken.add(slug);
  return slug;
}

/** A unique, readable id. The same kind and name always give the same id. */
export function idOf(kind: string, name: string): string {
  const slug = slugOfName(name).slice(0, maxSlugLength);
  const isExact = slug !== '' && slug === name;
  return isExact ? `${kind}-${slug}` : [kind, slug, digest(name, 8)].filter(Boolean).join('-');
}

/** The words of a name in lower case, joined by hyphens. Empty if the name has no words. */
export function slugOfName(name: string): string {
  const text = name.slice(0, 1000);
  if (!plain.test(text)) return slugify(text, { decamelize: false });
  return text
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** Text such as a version, in which `slugify` would only join the words. */
const plain = /^[\w.@/() -]*$/;

/** Shorter than file systems allow, because a digest and a file extension may follow the slug. */
const maxSlugLength = 200;
