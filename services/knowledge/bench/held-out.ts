import { readFileSync } from 'node:fs';

/** Messages by which the form of messages was not learned: small talk, and questions that the texts of bench/questions answer, by language. */
export interface HeldOut {
  readonly smallTalk: Readonly<Record<string, readonly string[]>>;
  readonly questions: Readonly<Record<string, readonly { readonly question: string; readonly title: string }[]>>;
}

const read = (file: string): HeldOut => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as HeldOut;

/** The numbers of the gate were chosen by these, too. */
export const readHeldOut = (): HeldOut => read('./held-out.json');
/** Small talk by which nothing was learned or chosen. */
export const readUnseen = (): HeldOut => read('./unseen-talk.json');
