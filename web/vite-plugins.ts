import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HtmlTagDescriptor, Plugin } from 'vite';
import { CONTROL_HEIGHT, FONT, FONT_MONO, FONT_SIZE, INK, PALETTES, RADIUS, SPACE, type ThemeMode } from './src/lib/theme.js';
import { MARK } from './src/ui/mark-path.js';

const SHEET = 'virtual:theme.css';
const ICON = 'favicon.svg';

/** Turns the tokens of src/lib/theme.ts into a style sheet, an icon and the browser's own colour, so that none is written twice. */
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

/** The tokens as CSS variables: `--color-primary`, `--space-md`, `--font-size-lg`, …; the build puts them into the style sheet. */
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

/** The mark as a file of its own, on a tile that stands out on light and dark tabs alike. */
function faviconSvg(): string {
  const { primary, onPrimary, accent } = PALETTES.light;
  const leaf = (path: string, fill: string): string => `<path fill="${fill}" d="${path}"/>`;
  const mark = leaf(MARK.stem, onPrimary) + leaf(MARK.upper, onPrimary) + leaf(MARK.lower, accent);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-12 -12 56 56"><rect x="-12" y="-12" width="56" height="56" rx="14" fill="${primary}"/>${mark}</svg>`;
}

/** Where a visit begins. */
const FIRST_PAGES = ['features/landing/landing-page.tsx', 'features/auth/auth-page.tsx'];

/** Has the browser fetch the pages where visits begin beside what shows them, instead of after it: a round trip, for 5 KB. */
export function firstPages(): Plugin {
  return {
    name: 'kith-first-pages',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        FIRST_PAGES.flatMap((page) => {
          const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(page));
          if (chunk?.type !== 'chunk') throw new Error(`no chunk begins with ${page}`);
          const sheets = [...(chunk.viteMetadata?.importedCss ?? [])];
          return [link('modulepreload', chunk.fileName), ...sheets.map((sheet) => link('stylesheet', sheet))];
        }),
    },
  };
}

const link = (rel: string, file: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { rel, crossorigin: true, href: `/${file}` },
  injectTo: 'head',
});

const SOURCE = join(import.meta.dirname, 'src/gql/persisted-documents.json');

/** Leaves the documents of the app where the gateway looks for them: in production it executes no others (S59). */
export function trustedDocuments(): Plugin {
  return {
    name: 'kith-trusted-documents',
    // In development documents change faster than builds: they are sent along.
    config: (_config, { command }) => ({ define: { SENDS_DOCUMENTS: JSON.stringify(command === 'serve') } }),
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'trusted-documents.json', source: readFileSync(SOURCE, 'utf8') });
    },
  };
}
