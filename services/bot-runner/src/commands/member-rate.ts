/** Calls of one member within the window. */
const MAX_CALLS = 5;
const WINDOW_MS = 10_000;
/** Above so many windows the ended ones are looked for, once a window: for each call it would take longer the more members call. */
const MAX_WINDOWS = 1000;

interface Window {
  startedAtMs: number;
  calls: number;
}

/** `hint`: this call is the first one too many, and the member is to be told; those after it are ignored until the window ends. */
export type Admission = 'run' | 'hint' | 'ignore';

/** Limits how many commands each member calls of one bot, by the times at which the calls were sent. */
export class MemberRate {
  private readonly windows = new Map<string, Window>();
  private sweptAtMs = 0;

  /** How many members there are counts of. */
  get known(): number {
    return this.windows.size;
  }

  admit(memberId: string, atMs: number): Admission {
    const window = this.windowOf(memberId, atMs);
    window.calls += 1;
    if (window.calls <= MAX_CALLS) return 'run';
    return window.calls === MAX_CALLS + 1 ? 'hint' : 'ignore';
  }

  forgetMember(memberId: string): void {
    this.windows.delete(memberId);
  }

  private windowOf(memberId: string, atMs: number): Window {
    const known = this.windows.get(memberId);
    if (known && Math.abs(atMs - known.startedAtMs) < WINDOW_MS) return known;
    const window = { startedAtMs: atMs, calls: 0 };
    this.windows.set(memberId, window);
    if (this.windows.size > MAX_WINDOWS && atMs >= this.sweptAtMs + WINDOW_MS) this.removeEnded(atMs);
    return window;
  }

  private removeEnded(nowMs: number): void {
    this.sweptAtMs = nowMs;
    for (const [memberId, { startedAtMs }] of this.windows) if (startedAtMs <= nowMs - WINDOW_MS) this.windows.delete(memberId);
  }
}
