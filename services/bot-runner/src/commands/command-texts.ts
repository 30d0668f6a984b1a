/** For a command that the bot did not learn, or no longer has. */
export const UNKNOWN_COMMAND = 'I do not know this command any more.';
/** For a command that has an effect and no answer, where Discord expects one. */
export const DONE = 'Done.';
