/** The slash command of Discord by which members have a bot draw; as a text it begins a message. */
export const DRAWING_COMMAND = { name: 'generate', subcommand: 'image' } as const;

const COMMAND = /^\/generate\s+image(?:\s+([^]*))?$/i;

/** The description in `/generate image [description]`; '' without a description, undefined for any other message. */
export function parseImageCommand(message: string): string | undefined {
  const match = COMMAND.exec(message.trim());
  return match ? (match[1] ?? '').trim() : undefined;
}

/** What a member writes to have this drawn. */
export const imageCommand = (description: string): string => `/generate image ${description}`.trim();
