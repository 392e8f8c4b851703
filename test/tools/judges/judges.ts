import { HtmlValidate } from 'html-validate';
import { LinkChecker } from 'linkinator';
import type { Judges } from '../../support/judges.ts';
import { structuredDataChecker } from './structured-data.ts';

export const judges: Judges = {
  htmlChecker: (rules) => {
    const validator = new HtmlValidate({
      extends: ['html-validate:standard', 'html-validate:a11y'],
      rules: { 'no-inline-style': 'error', ...rules },
    });
    return async (html) => {
      const { results } = await validator.validateString(html);
      const messages = results.flatMap((result) => result.messages);
      return messages.map(({ ruleId, message, line }) => `:${line} ${ruleId} ${message}`);
    };
  },
  followLinks: async (start, { origin = start, except } = {}) => {
    const { links } = await new LinkChecker().check({
      path: start,
      recurse: true,
      checkFragments: true,
      linksToSkip: async (link) => !link.startsWith(origin) || except?.test(link) === true,
    });
    const broken = links.filter(({ state }) => state === 'BROKEN');
    return {
      links: links.map(({ url }) => url),
      broken: broken.map(({ url, parent }) => `${parent} → ${url}`),
    };
  },
  structuredDataChecker,
};
