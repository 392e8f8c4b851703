import type { OpenDatabase } from '../../../../src/service/database/location.ts';
import { type Limits, limitsOfCommands } from '../../../../src/service/database/postgres/limits.ts';
import { openPostgres } from '../../../../src/service/database/postgres/open.ts';
import { type PostgresProxy, startProxy } from '../../../support/postgres/proxy.ts';
import { type TestDatabase, testDatabase } from '../../../support/postgres/test-database.ts';

/** Short limits, because some tests wait for them. */
export const short: Limits = {
  connections: 3,
  connectMs: 400,
  statementMs: 400,
  answerMs: 500,
  lockMs: 200,
  idleInTransactionMs: 400,
};

/** A database with all tables, which others are copied from. */
async function makeTemplate(): Promise<string> {
  const { name, url } = await testDatabase();
  await (await openPostgres(url, limitsOfCommands))[Symbol.asyncDispose]();
  return name;
}
let template: Promise<string> | undefined;

/** An open database, with a proxy between it and PostgreSQL. */
export async function openProxied(
  limits: Partial<Limits> = {},
): Promise<OpenDatabase & { proxy: PostgresProxy; database: TestDatabase }> {
  template ??= makeTemplate();
  const lifetimes = new AsyncDisposableStack();
  const database = lifetimes.use(await testDatabase(`TEMPLATE ${await template}`));
  const proxy = lifetimes.use(await startProxy(database.folder));
  const url = `postgres://waymark@127.0.0.1:${proxy.port}/${database.name}`;
  const opened = lifetimes.use(await openPostgres(url, { ...short, ...limits }));
  return {
    ...opened,
    proxy,
    database,
    [Symbol.asyncDispose]: () => lifetimes.disposeAsync(),
  };
}
