import type { APIContext } from 'astro';

type CspDirective = Parameters<NonNullable<APIContext['csp']>['insertDirective']>[0];

/** Types of files that the pages load. Astro itself allows scripts and style sheets. */
const loadedTypes = ['img-src', 'media-src', 'font-src', 'connect-src'] as const;

/**
 * The directives to add to the site's policy so that the pages can load their own pictures, fonts
 * and data. Nothing that the site allows is taken away.
 * @param policy its directives; undefined without one
 */
export function missingSources(policy: readonly string[] | undefined): CspDirective[] {
  const directives = new Map(
    (policy ?? []).map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name, sources];
    }),
  );
  return loadedTypes.flatMap((name): CspDirective[] => {
    const allowed = directives.get(name) ?? directives.get('default-src');
    if (allowed === undefined || allowed.some((one) => one === "'self'" || one === '*')) return [];
    // A directives directive overrides default-src. Astro merges directives with the same name.
    const inherited = directives.has(name) ? [] : allowed.filter((one) => one !== "'none'");
    return [`${name} ${["'self'", ...inherited].join(' ')}`];
  });
}
