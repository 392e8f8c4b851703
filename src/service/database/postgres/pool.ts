import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { DatabaseUnavailableError } from '../../../lib/database/unavailable.ts';
import type { PoolCount } from '../location.ts';
import type { PostgresAddress } from './address.ts';
import { endsConnection, explain, unreachable } from './explain.ts';
import type { Limits } from './limits.ts';

/**
 * Creates the connection pool for Kysely's `PostgresDialect`, which counts its connections. Every statement, including `BEGIN`
 * and `COMMIT`, times out after `limits.answerMs`. Errors that the statement did not cause become a
 * DatabaseUnavailableError.
 */
export function createPostgresPool(address: PostgresAddress, limits: Limits) {
  const pool = new pg.Pool({
    ...address,
    Client: ClosingClient,
    max: limits.connections,
    connectionTimeoutMillis: limits.connectMs,
    // Connections are replaced regularly, because the host name may refer to another server after a
    // failover.
    maxLifetimeSeconds: 30 * 60,
    query_timeout: limits.answerMs,
    statement_timeout: limits.statementMs,
    lock_timeout: limits.lockMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: createTypes(),
  });
  // Without this listener, an error of an idle connection would end the process. If the problem
  // persists, the next query reports it.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    options: pool.options,
    connect: async () => wrapClient(await connect(pool)),
    end: () => pool.end(),
    count: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  } satisfies PostgresPool & { count: () => PoolCount };
}

/**
 * Every failure to connect is a DatabaseUnavailableError, because the caller cannot have caused it.
 */
async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    const explained = explain(error);
    throw explained instanceof DatabaseUnavailableError ? explained : unreachable(error);
  }
}

function wrapClient(client: pg.PoolClient): PostgresPoolClient {
  let failure: unknown;
  const query = async (sql: string, values: readonly unknown[]) => {
    // Once the connection is lost, later statements, such as a rollback, fail with the same error.
    if (failure) throw failure;
    try {
      return await client.query(sql, [...values]);
    } catch (error) {
      const explained = explain(error);
      if (endsConnection(error)) failure = explained;
      throw explained;
    }
  };
  return {
    // The type of `query` also includes cursors, which are not used here.
    query: query as unknown as PostgresPoolClient['query'],
    release: (isBroken) => client.release(isBroken || failure !== undefined),
  };
}

/** Parses 64-bit integers as numbers, as in SQLite, and leaves JSON as text. */
function createTypes(): pg.CustomTypesConfig {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, toInteger);
  for (const json of [pg.types.builtins.JSON, pg.types.builtins.JSONB])
    types.setTypeParser(json, (text) => text);
  return types;
}

function toInteger(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new RangeError('PostgreSQL returned a number too large to be exact.');
}

type OnConnected = (error: Error) => void;

/**
 * A client that closes its connection after a failed login. `pg` would leave the connection open,
 * and PostgreSQL would wait for a minute.
 */
class ClosingClient extends pg.Client {
  override connect(): Promise<pg.Client>;
  override connect(onConnected: OnConnected): void;
  override connect(onConnected?: OnConnected): Promise<pg.Client> | undefined {
    if (!onConnected) return super.connect();
    super.connect((error: Error) => {
      if (error) void this.end();
      onConnected(error);
    });
    return undefined;
  }
}
