import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { themeFiles } from './vite-theme.js';
import { trustedDocuments } from './vite-trusted-documents.js';

const gateway = process.env['GATEWAY'] ?? 'http://127.0.0.1:3000';
const REACT = /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/;
const APOLLO = /node_modules[\\/](@apollo|graphql|rxjs|optimism|@wry)[\\/]/;

export default defineConfig({
  plugins: [react(), themeFiles(), trustedDocuments()],
  resolve: { conditions: ['@kith/source', 'module', 'browser', 'development|production'] },
  server: { proxy: { '/graphql': { target: gateway, ws: true }, '/api': gateway } },
  build: {
    sourcemap: false,
    // Read by check-sizes.mjs.
    manifest: true,
    // Every browser that runs the rest knows modulepreload.
    modulePreload: { polyfill: false },
    // The policy of the gateway allows no data: fonts or scripts.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: REACT },
            { name: 'apollo', test: APOLLO },
          ],
        },
      },
    },
  },
});
