import type { Engine } from '@kith/proto';
import { t } from '../../lib/i18n.js';

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

// The browsers that read the file only after the click have a minute for it.
const KEPT_MS = 60_000;

/** Hands the conversation to the browser as a text file (specification 2, section 9). */
export function exportChat(botName: string, messages: readonly ChatMessage[]): void {
  const address = URL.createObjectURL(new Blob([chatAsText(botName, messages)], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = exportName(botName, new Date());
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}

/** The name of the file: without what no file system takes. */
export const exportName = (botName: string, now: Date): string =>
  t('chat.exportName', { name: botName.replace(/[\p{C}/\\:*?"<>|]/gu, '_'), date: now.toISOString().slice(0, 10) });

export const chatAsText = (botName: string, messages: readonly ChatMessage[]): string =>
  messages.map((message) => entryOf(botName, message)).join('\n\n');

function entryOf(botName: string, { content, isUser, timestamp, attachments = [] }: ChatMessage): string {
  const time = new Date(timestamp).toISOString().slice(0, 19).replace('T', ' ');
  const files = attachments.map(({ name }) => name).join(', ');
  const lines = [`[${time} UTC] ${isUser ? t('chat.you') : botName}:`, content];
  return [...lines, ...(files ? [t('chat.exportAttached', { names: files })] : [])].join('\n');
}
