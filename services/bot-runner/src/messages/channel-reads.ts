/** Which channels of a bot are still to be read before what is written in them now is handled. */
export class ChannelReads {
  /** Null while it is not known which ones will be read. */
  private unread: Set<string> | null = null;
  private isEnded = false;
  private waiting: (() => void)[] = [];

  /** What has to be read; all other channels need not wait. */
  expect(channelIds: Iterable<string>): void {
    this.unread = new Set(this.isEnded ? [] : channelIds);
    this.wake();
  }

  /** The channel was read, or could not be. */
  end(channelId: string): void {
    if (this.unread?.delete(channelId)) this.wake();
  }

  /** Nothing waits any more, whatever is expected later. */
  endAll(): void {
    this.isEnded = true;
    this.expect([]);
  }

  isToBeRead(channelId: string): boolean {
    return this.unread?.has(channelId) ?? true;
  }

  /** Resolves when the channel is not to be read any more; for callers of one channel in the order of their calls. */
  async until(channelId: string): Promise<void> {
    while (this.isToBeRead(channelId)) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  private wake(): void {
    const woken = this.waiting;
    this.waiting = [];
    for (const wake of woken) wake();
  }
}
