import { CommandRefusal } from '../commands/command-refusal.js';

/** What the owner or a member wrote cannot be done; `field` is where it was written, by its name in the form and in the command; the message is for them. */
export class FieldProblem extends CommandRefusal {
  override readonly name = 'FieldProblem';

  constructor(
    readonly field: string,
    message: string,
  ) {
    super(message);
  }
}
