/** What a release is known to be: the last answer said so. */
export interface State {
  title: string;
  status: 'DRAFT' | 'SCHEDULED' | 'RELEASED' | 'deleted';
}

/** What a client asks for. */
export type Wish =
  | { kind: 'rename'; title: string }
  | { kind: 'publish' }
  | { kind: 'schedule' }
  | { kind: 'delete' };

interface Entry {
  state: State;
  /** What was asked for and never answered: it may have happened or not. */
  wish?: Wish | undefined;
}

/** What a service has acknowledged, and has to keep, however it ends. */
export interface Ledger {
  entries: Map<string, Entry>;
  /** Those that something was asked for since they were last looked at. */
  touched: Set<string>;
  /** The releases whose publishing was answered with success. */
  published: Set<string>;
  acknowledged: number;
}

export function createLedger(): Ledger {
  return { entries: new Map(), touched: new Set(), published: new Set(), acknowledged: 0 };
}

/** The state after a wish has come true. */
export function after(state: State, wish: Wish): State {
  switch (wish.kind) {
    case 'rename':
      return { ...state, title: wish.title };
    case 'publish':
      return { ...state, status: 'RELEASED' };
    case 'schedule':
      return { ...state, status: 'SCHEDULED' };
    case 'delete':
      return { ...state, status: 'deleted' };
  }
}

/** The state that a release really is in, where the ledger allows for it. */
export function reconcile({ state, wish }: Entry, actual: State): State | undefined {
  const allowed = wish ? [state, after(state, wish)] : [state];
  return allowed.some((expected) => fits(expected, actual)) ? actual : undefined;
}

function fits(expected: State, actual: State): boolean {
  if (expected.status === 'deleted') return actual.status === 'deleted';
  // What is scheduled goes live by itself.
  const wentLive = expected.status === 'SCHEDULED' && actual.status === 'RELEASED';
  return expected.title === actual.title && (wentLive || expected.status === actual.status);
}
