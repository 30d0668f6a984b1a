import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { CONTROL_HEIGHT, FONT, FONT_MONO, FONT_SIZE, INK, PALETTES, RADIUS, SPACE, type ThemeMode } from './src/lib/theme.js';
import { MARK } from './src/ui/mark-path.js';

const SHEET = 'virtual:theme.css';
const ICON = 'favicon.svg';

/** Generates a style sheet, the icon and the toolbar colour of the browser from the tokens of src/lib/theme.ts. */
export function themeFiles(): Plugin {
  return {
    name: 'kith-theme',
    resolveId: (id) => (id === SHEET ? `\0${SHEET}` : null),
    load: (id) => (id === `\0${SHEET}` ? themeCss() : null),
    configureServer(server) {
      server.middlewares.use(`/${ICON}`, (_request, response) => {
        response.setHeader('content-type', 'image/svg+xml');
        response.end(faviconSvg());
      });
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: ICON, source: faviconSvg() });
    },
    transformIndexHtml: () => [
      { tag: 'meta', attrs: { name: 'theme-color', content: PALETTES.light.bg }, injectTo: 'head' },
      { tag: 'link', attrs: { rel: 'icon', type: 'image/svg+xml', href: `/${ICON}` }, injectTo: 'head' },
    ],
  };
}

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const variables = (prefix: string, values: Readonly<Record<string, string | number>>): string[] =>
  Object.entries(values).map(
    ([name, value]) => `--${prefix}-${kebab(name)}: ${typeof value === 'number' ? `${value}px` : value};`,
  );

const palette = (mode: ThemeMode): string => [`color-scheme: ${mode};`, ...variables('color', PALETTES[mode])].join('\n  ');

/** The tokens as CSS variables: `--color-primary`, `--space-md`, `--font-size-lg`, … */
function themeCss(): string {
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

/** The logo on a tile that is visible on light and dark browser tabs. */
function faviconSvg(): string {
  const { primary, onPrimary, accent } = PALETTES.light;
  const leaf = (path: string, fill: string): string => `<path fill="${fill}" d="${path}"/>`;
  const mark = leaf(MARK.stem, onPrimary) + leaf(MARK.upper, onPrimary) + leaf(MARK.lower, accent);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-12 -12 56 56"><rect x="-12" y="-12" width="56" height="56" rx="14" fill="${primary}"/>${mark}</svg>`;
}

const SOURCE = join(import.meta.dirname, 'src/gql/persisted-documents.json');

/** Emits the trusted documents for the gateway, which executes no others in production (docs/security.md S59). */
export function trustedDocuments(): Plugin {
  return {
    name: 'kith-trusted-documents',
    // In development documents change without a build, so their text is sent too.
    config: (_config, { command }) => ({ define: { SENDS_DOCUMENTS: JSON.stringify(command === 'serve') } }),
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'trusted-documents.json', source: readFileSync(SOURCE, 'utf8') });
    },
  };
}
