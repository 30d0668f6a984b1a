import type { ToolSpec } from '../models/model-provider.js';

export type ToolArguments = Readonly<Record<string, unknown>>;

/** Something that a language model may use while it writes a reply. */
export interface Tool extends ToolSpec {
  /** Whether what the model passes to it leaves this installation, or reaches code of the owner. */
  readonly isOutward: boolean;
  /** Whether its results are texts by others. */
  readonly isForeign: boolean;
  /** What the model reads. Throws ToolFailure; everything else is told as a failure without a reason. */
  run(given: ToolArguments, signal: AbortSignal): Promise<string>;
}

/** Why a tool gave nothing, in words for the model. */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure';
}

/** An integer among the arguments. Throws ToolFailure. */
export function integerIn(
  given: ToolArguments,
  name: string,
  { min, max, initial }: { min: number; max: number; initial: number },
): number {
  const value = given[name] ?? initial;
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number === 'number' && Number.isInteger(number) && number >= min && number <= max) return number;
  throw new ToolFailure(`"${name}" must be a whole number from ${min} to ${max}.`);
}

/** A text among the arguments; '' when it is missing. Throws ToolFailure. */
export function textIn(given: ToolArguments, name: string, maxChars: number): string {
  const value = given[name] ?? '';
  if (typeof value === 'string' && value.length <= maxChars) return value.trim();
  throw new ToolFailure(`"${name}" must be a text of at most ${maxChars} characters.`);
}

/** The JSON schema of an object with these properties. */
export const parametersOf = (
  properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  required: readonly string[],
): ToolSpec['parameters'] => ({ type: 'object', properties, required, additionalProperties: false });
