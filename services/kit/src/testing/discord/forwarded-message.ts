/** A message as one shows it that forwards it: Discord does not say who wrote it. */
export interface ForwardedMessage {
  readonly content: string;
  readonly embeds?: readonly unknown[];
}
