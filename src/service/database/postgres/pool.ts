import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { DatabaseUnavailableError } from '../../../lib/database/unavailable.ts';
import type { PoolCount } from '../location.ts';
import type { PostgresAddress } from './address.ts';
import { endsConnection, explain, unreachable } from './explain.ts';
import type { Limits } from './limits.ts';

/** A pool with counts of its connections. */
interface CountedPool extends PostgresPool {
  count: () => PoolCount;
}

/**
 * Connections for Kysely's `PostgresDialect`. Every statement, `BEGIN` and `COMMIT` too, times out
 * after `limits.answerMs`, and failed connections are discarded. Throws DatabaseUnavailableError
 * for errors that are not the statement's fault.
 */
export function createPostgresPool(address: PostgresAddress, limits: Limits): CountedPool {
  const pool = new pg.Pool({
    ...address,
    Client: ClosingClient,
    max: limits.connections,
    connectionTimeoutMillis: limits.connectMs,
    // A failover may move the host name to another server.
    maxLifetimeSeconds: 30 * 60,
    query_timeout: limits.answerMs,
    statement_timeout: limits.statementMs,
    lock_timeout: limits.lockMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: createTypes(),
  });
  // An error of an unused connection would end the process. The next query reports it.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    options: pool.options,
    connect: async () => wrapClient(await connect(pool)),
    end: () => pool.end(),
    count: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  };
}

/** Failing to connect is never the caller's fault. */
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
    // For example a rollback on a lost connection.
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
    // Cursors are not used.
    query: query as unknown as PostgresPoolClient['query'],
    release: (isBroken) => client.release(isBroken || failure !== undefined),
  };
}

/** 64-bit integers as numbers, as in SQLite, and JSON as text. */
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
 * `pg` leaves a connection open after a failed login, and PostgreSQL waits for a minute. This
 * client closes it.
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
