/** A command is not run, for a reason that the member is told. The owner reads it, too: it repeats nothing that a member wrote. */
export class CommandRefusal extends Error {
  override readonly name: string = 'CommandRefusal';

  /** `missingPermission`: the one that the bot lacks, in the words of Discord's settings; null when the bot could do it. */
  constructor(
    message: string,
    readonly missingPermission: string | null = null,
  ) {
    super(message);
  }
}

/** A wrong guess, or a move that the rules of a game do not allow: the member is told, and it is nothing that an owner asks about. */
export class MoveRefusal extends CommandRefusal {
  override readonly name = 'MoveRefusal';
}
