import type { Engine } from '@kith/proto';

/** A file of a message as it is shown and saved: without its content. */
export interface FileNote {
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

/** One message on the screen (specification 2, section 3). */
export interface ChatMessage {
  readonly id: string;
  readonly content: string;
  readonly isUser: boolean;
  readonly timestamp: number;
  readonly attachments?: readonly FileNote[];
  readonly engine?: Engine;
  readonly sources?: readonly string[];
  /** Why the text is not the whole reply. */
  readonly cut?: 'stopped' | 'broken' | 'truncated';
}
