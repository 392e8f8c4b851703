import { readFileSync } from 'node:fs';

/**
 * The same site as Waymark builds of generated releases, with Nunjucks. Releases are files of their
 * own with front matter, as Eleventy's guide has them and as Hugo has its own; run beside data.json.
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
