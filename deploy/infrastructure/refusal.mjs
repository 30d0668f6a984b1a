/** Something is missing or taken: the message is all a person needs, a stack would only hide it. */
export class Refusal extends Error {}

/** Prints what went wrong (a refusal as one sentence, anything else with its stack) and ends the process with status 1. */
export function endWith(error) {
  console.error(error instanceof Refusal ? `\n${error.message}` : error);
  process.exit(1);
}
