import type { Expected } from './expected.js';
import type { Fixtures } from './fixtures.js';

/** One field of the GraphQL API in the access matrix. */
export interface FieldRow {
  /** `<type>.<field>`; a `#` tells several rows of one field apart. */
  readonly field: string;
  readonly expected: Expected;
  /** The arguments. */
  readonly arrange?: (fixtures: Fixtures) => Promise<object> | object;
  /** The request changes sessions or roles: it gets new users. */
  readonly isFresh?: true;
}
