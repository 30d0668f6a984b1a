/** The id of a request of the test chat. Contains the bot, so that the same id in the chat of another bot is another charge. */
export const webRequestId = (botId: string, requestId: string): string => `web-${botId}-${requestId}`;
