import type { Expected } from './expected.js';
import type { Fixtures } from './fixtures.js';

/** Parameters and body of one request. */
export interface Sent {
  /** Values of the path parameters. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: unknown;
}

/** One route of the REST API in the access matrix. */
export interface Row {
  /** As in the route tables; a `#` tells several rows of one route apart. */
  readonly route: string;
  readonly expected: Expected;
  readonly arrange?: (fixtures: Fixtures) => Promise<Sent> | Sent;
  /** The request changes sessions or roles: it gets new users. */
  readonly isFresh?: true;
}
