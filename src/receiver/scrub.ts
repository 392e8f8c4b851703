import { printable } from '../lib/text/printable.ts';

/**
 * Returns a function that replaces secrets in a text with `[secret]`, in all common encodings. It
 * also removes control characters that a terminal would interpret.
 */
export function createScrub(secrets: readonly string[]): (text: string) => string {
  const forms = [...new Set(secrets.flatMap(formsOf))]
    .filter((form) => form.length >= minLength)
    // The longest form is replaced first, because a secret may contain another secret.
    .sort((a, b) => b.length - a.length);
  return (text) =>
    printable(forms.reduce((scrubbed, form) => scrubbed.replaceAll(form, '[secret]'), text));
}

/** Minimum length of the values that are replaced. Shorter values also occur in ordinary texts. */
const minLength = 4;

/**
 * The forms in which a secret may appear: as plain text, in a Basic header, in a URL and in JSON.
 */
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
