import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { ROUTES, VISITOR_ROUTES } from './src/lib/paths.js';

const APP = join(import.meta.dirname, 'src/app');
const FILE = 'page-preloads.json';
/** The pages that belong to the entry, and those behind the sign-in. */
const PUBLIC_ROUTER = 'public-router.tsx';
const APP_ROUTER = 'router.tsx';
const SHELL = 'src/app/layout/shell.tsx';
const AUTH_PAGE = 'src/features/auth/auth-page.tsx';
/** Texts in the languages of the interface use it; other fonts are loaded when a text needs them. */
const FONT = 'figtree-latin-wght-normal.woff2';

type Chunk = Rolldown.OutputChunk;
type Bundle = Readonly<Record<string, Chunk | Rolldown.OutputAsset>>;

interface Page {
  readonly route: keyof typeof ROUTES;
  /** The module that holds the page, from the folder of the web app. */
  readonly module: string;
}

/**
 * Writes which files the page of each route needs beyond those of index.html, for the gateway, which has the browser load them at once
 * (gateway/src/http/page-preloads.ts). Without that a page of the app would be four loads, one after the other: entry, routes, frame, page.
 */
export function pagePreloads(): Plugin {
  return {
    name: 'kith-page-preloads',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => {
        const font = Object.keys(bundle).find((name) => name.includes(FONT.replace('.woff2', '-')) && name.endsWith('.woff2'));
        if (font === undefined) throw new Error(`the build has no ${FONT}`);
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${font}` };
        return [{ tag: 'link', attrs, injectTo: 'head' }];
      },
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        this.emitFile({ type: 'asset', fileName: FILE, source: JSON.stringify(preloadsOf(bundle)) });
      },
    },
  };
}

/** The files by their index, and those of each route. */
function preloadsOf(bundle: Bundle) {
  const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry);
  if (entry?.type !== 'chunk') throw new Error('the build has no entry');
  const first = filesOf(bundle, entry);
  const beyondEntry = (modules: readonly string[]): string[] => {
    const files = new Set(modules.flatMap((module) => [...filesOf(bundle, chunkOf(bundle, module))]));
    return [...files].filter((file) => !first.has(file));
  };
  const router = `src/app/${APP_ROUTER}`;
  const ofPublic = pagesOf(PUBLIC_ROUTER).map(({ route, module }) => ({ route, signedIn: [module], visitor: [module] }));
  const ofApp = pagesOf(APP_ROUTER).map(({ route, module }) => {
    const signedIn = [router, SHELL, module];
    return { route, signedIn, visitor: VISITOR_ROUTES.includes(ROUTES[route]) ? signedIn : [router, AUTH_PAGE] };
  });
  const all = [...ofPublic, ...ofApp];
  const missing = Object.keys(ROUTES).filter((name) => !all.some(({ route }) => route === name));
  if (missing.length > 0) throw new Error(`no page was found for the routes ${missing.join(', ')}`);
  const files: string[] = [];
  const placesOf = (modules: readonly string[]): number[] =>
    beyondEntry(modules).map((file) => (files.includes(file) ? files.indexOf(file) : files.push(file) - 1));
  const routes = all.map(({ route, signedIn, visitor }) => ({
    path: ROUTES[route],
    signedIn: placesOf(signedIn),
    visitor: placesOf(visitor),
  }));
  return { files, routes };
}

/** The pages that a router loads, read from its source: at run time they are functions. */
function pagesOf(router: string): Page[] {
  const source = readFileSync(join(APP, router), 'utf8');
  return [...source.matchAll(/ROUTES\.(\w+),[^']*?import\('\.\.\/([^']+)\.js'\)/g)].map(([, name = '', path = '']) => {
    if (!isRoute(name)) throw new Error(`${router} has the unknown route ${name}`);
    return { route: name, module: `src/${path}.tsx` };
  });
}

const isRoute = (name: string): name is keyof typeof ROUTES => name in ROUTES;

function chunkOf(bundle: Bundle, module: string): Chunk {
  const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(`/${module}`));
  if (chunk?.type !== 'chunk') throw new Error(`no chunk begins with ${module}`);
  return chunk;
}

/** A chunk, all that it imports, and their style sheets. */
function filesOf(bundle: Bundle, chunk: Chunk, seen = new Set<string>()): Set<string> {
  if (seen.has(chunk.fileName)) return seen;
  seen.add(chunk.fileName);
  for (const name of chunk.imports) {
    const imported = bundle[name];
    if (imported?.type === 'chunk') filesOf(bundle, imported, seen);
  }
  for (const sheet of chunk.viteMetadata?.importedCss ?? []) seen.add(sheet);
  return seen;
}
