import type { APIContext } from 'astro';

type CspDirective = Parameters<NonNullable<APIContext['csp']>['insertDirective']>[0];

/**
 * Directives for the types of files that the pages load, except scripts and style sheets, which
 * Astro itself allows.
 */
const loadedTypes = ['img-src', 'media-src', 'font-src', 'connect-src'] as const;

/**
 * The directives to add to the site's content security policy so that mounted pages can load their
 * own pictures, fonts and data. Everything that the site allows stays allowed.
 * @param policy the directives of the site's policy; undefined if the site has none
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
    // A new directive replaces `default-src` for this type, so it must repeat the sources of
    // `default-src`. An existing directive is merged with this one by Astro.
    const inherited = directives.has(name) ? [] : allowed.filter((one) => one !== "'none'");
    return [`${name} ${["'self'", ...inherited].join(' ')}`];
  });
}
