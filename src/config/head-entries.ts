import { z } from 'zod';

// Validates the tags that a maintainer adds to the head of every page. Allows only tags that the
// pages' content security policy can cover, and gives the reason for each refusal.

const Attributes = z
  .record(
    z.string().regex(/^[a-z][a-z0-9-]*$/, { error: 'expected an attribute in lower case' }),
    z.union([z.string(), z.boolean()]),
  )
  .superRefine((attributes, context) => {
    for (const [name, value] of Object.entries(attributes)) {
      const message = whyRefused(name, value);
      if (message) context.addIssue({ code: 'custom', path: [name], message });
    }
  });

/** One tag of the head. `content` is the text inside it. */
export const HeadEntry = z.discriminatedUnion('tag', [
  z.strictObject({ tag: z.enum(['meta', 'link']), attributes: Attributes }),
  z
    .strictObject({
      tag: z.literal('script'),
      attributes: Attributes.default({}),
      content: contentOf('script').optional(),
    })
    .refine(({ attributes, content }) => 'src' in attributes !== (content !== undefined), {
      error: 'expected a script with either a "src" attribute or content',
    }),
  z.strictObject({
    tag: z.literal('style'),
    attributes: Attributes.default({}),
    content: contentOf('style'),
  }),
]);
export type HeadEntry = z.output<typeof HeadEntry>;

/**
 * The text inside a tag. It must not close the tag, nor open a comment that would hide the closing
 * tag.
 */
function contentOf(tag: string) {
  return z.string().refine((text) => !new RegExp(`</${tag}|<!--`, 'i').test(text), {
    error: `must not contain "</${tag}" or "<!--", which would end the element early; inside a string of the script, write "<\\/${tag}"`,
  });
}

/** The reason why an attribute is refused; undefined if it is allowed. */
function whyRefused(name: string, value: string | boolean): string | undefined {
  if (name === 'http-equiv')
    return 'is not allowed: it could override the content security policy of the page';
  if (name === 'charset') return 'is not allowed: Waymark sets it';
  if (/^on/.test(name))
    return 'is not allowed: the content security policy blocks event handlers; use a script';
  if (name === 'style')
    return 'is not allowed: the content security policy blocks style attributes';
  if ((name === 'src' || name === 'href') && !address.test(String(value)))
    return 'expected an address such as "https://example.com/a.js" or a path such as "/a.js"';
  return undefined;
}

const address = /^(?:https?:\/\/|mailto:|\/(?!\/))/;
