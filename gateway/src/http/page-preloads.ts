import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Written by the build of the web app (web/page-preloads.ts): for each route what its page needs beyond index.html. */
const FILE = 'page-preloads.json';

/** Indices of `Preloads.files`, in the order in which the page needs them. */
type Places = readonly number[];

interface Route {
  /** A pattern of the router, such as `/bots/:id`. */
  readonly path: string;
  readonly signedIn: Places;
  /** For those who are asked to sign in first. */
  readonly visitor: Places;
}

interface Preloads {
  readonly files: readonly string[];
  readonly routes: readonly Route[];
}

interface Page extends Route {
  readonly pattern: RegExp;
}

/** Which files of a page the browser loads at once, instead of one after the other as each asks for the next. */
export class PagePreloads {
  private constructor(
    private readonly pages: readonly Page[],
    private readonly files: readonly string[],
  ) {}

  /** Reads the file in `dist`, the folder of the built web app; without it nothing is preloaded. */
  static of(dist: string): PagePreloads {
    const path = join(dist, FILE);
    if (!existsSync(path)) return new PagePreloads([], []);
    const { files, routes } = JSON.parse(readFileSync(path, 'utf8')) as Preloads;
    const pages = routes.map((route) => ({ ...route, pattern: patternOf(route.path) }));
    return new PagePreloads(pages, files);
  }

  /** The page of this path; a visitor has no session as far as the request shows. */
  addTo(html: string, path: string, hasSession: boolean): string {
    const page = this.pages.find(({ pattern }) => pattern.test(path));
    if (!page) return html;
    const files = (hasSession ? page.signedIn : page.visitor).map((place) => this.files[place] ?? '');
    // Elsewhere the browser may go on to another page, as one does that has its session in its storage, and would complain about styles not used.
    const stays = hasSession && page.signedIn.join() !== page.visitor.join();
    const used = stays ? files : files.filter((file) => !isStyleSheet(file));
    return html.replace('</head>', `${used.map(linkTo).join('')}</head>`);
  }
}

/** As the router of the web app matches: without regard to case, with or without a slash at the end. */
const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/\/:\w+/g, '/[^/]+').replace(/\/$/, '')}/?$`, 'i');

const isStyleSheet = (file: string): boolean => file.endsWith('.css');

const linkTo = (file: string): string =>
  isStyleSheet(file)
    ? `<link rel="preload" as="style" crossorigin href="/${file}">`
    : `<link rel="modulepreload" crossorigin href="/${file}">`;
