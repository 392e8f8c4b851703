import { paths } from '../../src/site/base/urls.ts';
import type { EntryLine } from '../../src/sync/write/report/report.ts';

const draftToPublish = 'rel_publish_me';

/** Text printed once the site is up. `site` and `api` have no trailing slash. `desk` is a sign-in link. */
export function describeDemo(site: string, api: string, key: string, desk = ''): string {
  return `
  Changelog  ${site}/${paths.home()}
  Roadmap    ${site}/${paths.roadmap()}
  RSS feed   ${site}/${paths.rss()}
  API        ${api}/v1
${desk && `  Desk       ${desk}\n`}
Publish a draft${desk && ' on the desk or with this line'}, and it is live a moment later:

  curl -sS -o /dev/null -w 'Answered with %{http_code}.\\n' -X POST -H 'Authorization: Bearer ${key}' ${api}/v1/releases/${draftToPublish}/publish

Ctrl-C ends everything.
`;
}

/** Text printed when these releases are live. `parts` are durations in milliseconds. */
export function describeLive(
  site: string,
  added: readonly EntryLine[],
  parts: Record<string, number>,
): string {
  const ms = Object.values(parts).reduce((sum, part) => sum + part, 0);
  const addresses = added.map(({ slug }) => `${site}/${paths.release(slug)}`);
  return `Live after ${(ms / 1000).toFixed(1)} s: ${addresses.join(', ') || `${site}/`}`;
}
