import { z } from 'zod';
import { nameText, trimmedText } from './fields.js';

/** What the value of an option is. `integer`: a whole number; `boolean`: yes or no. */
export const OPTION_TYPES = ['text', 'integer', 'number', 'boolean', 'member', 'channel', 'role'] as const;
export type OptionType = (typeof OPTION_TYPES)[number];

/** Limits of the options of one command. */
export const MAX_COMMAND_OPTIONS = 10;
/** Discord shows no more. */
export const MAX_OPTION_CHOICES = 25;
/** Discord takes 8,000 characters of a command, with its own name and description; it counts a choice twice, as name and as value. */
export const MAX_OPTIONS_CHARS = 7800;

// Discord's own rule; Devanagari and Thai write vowels by marks.
const NAME = /^[-_\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]+$/u;

const OptionName = nameText(32)
  .min(1, 'Please enter a name')
  .regex(NAME, 'Must be letters, digits, - and _')
  .refine((name) => name === name.toLowerCase(), 'Must be in lower case')
  // Objects cannot hold a value of this name.
  .refine((name) => name !== '__proto__', 'This name cannot be used');

/** Equal for choices that members could not tell apart. */
const choiceKey = (choice: string): string => choice.normalize('NFKC').toLowerCase();
const isDistinct = (values: readonly string[]): boolean => new Set(values).size === values.length;

/** What members fill in when they call a custom command. */
export const CommandOption = z
  .object({
    name: OptionName.describe('By which the code reads the value; lower case, letters and digits of any script, - and _.'),
    description: trimmedText(100).min(1, 'Please enter a description'),
    type: z.enum(OPTION_TYPES),
    isRequired: z.boolean().default(false),
    choices: z
      .array(trimmedText(100).min(1, 'Please enter a choice'))
      .max(MAX_OPTION_CHOICES)
      .refine((choices) => isDistinct(choices.map(choiceKey)), 'Must not contain the same choice twice')
      .default([])
      .describe('The texts that members choose from; none: any text.'),
  })
  .refine(({ type, choices }) => type === 'text' || choices.length === 0, {
    path: ['choices'],
    error: 'Only a text has choices',
  });
export type CommandOption = z.infer<typeof CommandOption>;

const charsOf = ({ name, description, choices }: CommandOption): number =>
  name.length + description.length + choices.reduce((sum, choice) => sum + 2 * choice.length, 0);

/** The options of a custom command, in the order in which members fill them in: required ones first. */
export const CommandOptions = z
  .array(CommandOption)
  .max(MAX_COMMAND_OPTIONS)
  .superRefine((options, { addIssue }) => {
    for (const [at, { name }] of options.entries())
      if (options.slice(0, at).some((other) => other.name === name))
        addIssue({ code: 'custom', path: [at, 'name'], message: 'Another option has this name' });
    if (options.reduce((sum, option) => sum + charsOf(option), 0) > MAX_OPTIONS_CHARS)
      addIssue({
        code: 'custom',
        message: `Must be at most ${MAX_OPTIONS_CHARS.toLocaleString('en')} characters together; a choice counts twice`,
      });
  })
  .transform((options) => options.toSorted((one, other) => Number(other.isRequired) - Number(one.isRequired)));

/** A member, a channel or a role, as the code sees it. */
export const OptionReference = z.object({ id: z.string().max(20), name: z.string().max(100) });
export type OptionReference = z.infer<typeof OptionReference>;
export const OptionValue = z.union([z.string().max(4000), z.number(), z.boolean(), OptionReference]);
export type OptionValue = z.infer<typeof OptionValue>;

/** By the names of the options; those that were left out are missing. */
export const OptionValues = z.record(z.string().max(32), OptionValue);
export type OptionValues = z.infer<typeof OptionValues>;
