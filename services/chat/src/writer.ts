import type { Engine, Passage, Persona } from '@kith/proto';
import type { PastTurn } from './message-log.js';
import type { Usage } from './models/provider.js';
import type { AttachedFile } from './replies/attached-file.js';

/** Everything that is known when a reply is to be written. */
export interface Turn {
  readonly persona: Persona;
  readonly requestId: string;
  readonly question: string;
  /** What came with it. */
  readonly attachments: readonly AttachedFile[];
  readonly authorName: string | null;
  readonly history: readonly PastTurn[];
  readonly passages: readonly Passage[];
  readonly coverage: number;
  /** The mark around knowledge and files: random, new for each reply, so that nobody who wrote them can know it. */
  readonly boundary: string;
}

/** A piece of the reply, a picture of our own storage, or what is known at its end. */
export type ReplyPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'image'; readonly markdown: string }
  | {
      readonly kind: 'end';
      readonly isTruncated: boolean;
      readonly sources: readonly string[];
      readonly usage: Usage | null;
      /** What question and reply cost in a later prompt. */
      readonly tokens: number;
    };

/** What writes replies: a language model or the built-in companion. */
export interface Writer {
  readonly engine: Engine;
  /** Throws MODEL_UNAVAILABLE when there is no text at all; what came before a failure is kept. */
  write(turn: Turn, signal: AbortSignal): AsyncIterable<ReplyPart>;
}

/** Nest token of the writer of this installation. */
export const WRITER = Symbol('writer');

/** From here on the best passage is taken for an answer (ai.md, section 2: keeps 81-90 % and errs in 10-21 %). */
export const KNOWN_FROM = 0.4;
