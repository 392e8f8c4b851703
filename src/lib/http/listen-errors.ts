// These errors are not in `listen.ts`, because every command imports them and the server is slow to
// load.

export class PortTakenError extends Error {
  override readonly name = 'PortTakenError';
  readonly port: number;
  constructor(port: number, options: ErrorOptions) {
    super(
      `Port ${port} is in use. Stop the program that uses it, or choose another port (--port; for the receiver, WEBHOOK_PORT).`,
      options,
    );
    this.port = port;
  }
}

/**
 * The error if the address does not belong to this machine, or this process is not allowed to use
 * it.
 */
export class AddressError extends Error {
  override readonly name = 'AddressError';
}
