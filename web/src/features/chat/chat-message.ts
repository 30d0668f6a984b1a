import { Citation, ENGINES, PromptReport, RATING_REASONS } from '@kith/proto';
import { z } from 'zod';
import { t } from '../../lib/i18n.js';
import { saveFile } from '../../lib/save-file.js';

/** One message on the screen, as it is saved too. */
export const ChatMessage = z.object({
  id: z.string(),
  content: z.string(),
  isUser: z.boolean(),
  /** Milliseconds since 1970. */
  timestamp: z.number(),
  /** Without the contents of the files. */
  attachments: z.array(z.object({ name: z.string(), type: z.string(), size: z.number() })).optional(),
  engine: z.enum(ENGINES).optional(),
  /** Of a complete reply: the id of the message that it answers. */
  requestId: z.string().optional(),
  rating: z.object({ isGood: z.boolean().nullable(), reason: z.enum(RATING_REASONS).nullable() }).optional(),
  sources: z.array(z.string()).optional(),
  /** The sources with their passages; not saved. */
  citations: z.array(Citation).optional(),
  /** In developer mode; not saved. */
  prompt: PromptReport.optional(),
  /** About how the reply came to be, in the words of the server. */
  notes: z.array(z.string()).optional(),
  /** Why the text is not the whole reply. */
  cut: z.enum(['stopped', 'broken', 'truncated']).optional(),
});
export type ChatMessage = z.infer<typeof ChatMessage>;

/** Downloads the conversation as a text file. */
export function exportChat(botName: string, messages: readonly ChatMessage[]): void {
  const text = messages.map((message) => formatMessage(botName, message)).join('\n\n');
  // Characters that file systems refuse are replaced.
  const name = botName.replace(/[\p{C}/\\:*?"<>|]/gu, '_');
  const date = new Date().toISOString().slice(0, 10);
  saveFile(new Blob([text], { type: 'text/plain' }), t('chat.exportName', { name, date }));
}

function formatMessage(botName: string, { content, isUser, timestamp, attachments = [] }: ChatMessage): string {
  const time = new Date(timestamp).toISOString().slice(0, 19).replace('T', ' ');
  const names = attachments.map(({ name }) => name).join(', ');
  const lines = [`[${time} UTC] ${isUser ? t('chat.you') : botName}:`, content];
  return [...lines, ...(names ? [t('chat.exportAttached', { names })] : [])].join('\n');
}
