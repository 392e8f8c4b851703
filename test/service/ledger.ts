/** The state of a release, as the last answer of the service reported it. */
export interface State {
  title: string;
  status: 'DRAFT' | 'SCHEDULED' | 'RELEASED' | 'deleted';
}

/** A change that a client requests. */
export type Wish =
  | { kind: 'rename'; title: string }
  | { kind: 'publish' }
  | { kind: 'schedule' }
  | { kind: 'delete' };

interface Entry {
  state: State;
  /** A request that was never answered, and so may or may not have taken effect. */
  wish?: Wish | undefined;
}

/** What a service has acknowledged, and so must keep even if it is killed. */
export interface Ledger {
  entries: Map<string, Entry>;
  /** The ids of releases with requests since they were last checked. */
  touched: Set<string>;
  /** The ids of releases whose publishing was acknowledged. */
  published: Set<string>;
  acknowledged: number;
}

export function createLedger(): Ledger {
  return { entries: new Map(), touched: new Set(), published: new Set(), acknowledged: 0 };
}

/** The state after a request has taken effect. */
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

/** Returns the actual state if the ledger allows it, otherwise undefined. */
export function reconcile({ state, wish }: Entry, actual: State): State | undefined {
  const allowed = wish ? [state, after(state, wish)] : [state];
  return allowed.some((expected) => fits(expected, actual)) ? actual : undefined;
}

function fits(expected: State, actual: State): boolean {
  if (expected.status === 'deleted') return actual.status === 'deleted';
  // The service publishes a scheduled release by itself.
  const wentLive = expected.status === 'SCHEDULED' && actual.status === 'RELEASED';
  return expected.title === actual.title && (wentLive || expected.status === actual.status);
}
