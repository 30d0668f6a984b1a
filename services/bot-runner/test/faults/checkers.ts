/** What a member wrote. */
export interface Written {
  readonly messageId: string;
  readonly channelId: string;
  readonly authorId: string;
  /** No other message has it. */
  readonly text: string;
}

/** What happened in a run, and what Discord has at its end. */
export interface Outcome {
  /** In the order in which it was written. */
  readonly written: readonly Written[];
  /** The ids of the messages that were answered, by channel, in the order of the answers; of a question with several lines all of them. */
  readonly answers: ReadonlyMap<string, readonly string[]>;
  /** Answers that do not reply to the last line of their question, or to lines of several members. */
  readonly wrongQuestions: number;
  /** Answers to questions with several lines. */
  readonly joined: number;
  /** Answers to messages that no setting lets through. */
  readonly unwanted: number;
  readonly bots: number;
  /** Sessions that Discord ended: each allows one IDENTIFY more. */
  readonly endedSessions: number;
  readonly identifies: number;
  readonly parallelSessions: number;
  /** Bots without a connection at the end. */
  readonly disconnected: number;
  /** How often Discord refused a token or an intent, and how often at most when nobody asks again by themselves. */
  readonly refusals: { readonly count: number; readonly allowed: number };
  /** How runners ended that nobody killed: their exit codes, null for a signal. */
  readonly unexpectedExits: readonly (number | null)[];
  /** Exit codes of the runners that were asked to stop. */
  readonly stopped: readonly (number | null)[];
}

/** What did not hold, in sentences; empty when everything did. */
export function violations(outcome: Outcome): string[] {
  return [
    ...lostAndDoubled(outcome),
    ...unwantedAnswers(outcome),
    ...wronglyJoined(outcome),
    ...outOfOrder(outcome),
    ...sessions(outcome),
    ...processes(outcome),
  ];
}

function lostAndDoubled({ written, answers }: Outcome): string[] {
  const counts = new Map<string, number>();
  for (const messageId of [...answers.values()].flat()) counts.set(messageId, (counts.get(messageId) ?? 0) + 1);
  return written.flatMap(({ messageId }) => {
    const count = counts.get(messageId) ?? 0;
    if (count === 1) return [];
    return count === 0 ? [`lost: message ${messageId} has no answer`] : [`doubled: message ${messageId} has ${count} answers`];
  });
}

const unwantedAnswers = ({ unwanted }: Outcome): string[] =>
  unwanted === 0 ? [] : [`unwanted: ${unwanted} answers to messages that no setting lets through`];

const wronglyJoined = ({ wrongQuestions }: Outcome): string[] =>
  wrongQuestions === 0
    ? []
    : [`question: ${wrongQuestions} answers do not reply to the last line of their question, or to lines of several members`];

function outOfOrder({ written, answers }: Outcome): string[] {
  const positions = new Map(written.map(({ messageId }, position) => [messageId, position]));
  return [...answers].flatMap(([channelId, answered]) => {
    let latest = -1;
    let late = 0;
    for (const position of answered.flatMap((messageId) => positions.get(messageId) ?? [])) {
      if (position < latest) late += 1;
      latest = Math.max(latest, position);
    }
    return late === 0 ? [] : [`order: ${late} answers of channel ${channelId} came after later ones`];
  });
}

function sessions({ bots, endedSessions, identifies, parallelSessions, disconnected, refusals }: Outcome): string[] {
  const found: string[] = [];
  if (identifies > bots + endedSessions)
    found.push(`identify: ${identifies} IDENTIFYs of ${bots} bots, although Discord ended ${endedSessions} sessions only`);
  if (parallelSessions > 0) found.push(`exclusion: ${parallelSessions} sessions began beside another one of the bot`);
  if (disconnected > 0) found.push(`connection: ${disconnected} bots are not connected`);
  if (refusals.count > refusals.allowed)
    found.push(
      `refusal: Discord refused a token or an intent ${refusals.count} times, at most ${refusals.allowed} were necessary`,
    );
  return found;
}

function processes({ unexpectedExits, stopped }: Outcome): string[] {
  return [
    ...unexpectedExits.map((code) => `process: a runner ended by itself with ${code}`),
    ...stopped.filter((code) => code !== 0).map((code) => `process: a runner that was asked to stop ended with ${code}`),
  ];
}
