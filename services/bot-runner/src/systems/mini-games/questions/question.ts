/** A question with its right answer and three wrong ones. */
export type Question = readonly [question: string, right: string, ...wrong: [string, string, string]];
