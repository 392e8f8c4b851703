import { readFileSync } from 'node:fs';

/**
 * Builds the same site as Waymark does, with Nunjucks templates. Each release is a file with front
 * matter, as in Eleventy's guide and in the Hugo site; everything else is read from data.json.
 * @param {any} config
 */
export default function configure(config) {
  const data = JSON.parse(readFileSync(new URL('data.json', import.meta.url), 'utf8'));
  for (const [name, value] of Object.entries(data)) config.addGlobalData(name, value);
  config.addCollection('releases', (/** @type {any} */ all) =>
    all
      .getFilteredByTag('release')
      .sort((/** @type {any} */ one, /** @type {any} */ other) => one.data.at - other.data.at),
  );
  config.addFilter('release', (/** @type {any} */ { data, rawInput }) => {
    return { ...data.one, body: rawInput };
  });
  config.setQuietMode(true);
  return { dir: { input: 'pages', includes: '../_includes' }, htmlTemplateEngine: false };
}
