import { fillMacros, type Persona } from '@kith/proto';

/**
 * What the macros of character cards stand for in a prompt. Never a name of a person, nor the time: these texts begin every prompt of the bot, and
 * a beginning that changes costs more. Who writes, and when, stands in the last message.
 */
const IN_PROMPT = {
  user: 'the user',
  date: "today's date",
  time: 'the present time',
  weekday: 'the present day of the week',
} as const;

type Texts = Pick<Persona, 'name' | 'description' | 'instructions' | 'greeting' | 'exampleDialogues'>;

/** The bot with the macros in its texts filled: `{{char}}` and `{{bot}}` are its name. */
export function withMacrosFilled<T extends Texts>(persona: T): T {
  const values = { ...IN_PROMPT, char: persona.name, bot: persona.name };
  const fill = (text: string | null): string | null => (text === null ? null : fillMacros(text, values));
  const { description, instructions, greeting, exampleDialogues } = persona;
  return {
    ...persona,
    description: fill(description),
    instructions: fill(instructions),
    greeting: fill(greeting),
    exampleDialogues: fill(exampleDialogues),
  };
}
