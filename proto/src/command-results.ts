import { z } from 'zod';

// What custom code may post, within the limits of Discord: what is accepted here is accepted there. Both count code points.

export const MAX_CONTENT_CHARS = 2000;
/** Of all texts of the embeds of one message together. */
const MAX_EMBED_CHARS = 6000;
const MAX_EMBEDS = 10;
/** Replies of one run. */
export const MAX_POSTS = 5;
const MAX_ROWS = 5;
const BUTTONS_PER_ROW = 5;
/** What a button gives back; the rest of the 100 characters that Discord allows says to whom it belongs. */
const MAX_VALUE_CHARS = 60;

const words = (max: number) => z.string().min(1).max(max);
const webAddress = z
  .string()
  .max(2000)
  .refine((address) => /^https?:$/.test(URL.parse(address)?.protocol ?? ''), 'Must be an http or https address');
const EMOJI = new RegExp('^\\p{RGI_Emoji}$', 'v');
/** As Discord writes an emoji of a server. */
export const SERVER_EMOJI = /^<(a?):(\w{2,32}):(\d{16,20})>$/;
const emoji = z
  .string()
  .refine(
    (text) => EMOJI.test(text) || SERVER_EMOJI.test(text),
    'Must be one emoji, or one of a server as Discord writes it: <:name:id>',
  )
  .optional();

export const CommandEmbed = z.object({
  title: words(256).optional(),
  description: words(4096).optional(),
  url: webAddress.optional(),
  color: z.number().int().min(0).max(0xffffff).optional(),
  fields: z
    .array(z.object({ name: words(256), value: words(1024), inline: z.boolean().optional() }))
    .max(25)
    .optional(),
  footer: words(2048).optional(),
  author: words(256).optional(),
  image: webAddress.optional(),
  thumbnail: webAddress.optional(),
});
export type CommandEmbed = z.infer<typeof CommandEmbed>;

/** What follows when a member presses a button or chooses: a new message, one for them alone, a change of the message, or a form. */
export const COMPONENT_ANSWERS = ['new', 'private', 'update', 'form'] as const;
export const FIELD_STYLES = ['short', 'paragraph'] as const;
export const BUTTON_STYLES = ['primary', 'secondary', 'success', 'danger'] as const;

/** A button that calls the command again with its value, or leads to a website. */
export const CommandButton = z
  .object({
    label: words(80),
    value: words(MAX_VALUE_CHARS).optional().describe('Given to the command when a member presses the button.'),
    url: webAddress.optional().describe('Instead of a value: where the button leads.'),
    style: z.enum(BUTTON_STYLES).optional(),
    emoji,
    disabled: z.boolean().optional(),
    answer: z.enum(COMPONENT_ANSWERS).optional(),
  })
  .refine(({ value, url }) => (value === undefined) !== (url === undefined), 'Must have either a value or a url');
export type CommandButton = z.infer<typeof CommandButton>;

const SelectOption = z.object({
  label: words(100),
  value: words(100),
  description: words(100).optional(),
  emoji,
  default: z.boolean().optional(),
});

/** A menu that calls the command again with what a member chose. */
export const CommandSelect = z
  .object({
    value: words(MAX_VALUE_CHARS).describe('Says which menu it was.'),
    placeholder: words(150).optional(),
    options: z
      .array(SelectOption)
      .min(1)
      .max(25)
      .refine((options) => areUnique(options.map(({ value }) => value)), 'Must have values that differ'),
    min: z.number().int().min(0).max(25).default(1),
    max: z.number().int().min(1).max(25).default(1),
    disabled: z.boolean().optional(),
    answer: z.enum(COMPONENT_ANSWERS).optional(),
  })
  .refine(
    ({ min, max, options }) =>
      min <= max && max <= options.length && options.filter((option) => option.default === true).length <= max,
    'Must allow at least as many choices as are needed, and no more than there are',
  );
export type CommandSelect = z.infer<typeof CommandSelect>;

/** A form that opens when a member presses a button whose answer is a form. */
export const CommandForm = z.object({
  title: words(45),
  value: words(MAX_VALUE_CHARS).describe('Says which form it was.'),
  fields: z
    .array(
      z
        .object({
          name: words(40).describe('What the command reads its text by.'),
          label: words(45),
          style: z.enum(FIELD_STYLES).default('short'),
          required: z.boolean().default(true),
          placeholder: words(100).optional(),
          min: z.number().int().min(0).max(4000).optional(),
          max: z.number().int().min(1).max(4000).optional(),
          value: z.string().max(4000).optional(),
        })
        .refine(({ min = 0, max = 4000 }) => min <= max, 'Must not need more characters than it allows'),
    )
    .min(1)
    .max(5)
    .refine((fields) => areUnique(fields.map(({ name }) => name)), 'Must have names that differ'),
});
export type CommandForm = z.infer<typeof CommandForm>;

/** One message of a custom command. */
export const CommandPost = z
  .object({
    content: z.string().max(MAX_CONTENT_CHARS).default(''),
    embeds: z.array(CommandEmbed).max(MAX_EMBEDS).default([]),
    buttons: z
      .array(CommandButton)
      .max(MAX_ROWS * BUTTONS_PER_ROW)
      .default([]),
    selects: z.array(CommandSelect).max(MAX_ROWS).default([]),
  })
  .refine(({ content, embeds }) => content.trim() !== '' || embeds.length > 0, 'Must have a text or an embed')
  .refine(({ embeds }) => embeds.every(isFilled), { path: ['embeds'], error: 'Must have a title, a text, a field or a picture' })
  .refine(({ embeds }) => embeds.reduce((sum, embed) => sum + lengthOf(embed), 0) <= MAX_EMBED_CHARS, {
    path: ['embeds'],
    error: `Must have at most ${MAX_EMBED_CHARS} characters together`,
  })
  .refine(({ buttons, selects }) => Math.ceil(buttons.length / BUTTONS_PER_ROW) + selects.length <= MAX_ROWS, {
    path: ['buttons'],
    error: `Must fit into ${MAX_ROWS} rows with the menus: five buttons, or one menu, in each`,
  })
  .refine(({ buttons, selects }) => areUnique([...buttons, ...selects].flatMap(({ value }) => value ?? [])), {
    path: ['buttons'],
    error: 'Must have values that differ',
  });
export type CommandPost = z.infer<typeof CommandPost>;

/** What custom code returns; it is treated as untrusted (docs/security.md S55). */
export const CommandResult = z.object({
  success: z.boolean(),
  response: z.string().max(MAX_CONTENT_CHARS),
  shouldReply: z.boolean(),
  posts: z
    .array(CommandPost)
    .max(MAX_POSTS)
    .optional()
    .describe('Everything to be posted, in this order; absent when the response alone is.'),
  form: CommandForm.optional().describe('The form to be opened instead.'),
});
export type CommandResult = z.infer<typeof CommandResult>;

function areUnique(values: readonly string[]): boolean {
  return new Set(values).size === values.length;
}

function isFilled({ title, description, fields = [], image, thumbnail, author, footer }: CommandEmbed): boolean {
  return [title, description, image, thumbnail, author, footer].some((part) => part !== undefined) || fields.length > 0;
}

function lengthOf({ title = '', description = '', fields = [], footer = '', author = '' }: CommandEmbed): number {
  const texts = [title, description, footer, author, ...fields.flatMap(({ name, value }) => [name, value])];
  return texts.reduce((sum, text) => sum + codePoints(text), 0);
}

/** As zod and Discord count the characters of a text. */
export const codePoints = (text: string): number => [...text].length;
