import pg from 'pg';

type OnConnected = (error: Error) => void;

/**
 * A client of `pg`, which leaves a connection open that it could not log in over, without a password
 * say: PostgreSQL would wait a minute for the rest. This one closes it.
 */
export class ClosingClient extends pg.Client {
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
