import { paced } from '@kith/kit';
import { Injectable } from '@nestjs/common';

/** How many times as long as a page took the next one of the same user waits. */
const PAUSES = 2;

/**
 * Reads the pages of the exports of each user one after the other, with pauses, however many the user downloads at the same time: others then hardly
 * notice that somebody exports much.
 */
@Injectable()
export class ExportPages {
  /** Of each user who exports: the end of the last page. */
  private readonly last = new Map<string, Promise<unknown>>();

  /** Resolves with what `read` returns when its turn has come and its pause is over. Throws what `read` throws. */
  async next<T>(userId: string, read: () => Promise<T>): Promise<T> {
    const before = this.last.get(userId) ?? Promise.resolve();
    const page = before.then(() => paced(read, { pauses: PAUSES }));
    const end = page.catch(() => undefined);
    this.last.set(userId, end);
    void end.then(() => this.last.get(userId) === end && this.last.delete(userId));
    return page;
  }

  /** How many users wait for a page. */
  get size(): number {
    return this.last.size;
  }
}
