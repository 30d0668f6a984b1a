import { useSyncExternalStore } from 'react';

export interface Store<Value> {
  readonly get: () => Value;
  readonly set: (next: Value) => void;
  /** The value, in a component that renders again when it changes. */
  readonly use: () => Value;
}

/** A value outside of components, for this tab and in memory only. */
export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  const get = (): Value => value;
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    get,
    set: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(subscribe, get),
  };
}
