import { readFileSync } from 'node:fs';

/**
 * The same site as Waymark builds of generated releases, with Nunjucks. Run beside its data.json.
 * @param {any} config
 */
export default function configure(config) {
  const data = JSON.parse(readFileSync(new URL('data.json', import.meta.url), 'utf8'));
  for (const [name, value] of Object.entries(data)) config.addGlobalData(name, value);
  config.setQuietMode(true);
  return { dir: { input: 'pages', includes: '../_includes' }, htmlTemplateEngine: false };
}
