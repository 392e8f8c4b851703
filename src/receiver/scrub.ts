import { printable } from '../lib/text/printable.ts';

/**
 * Makes a text fit to be shown: what is secret is replaced by `[secret]`, in every form it takes, and
 * what a terminal would obey is left out.
 */
export function createScrub(secrets: readonly string[]): (text: string) => string {
  const forms = [...new Set(secrets.flatMap(formsOf))]
    .filter((form) => form.length >= shortest)
    // The longest first: one may hold another.
    .sort((a, b) => b.length - a.length);
  return (text) =>
    printable(forms.reduce((scrubbed, form) => scrubbed.replaceAll(form, '[secret]'), text));
}

/** Shorter texts stand everywhere, and are no secrets. */
const shortest = 4;

/** A secret as it is, and as it looks in a Basic header, in an address and inside of JSON. */
function formsOf(secret: string): string[] {
  const plain = secret.replace(/^whsec_/, '');
  return [
    secret,
    plain,
    Buffer.from(secret).toString('base64'),
    Buffer.from(`${secret}:`).toString('base64'),
    encodeURIComponent(secret),
    encodeURIComponent(plain),
    JSON.stringify(secret).slice(1, -1),
  ];
}
