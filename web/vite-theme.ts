import type { Plugin } from 'vite';
import { PALETTES } from './src/ui/theme.js';
import { faviconSvg, themeCss } from './src/ui/theme-css.js';

const SHEET = 'virtual:theme.css';
const ICON = 'favicon.svg';

/** Turns the tokens of src/ui/theme.ts into a style sheet, an icon and the browser's own colour, so that none is written twice. */
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
