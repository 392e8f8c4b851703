import type { APIContext } from 'astro';

type CspDirective = Parameters<NonNullable<APIContext['csp']>['insertDirective']>[0];

/** What Waymark's pages load, beside scripts and style sheets, which Astro allows by itself. */
const loaded = ['img-src', 'media-src', 'font-src', 'connect-src'] as const;

/**
 * What has to be added to a policy so that the pages can load their own pictures, faces and files:
 * whatever the site allows now stays allowed. @param policy its directives; undefined without one
 */
export function missingSources(policy: readonly string[] | undefined): CspDirective[] {
  const named = new Map(
    (policy ?? []).map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name, sources];
    }),
  );
  return loaded.flatMap((name): CspDirective[] => {
    const allowed = named.get(name) ?? named.get('default-src');
    if (allowed === undefined || allowed.some((one) => one === "'self'" || one === '*')) return [];
    // What is named takes the place of default-src; of a name that stands there twice Astro makes one.
    const before = named.has(name) ? [] : allowed.filter((one) => one !== "'none'");
    return [`${name} ${["'self'", ...before].join(' ')}`];
  });
}
