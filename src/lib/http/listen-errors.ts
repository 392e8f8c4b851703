// These errors have a file of their own, because every command imports them and the server is slow
// to load.

/** Another process uses the port. */
export class PortTakenError extends Error {
  override readonly name = 'PortTakenError';
  readonly port: number;
  constructor(port: number, options: ErrorOptions) {
    super(
      `Port ${port} is in use. Stop the program that uses it, or choose another port.`,
      options,
    );
    this.port = port;
  }
}

/** The address is not one of this machine, or this process is not allowed to use it. */
export class AddressError extends Error {
  override readonly name = 'AddressError';
}
