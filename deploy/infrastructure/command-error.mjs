/** An error that the user can act on: only its message is printed, without a stack. */
export class CommandError extends Error {}

/** Prints what went wrong (a CommandError as its message, anything else with its stack) and ends the process with status 1. */
export function exitWithError(error) {
  console.error(error instanceof CommandError ? `\n${error.message}` : error);
  process.exit(1);
}
