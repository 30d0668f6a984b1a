import { CreateBotInput } from '@kith/proto';

export const TOUR_TRAITS = ['friendliness', 'humor', 'helpfulness', 'creativity', 'enthusiasm', 'emojis'] as const;
export type TourTrait = (typeof TOUR_TRAITS)[number];
export const TOUR_STYLES = ['friendly', 'professional', 'casual', 'enthusiastic'] as const;

/** What the questions of the tour have been answered with. */
export interface TourValues {
  readonly name: string;
  readonly description: string;
  readonly avatarColor: string;
  readonly discordToken: string;
  readonly serverId: string;
  readonly dedicatedChannelId: string;
  readonly instructions: string;
  readonly model: string;
  readonly responseStyle: string;
  readonly personality: Readonly<Record<TourTrait, boolean>>;
}
export type TourField = keyof TourValues;
export type TourProblems = Partial<Record<TourField, string>>;

/** The defaults of the specification (part 2, section 9). */
export const NEW_VALUES: TourValues = {
  name: '',
  description: '',
  avatarColor: '#FF6B9D',
  discordToken: '',
  serverId: '',
  dedicatedChannelId: '',
  instructions: '',
  model: 'gpt-4o',
  responseStyle: 'friendly',
  personality: { friendliness: true, humor: true, helpfulness: true, creativity: true, enthusiasm: true, emojis: true },
};

const CHECKED = ['name', 'description', 'instructions', 'discordToken', 'serverId', 'dedicatedChannelId'] as const;

/** What is wrong with what was typed, by the rules of the server. Nothing typed is nothing wrong: only the launch asks for a name. */
export function problemsOf(values: TourValues): TourProblems {
  const problems: TourProblems = {};
  for (const field of CHECKED) {
    const result = values[field].trim() ? CreateBotInput.shape[field].safeParse(values[field]) : undefined;
    if (result?.error) problems[field] = result.error.issues[0]?.message;
  }
  return problems;
}

/** The body of `POST /api/bots`: what is empty is sent as null (part 1, section 5). */
export function payloadOf(values: TourValues) {
  return {
    name: values.name.trim(),
    description: orNull(values.description),
    avatarColor: values.avatarColor,
    discordToken: orNull(values.discordToken),
    serverId: orNull(values.serverId),
    dedicatedChannelId: orNull(values.dedicatedChannelId),
    instructions: orNull(values.instructions),
    model: values.model,
    responseStyle: values.responseStyle,
    personality: values.personality,
  };
}

const orNull = (value: string): string | null => value.trim() || null;
