const COMMAND = /^\/generate\s+image(?:\s+([^]*))?$/i;

/** What `/generate image [description]` asks for; '' without a description, undefined for any other message. */
export function imageRequest(message: string): string | undefined {
  const match = COMMAND.exec(message.trim());
  return match ? (match[1] ?? '').trim() : undefined;
}
