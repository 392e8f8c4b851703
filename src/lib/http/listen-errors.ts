// In a file of its own because every command imports these errors, and the server is slow to load.

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

/** The address cannot be used on this machine, or not by this process. */
export class AddressError extends Error {
  override readonly name = 'AddressError';
}
