import { MARK } from './mark-path.js';
import { CONTROL_HEIGHT, FONT, FONT_MONO, FONT_SIZE, INK, PALETTES, RADIUS, SPACE, type ThemeMode } from './theme.js';

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const variables = (prefix: string, values: Readonly<Record<string, string | number>>): string[] =>
  Object.entries(values).map(
    ([name, value]) => `--${prefix}-${kebab(name)}: ${typeof value === 'number' ? `${value}px` : value};`,
  );

const palette = (mode: ThemeMode): string => [`color-scheme: ${mode};`, ...variables('color', PALETTES[mode])].join('\n  ');

/** The tokens as CSS variables: `--color-primary`, `--space-md`, `--font-size-lg`, …; the build puts them into the style sheet. */
export function themeCss(): string {
  const sizes = [
    `--font: ${FONT};`,
    `--font-mono: ${FONT_MONO};`,
    ...variables('font-size', FONT_SIZE),
    ...variables('space', SPACE),
    ...variables('radius', RADIUS),
    ...variables('control', CONTROL_HEIGHT),
    ...variables('ink', INK),
  ].join('\n  ');
  return `:root {\n  ${sizes}\n}\n:root, :root[data-theme='light'] {\n  ${palette('light')}\n}\n:root[data-theme='dark'] {\n  ${palette('dark')}\n}\n`;
}

/** The mark as a file of its own, on a tile that stands out on light and dark tabs alike. */
export function faviconSvg(): string {
  const { primary, onPrimary, accent } = PALETTES.light;
  const leaf = (path: string, fill: string): string => `<path fill="${fill}" d="${path}"/>`;
  const mark = leaf(MARK.stem, onPrimary) + leaf(MARK.upper, onPrimary) + leaf(MARK.lower, accent);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-12 -12 56 56"><rect x="-12" y="-12" width="56" height="56" rx="14" fill="${primary}"/>${mark}</svg>`;
}
