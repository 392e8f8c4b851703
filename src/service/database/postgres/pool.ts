import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { DatabaseUnavailableError } from '../../../lib/database/unavailable.ts';
import type { PoolCount } from '../location.ts';
import type { PostgresAddress } from './address.ts';
import { endsConnection, explain, unreachable } from './explain.ts';
import type { Limits } from './limits.ts';

/** A pool that tells how its connections stand. */
interface CountedPool extends PostgresPool {
  count: () => PoolCount;
}

/**
 * Connections for Kysely's `PostgresDialect`. Each statement is given up after `limits.answerMs`,
 * `BEGIN` and `COMMIT` too, and a connection that failed is thrown away: the next who asks gets
 * another. Throws DatabaseUnavailableError for whatever is not the statement's fault.
 */
export function createPostgresPool(address: PostgresAddress, limits: Limits): CountedPool {
  const pool = new pg.Pool({
    ...address,
    Client: ClosingClient,
    max: limits.connections,
    connectionTimeoutMillis: limits.connectMs,
    // Another server may answer at the same name one day.
    maxLifetimeSeconds: 30 * 60,
    query_timeout: limits.answerMs,
    statement_timeout: limits.statementMs,
    lock_timeout: limits.lockMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: createTypes(),
  });
  // A connection that breaks while nobody uses it, or between two statements, would end the process:
  // whoever needs it next is told.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    options: pool.options,
    connect: async () => wrapClient(await connect(pool)),
    end: () => pool.end(),
    count: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  };
}

/** Whatever keeps a connection from being made is no fault of who asked for it. */
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
    // Of a transaction, say, that is to be rolled back over a connection which is gone.
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
    // Cursors, which it takes as well, are asked for nowhere.
    query: query as unknown as PostgresPoolClient['query'],
    release: (isBroken) => client.release(isBroken || failure !== undefined),
  };
}

/** Whole numbers of eight bytes as numbers, as SQLite gives them, and JSON as the text that it is. */
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
  throw new RangeError('PostgreSQL gave a number that is too large to be told exactly.');
}

type OnConnected = (error: Error) => void;

/**
 * A client of `pg`, which leaves a connection open that it could not log in over, without a password
 * say: PostgreSQL would wait a minute for the rest. This one closes it.
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
