import type { ApiClient } from '@kith/all-in-one/testing';
import type { ErrorCode } from '@kith/proto';
import type { World } from './world.js';

/** One request of the situation, at each door that has it. */
export interface Asked {
  readonly client: ApiClient;
  readonly rest: readonly [method: string, path: string, body?: unknown];
  /** E.g. `mutation createBot`, the type of each argument, and their values. Absent: there is no such field, or its schema refuses it before. */
  readonly field?: readonly [operation: string, types: Readonly<Record<string, string>>, values: object];
}

export type Ask = (world: World) => Promise<Asked> | Asked;

/** A situation that the server refuses: the request that leads to it and the answer. */
export interface Situation {
  /** The id of a row of docs/specification.md, "Messages", or of a decision, e.g. `bot.limit` or `A5`. */
  readonly rule: string;
  readonly situation: string;
  readonly ask?: Ask;
  /** Status, code, and the words or what they must hold. */
  readonly answer?: readonly [status: number, code: ErrorCode, words: string | RegExp];
  /** The field of the form that is to blame. */
  readonly at?: string;
  /** Whose answer is the same, to the letter. */
  readonly likewise?: Ask;
  /** The language model and the payment provider are down. */
  readonly isOutage?: true;
}
