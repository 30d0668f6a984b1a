/** One message to the user. Only the newest is shown, as specified. */
export interface Toast {
  readonly id: number;
  readonly tone: 'success' | 'error' | 'info';
  readonly title: string;
  readonly text?: string;
  readonly action?: { readonly label: string; readonly to: string };
}
type Extras = Pick<Toast, 'text' | 'action'>;

export const TOAST_MS = 5000;

let current: Toast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

export const toast = {
  success: (title: string, extras?: Extras) => show({ tone: 'success', title, ...extras }),
  error: (title: string, extras?: Extras) => show({ tone: 'error', title, ...extras }),
  info: (title: string, extras?: Extras) => show({ tone: 'info', title, ...extras }),
};

export function dismissToast(): void {
  current = null;
  for (const listener of listeners) listener();
}

export const currentToast = (): Toast | null => current;

export function onToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function show(next: Omit<Toast, 'id'>): void {
  current = { ...next, id: ++lastId };
  for (const listener of listeners) listener();
}
