import type { RestResponse } from './rest-types.js';

export type Json = Readonly<Record<string, unknown>>;

export const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? (value as Json[]) : []);

/** Discord counts code points: an emoji that takes two UTF-16 units is one character of a limit. */
export const lengthOf = (value: unknown): number => (typeof value === 'string' ? [...value].length : 0);

/** Discord's answer to a body with a field that it does not accept. */
export function invalid(field: string, code: string, message: string): RestResponse {
  const errors = { [field]: { _errors: [{ code, message }] } };
  return { status: 400, body: { message: 'Invalid Form Body', code: 50_035, errors } };
}

/** The same for a text of the wrong length. */
export const badLength = (field: string, { min = 1, max }: { readonly min?: number; readonly max: number }): RestResponse =>
  invalid(field, 'BASE_TYPE_BAD_LENGTH', `Must be between ${min} and ${max} in length.`);
