import { createStore } from './store.js';

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

let lastId = 0;

export const currentToast = createStore<Toast | null>(null);
export const dismissToast = (): void => currentToast.set(null);

export const toast = {
  success: (title: string, extras?: Extras) => show({ tone: 'success', title, ...extras }),
  error: (title: string, extras?: Extras) => show({ tone: 'error', title, ...extras }),
  info: (title: string, extras?: Extras) => show({ tone: 'info', title, ...extras }),
};

const show = (next: Omit<Toast, 'id'>): void => currentToast.set({ ...next, id: ++lastId });
