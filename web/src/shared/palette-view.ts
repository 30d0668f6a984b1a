/** What of the palette is on the screen; null while it is closed. */
export type PaletteView = 'commands' | 'shortcuts';

let view: PaletteView | null = null;
const listeners = new Set<() => void>();

export const paletteView = (): PaletteView | null => view;

/** Opens the palette (or its list of shortcuts), or with null closes it. */
export function showPalette(next: PaletteView | null): void {
  view = next;
  for (const listener of listeners) listener();
}

export function onPaletteView(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The key that goes with letters in shortcuts: ⌘ where the keyboard has one, else Ctrl. */
export const modifierKey = (): string => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl');
