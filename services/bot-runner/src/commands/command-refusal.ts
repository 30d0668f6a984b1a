/** A command is not run, for a reason that the member is told. */
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
