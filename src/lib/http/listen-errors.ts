// Apart from the server, which takes long to load: every command knows these, and few listen.

/** The port asked for belongs to another process. */
export class PortTakenError extends Error {
  override readonly name = 'PortTakenError';
  readonly port: number;
  constructor(port: number, options: ErrorOptions) {
    super(`Port ${port} is taken. Stop what uses it, or choose another port.`, options);
    this.port = port;
  }
}

/** Nobody can listen at the address asked for, or this process may not. */
export class AddressError extends Error {
  override readonly name = 'AddressError';
}
