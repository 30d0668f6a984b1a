import { z } from 'zod';

/** How much of the talk in a channel goes with a question. */
export const MAX_TALK_LINES = 8;
export const MAX_TALK_LINE_CHARS = 300;
export const MAX_REPLIED_TO_CHARS = 1000;

/** Something that was written in a channel, with the name of its author. */
export const ChannelLine = z.object({ author: z.string().max(100), text: z.string().min(1).max(MAX_TALK_LINE_CHARS) });
export type ChannelLine = z.infer<typeof ChannelLine>;

/** The message that a question replies to; `isOwn`: the bot itself wrote it. */
export const RepliedTo = z.object({
  author: z.string().max(100),
  text: z.string().min(1).max(MAX_REPLIED_TO_CHARS),
  isOwn: z.boolean(),
});
export type RepliedTo = z.infer<typeof RepliedTo>;

/** What was written before a question, by members: it helps to understand the question, and is kept nowhere. */
export const questionContext = {
  repliedTo: RepliedTo.optional(),
  /** The last lines of the channel that are no part of the bot's conversations, oldest first. */
  talk: z.array(ChannelLine).max(MAX_TALK_LINES).optional(),
};
