/** The view of the palette that is open. */
export type PaletteView = 'commands' | 'shortcuts';

let view: PaletteView | null = null;
const listeners = new Set<() => void>();

export const paletteView = (): PaletteView | null => view;

/** Opens a view of the palette; with null, closes it. */
export function showPalette(next: PaletteView | null): void {
  view = next;
  for (const listener of listeners) listener();
}

export function onPaletteView(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Modifier key of shortcuts: ⌘ on Apple devices, else Ctrl. */
export const modifierKey = (): string => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl');
