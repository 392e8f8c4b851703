/** Sets the environment variables with credentials for the store while a test file runs. */
export function withCredentials(before: (set: () => void) => void, after: typeof before): void {
  const names = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];
  const old = names.map((name) => process.env[name]);
  before(() => {
    for (const name of names) process.env[name] ??= 'not-a-secret';
  });
  after(() => {
    for (const [index, name] of names.entries())
      if (old[index] === undefined) delete process.env[name];
  });
}
