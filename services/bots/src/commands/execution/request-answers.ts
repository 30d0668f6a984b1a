import type { RequestAnswer } from '@kith/proto';

/** The code gets the value. */
export const answered = (value: unknown): RequestAnswer => ({ isError: false, text: JSON.stringify(value) });

/** The code gets an error with the message. */
export const refused = (message: string): RequestAnswer => ({ isError: true, text: message });
