import { createStore } from '../lib/store.js';

/** The view of the palette that is open. */
export type PaletteView = 'commands' | 'shortcuts';

export const paletteView = createStore<PaletteView | null>(null);

/** Opens a view of the palette; with null, closes it. */
export const showPalette = paletteView.set;

/** Modifier key of shortcuts: ⌘ on Apple devices, else Ctrl. */
export const modifierKey = (): string => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl');
