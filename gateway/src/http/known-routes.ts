import type { FastifyInstance } from 'fastify';

interface KnownRoute {
  readonly method: string;
  readonly url: string;
}

/** The catch-all of the web app. */
export const ANY_PAGE = '/*';

/** What the server answers to, as registered. */
export class KnownRoutes {
  readonly all: KnownRoute[] = [];

  /** Must be made before the first route. */
  constructor(fastify: FastifyInstance) {
    fastify.addHook('onRoute', ({ method, url }) => {
      this.all.push(...[method].flat().map((name) => ({ method: name, url })));
    });
  }

  /** The methods of a path, none for an unknown one; the catch-all of the web app does not count. */
  methodsOf(path: string): string[] {
    return this.all.filter(({ url }) => url !== ANY_PAGE && matches(url, path)).map(({ method }) => method);
  }
}

function matches(url: string, path: string): boolean {
  const [pattern, given] = [url.split('/'), path.split('/')];
  return (
    pattern.length === given.length &&
    pattern.every((part, at) => part === given[at] || (part.startsWith(':') && given[at] !== ''))
  );
}
