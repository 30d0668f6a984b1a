import { RUN_LIMITS, type AnsweredRound, type CommandRequest, type PassReport, type RequestAnswer } from '@kith/proto';

const value = (data: unknown): RequestAnswer => ({ isError: false, text: JSON.stringify(data) });
const failure = (text: string): RequestAnswer => ({ isError: true, text });

/** Answers what code asks for from memory, and refuses every website. */
export class StandInHost {
  readonly stored = new Map<string, unknown>();
  readonly requests: CommandRequest[] = [];

  /** Repeats the run with the answers until it has ended; one that waits too often ends with an error. */
  async runToEnd(pass: (rounds: AnsweredRound[]) => Promise<PassReport>): Promise<PassReport> {
    const rounds: AnsweredRound[] = [];
    for (;;) {
      const report = await pass(rounds);
      if (!report.requests) return report;
      const error = { message: 'waits too often', line: null, column: null };
      if (rounds.length === RUN_LIMITS.rounds) return { ...report, requests: undefined, error };
      rounds.push({ atMs: Date.now(), answers: report.requests.map((request) => this.answer(request)) });
    }
  }

  private answer(request: CommandRequest): RequestAnswer {
    this.requests.push(request);
    switch (request.kind) {
      case 'kv-get':
        return value(this.stored.get(request.key) ?? null);
      case 'kv-set':
        this.stored.set(request.key, JSON.parse(request.value));
        return value(null);
      case 'kv-delete':
        this.stored.delete(request.key);
        return value(null);
      case 'kv-increment': {
        const next = Number(this.stored.get(request.key) ?? 0) + request.by;
        this.stored.set(request.key, next);
        return value(next);
      }
      case 'kv-list':
        return value(
          [...this.stored].filter(([key]) => key.startsWith(request.prefix)).map(([key, data]) => ({ key, value: data })),
        );
      case 'fetch':
        return failure('This website is not allowed.');
      case 'sleep':
        return value(null);
    }
  }
}
