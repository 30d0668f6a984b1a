/** For a command that the bot did not learn, or no longer has. */
export const UNKNOWN_COMMAND = 'I do not know this command any more.';
/** For a command that has an effect and no answer, where Discord expects one. */
export const DONE = 'Done.';
/** For what the bot lacks a permission for. */
export const NO_PERMISSION = 'Discord does not let me do that here: I lack a permission.';
/** For what Discord refuses for another reason. */
export const REFUSED = 'Discord refused that.';
/** For a command that waited until the bot was stopped. */
export const STOPPED_BEFORE = 'I was switched off before I could do that.';
/** For a command that no further attempt can do. */
export const FAILED = 'I could not do that. Please try again in a minute.';
/** For what a member asked for before they used `/forget-me`. */
export const FORGOTTEN = 'You asked me to forget you, and this with it. Please ask me again.';
