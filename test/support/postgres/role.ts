import { randomUUID } from 'node:crypto';
import { runIn, type TestDatabase } from './test-database.ts';

export interface TestRole extends AsyncDisposable {
  name: string;
}

/**
 * A user that has to log in with a password, removed when the test ends.
 * @param options as `CREATE ROLE` takes them
 */
export async function testRole(
  { folder, name: database }: TestDatabase,
  password: string,
  options = '',
): Promise<TestRole> {
  const name = `role_${randomUUID().replaceAll('-', '')}`;
  // pg_hba.conf names this group; two tests may create it at the same time.
  await runIn(folder, 'CREATE ROLE with_password').catch(() => {});
  const quoted = password.replaceAll("'", "''");
  await runIn(folder, `CREATE ROLE ${name} LOGIN PASSWORD '${quoted}' ${options}`);
  await runIn(folder, `GRANT with_password TO ${name}`);
  return {
    name,
    [Symbol.asyncDispose]: () =>
      runIn(
        folder,
        `REASSIGN OWNED BY ${name} TO waymark; DROP OWNED BY ${name}; DROP ROLE ${name}`,
        database,
      ),
  };
}
