import { z } from 'zod';

// Takes what a maintainer adds to the head of every page; lets through what the page's policy can
// answer for, and says of the rest why it does not belong there.

const Attributes = z
  .record(
    z.string().regex(/^[a-z][a-z0-9-]*$/, { error: 'expected an attribute in lower case' }),
    z.union([z.string(), z.boolean()]),
  )
  .superRefine((attributes, context) => {
    for (const [name, value] of Object.entries(attributes)) {
      const message = whyNot(name, value);
      if (message) context.addIssue({ code: 'custom', path: [name], message });
    }
  });

/** One tag; `content` is what stands between its two ends. */
export const HeadEntry = z.discriminatedUnion('tag', [
  z.strictObject({ tag: z.enum(['meta', 'link']), attributes: Attributes }),
  z
    .strictObject({
      tag: z.literal('script'),
      attributes: Attributes.default({}),
      content: inside('script').optional(),
    })
    .refine(({ attributes, content }) => 'src' in attributes !== (content !== undefined), {
      error: 'expected a script to have either an attribute "src" or a content',
    }),
  z.strictObject({
    tag: z.literal('style'),
    attributes: Attributes.default({}),
    content: inside('style'),
  }),
]);
export type HeadEntry = z.output<typeof HeadEntry>;

/** Text that does not end its own tag, nor begins a comment that would hide its end. */
function inside(tag: string) {
  return z.string().refine((text) => !new RegExp(`</${tag}|<!--`, 'i').test(text), {
    error: `may hold neither "</${tag}" nor "<!--", which would end it for browsers in another place; write "<\\/${tag}" in a string of a script`,
  });
}

/** Undefined where the attribute may stand there. */
function whyNot(name: string, value: string | boolean): string | undefined {
  if (name === 'http-equiv') return 'is not let through: it could undo the policy of the page';
  if (name === 'charset') return 'is not let through: Waymark says which one it is';
  if (/^on/.test(name))
    return 'is not let through: the policy runs no event handlers; write a script';
  if (name === 'style') return 'is not let through: the policy allows no style attributes';
  if ((name === 'src' || name === 'href') && !address.test(String(value)))
    return 'expected an address such as "https://example.com/a.js" or a path such as "/a.js"';
  return undefined;
}

const address = /^(?:https?:\/\/|mailto:|\/(?!\/))/;
