/**
 * Whether a deploy hook is GitHub's endpoint for repository dispatch events:
 * https://docs.github.com/rest/repos/repos#create-a-repository-dispatch-event
 */
export function isDispatch(url: string): boolean {
  return /\/repos\/[^/]+\/[^/]+\/dispatches$/.test(URL.parse(url)?.pathname ?? '');
}
