import type { ApiClient } from '@kith/all-in-one/testing';
import type { ErrorCode } from '@kith/proto';
import type { SituationBuilder } from './situation-builder.js';

/** One request, over REST and where possible over GraphQL. */
export interface Asked {
  readonly client: ApiClient;
  readonly rest: readonly [method: string, path: string, body?: unknown];
  /** E.g. `mutation createBot`, the type of each argument, and their values. Absent when there is no such field, or its schema refuses the value before. */
  readonly field?: readonly [operation: string, types: Readonly<Record<string, string>>, values: object];
}

export type Ask = (builder: SituationBuilder) => Promise<Asked> | Asked;

/** A situation that the server refuses: the request that leads to it and the answer. */
export interface Situation {
  /** The id of a row of docs/specification.md, "Messages", or of a decision, e.g. `bot.limit` or `A5`. */
  readonly rule: string;
  readonly situation: string;
  readonly ask?: Ask;
  /** Status, code, and the message or a pattern of it. */
  readonly answer?: readonly [status: number, code: ErrorCode, words: string | RegExp];
  /** The field that the error names. */
  readonly at?: string;
  /** A situation with exactly the same answer. */
  readonly likewise?: Ask;
  /** The language model and the payment provider are down. */
  readonly isOutage?: true;
}
