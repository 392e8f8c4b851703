/** Headers of a request with a JSON body to GitHub's API. */
export function githubHeaders(token: string | undefined) {
  return {
    'user-agent': 'Waymark',
    accept: 'application/vnd.github+json',
    'content-type': 'application/json',
    'x-github-api-version': '2022-11-28',
    authorization: `Bearer ${token}`,
  };
}
