import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pagePreloads } from './page-preloads.js';
import { themeFiles, trustedDocuments } from './vite-plugins.js';

const gateway = process.env['GATEWAY'] ?? 'http://127.0.0.1:3000';
const REACT = /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/;
// Small modules that the public pages share: one chunk compresses better than several. The style sheets that all others refine come first in it.
const PUBLIC_UI =
  /web[\\/]src[\\/](ui[\\/](avatar|button|contrast|field|indicators|mark|mark-path|tabs|theme-switch)|shared[\\/]plan-card)\.tsx?$|web[\\/]src[\\/]ui[\\/](base|button|ui)\.css$/;
const PUBLIC_LIB =
  /web[\\/]src[\\/]lib[\\/](format|i18n|theme-mode|messages[\\/]en-public)\.ts$|proto[\\/]src[\\/]plans\.ts$|[\\/]i18next[\\/]/;
const PUBLIC_ICONS =
  /icons[\\/](book-open|bot|check|circle-check|circle-exclamation-point|cpu|eye|eye-off|hash|info|messages-square|moon|shield-check|sliders-horizontal|sun|triangle-exclamation-point|x|zap)\.mjs$/;
const APOLLO = /node_modules[\\/](@apollo|graphql|rxjs|optimism|@wry)[\\/]/;

export default defineConfig({
  plugins: [react(), pagePreloads(), themeFiles(), trustedDocuments()],
  resolve: { conditions: ['@kith/source', 'module', 'browser', 'development|production'] },
  server: { proxy: { '/graphql': { target: gateway, ws: true }, '/api': gateway } },
  build: {
    sourcemap: false,
    // Read by check-sizes.mjs.
    manifest: true,
    // All supported browsers have modulepreload.
    modulePreload: { polyfill: false },
    // The content policy allows no data: URLs for fonts and scripts.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: REACT },
            { name: 'apollo', test: APOLLO },
            { name: 'public', test: (id) => [PUBLIC_UI, PUBLIC_LIB, PUBLIC_ICONS].some((part) => part.test(id)) },
          ],
        },
      },
    },
  },
});
