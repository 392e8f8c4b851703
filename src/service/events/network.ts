import { Agent, DecoratorHandler, type Dispatcher } from 'undici';

/** What reaches the hooks. */
export type Network = Dispatcher;

/** Connections of its own, to be closed by `destroy()`. */
export function createNetwork(): Network {
  return new Agent();
}

/** Nothing was sent, as it would have come too late. */
export class TooLate extends Error {}

/**
 * Sends nothing where it is late by the time a connection stands: a process can be stopped, or be
 * left without a processor, for long between its decision to send and the first byte. What follows
 * is written in the same turn.
 */
export function unlessLate(isLate: () => boolean): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => dispatch(options, new LastLook(handler, isLate));
}

class LastLook extends DecoratorHandler {
  readonly #handler: Dispatcher.DispatchHandler;
  readonly #isLate: () => boolean;

  constructor(handler: Dispatcher.DispatchHandler, isLate: () => boolean) {
    super(handler);
    this.#handler = handler;
    this.#isLate = isLate;
  }

  onRequestStart(...given: Parameters<NonNullable<Dispatcher.DispatchHandler['onRequestStart']>>) {
    if (this.#isLate()) throw new TooLate('too late to send');
    this.#handler.onRequestStart?.(...given);
  }
}
