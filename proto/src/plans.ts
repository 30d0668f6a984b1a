/** The plans. Every cap, price and trait of the product is defined in this file. */
export const PLANS = ['free', 'basic', 'premium'] as const;
export type Plan = (typeof PLANS)[number];

/** The cap of a plan without one; shown as ∞. */
export const UNLIMITED_BOTS = 999;
/** The daily limit of a plan without one; shown as Unlimited. */
export const UNLIMITED_MESSAGES = 999_999;

/** The 19 traits that the form shows, in its order, with the plan that unlocks each (docs/decisions.md M2). */
export const FORM_TRAITS = [
  ...(['friendliness', 'humor', 'helpfulness', 'creativity', 'enthusiasm', 'emojis'] as const).map((name) => ({
    name,
    plan: 'free' as Plan,
  })),
  ...(['formal', 'detailed', 'casual', 'analytical', 'supportive', 'patient'] as const).map((name) => ({
    name,
    plan: 'basic' as Plan,
  })),
  ...(['witty', 'philosophical', 'storytelling', 'technical', 'empathetic', 'adventurous', 'mysterious'] as const).map(
    (name) => ({ name, plan: 'premium' as Plan }),
  ),
];

/** Traits that the form does not show but the API accepts (docs/decisions.md M2). */
const OTHER_TRAITS: Readonly<Record<Plan, readonly string[]>> = {
  free: ['concise'],
  basic: ['formality', 'verbosity', 'playful'],
  premium: ['roleplay', 'memoryStrength', 'topicSwitching', 'empathy', 'mediaGeneration', 'sarcastic', 'poetic', 'scholarly'],
};

/** Plan that unlocks each trait. */
const TRAIT_PLAN: ReadonlyMap<string, Plan> = new Map([
  ...FORM_TRAITS.map(({ name, plan }): [string, Plan] => [name, plan]),
  ...PLANS.flatMap((plan) => OTHER_TRAITS[plan].map((name): [string, Plan] => [name, plan])),
]);

export interface PlanDetails {
  /** The name on badges and cards. */
  readonly label: string;
  readonly priceCents: number;
  readonly maxBots: number;
  readonly dailyMessages: number;
  /** Per bot. */
  readonly maxKnowledgeItems: number;
  /** How much of a conversation, in tokens, a prompt holds besides the message itself. */
  readonly maxHistoryTokens: number;
  /** Files in the chat, which the model reads. */
  readonly hasMedia: boolean;
  /** Pictures that a model draws. */
  readonly hasImages: boolean;
  /** Custom commands that a bot has learned; on every plan they can be written and tested (docs/decisions.md K1). */
  readonly hasCustomCommands: boolean;
}

export const PLAN_CATALOGUE: Readonly<Record<Plan, PlanDetails>> = {
  free: {
    label: 'Free',
    priceCents: 0,
    maxBots: 1,
    dailyMessages: 50,
    maxKnowledgeItems: 5,
    maxHistoryTokens: 8000,
    hasMedia: false,
    hasImages: false,
    hasCustomCommands: false,
  },
  basic: {
    label: 'Standard',
    priceCents: 999,
    maxBots: 3,
    dailyMessages: 500,
    maxKnowledgeItems: 100,
    maxHistoryTokens: 8000,
    hasMedia: true,
    hasImages: false,
    hasCustomCommands: true,
  },
  premium: {
    label: 'Premium',
    priceCents: 1999,
    maxBots: UNLIMITED_BOTS,
    dailyMessages: UNLIMITED_MESSAGES,
    maxKnowledgeItems: 1000,
    maxHistoryTokens: 16_000,
    hasMedia: true,
    hasImages: true,
    hasCustomCommands: true,
  },
};

/** `standard` means `basic`; anything unknown is `free`. */
export function normalisePlan(value: unknown): Plan {
  if (value === 'standard' || value === 'basic') return 'basic';
  return value === 'premium' ? 'premium' : 'free';
}

export const planRank = (plan: Plan): number => PLANS.indexOf(plan);

/** True when `plan` unlocks the trait; unknown traits are never unlocked. */
export function hasTrait(plan: Plan, trait: string): boolean {
  const needed = TRAIT_PLAN.get(trait);
  return needed !== undefined && planRank(plan) >= planRank(needed);
}

/** What a plan is sold with. `amount` is what it comes to on a plan, where it can be counted. */
export interface PlanPromise {
  readonly id: string;
  readonly plans: readonly Plan[];
  readonly amount?: (plan: Plan) => number;
}

const plansWith = (has: 'hasMedia' | 'hasImages' | 'hasCustomCommands'): readonly Plan[] =>
  PLANS.filter((plan) => PLAN_CATALOGUE[plan][has]);

/**
 * One row per promise of a plan, in the order of the pages. Landing page, pricing, limit page and dialogs show these rows and nothing else
 * (docs/decisions.md D1); their words stand in the message catalogue of the web app under the same ids.
 */
export const PLAN_PROMISES = [
  {
    id: 'bots',
    plans: PLANS,
    amount: (plan: Plan) => PLAN_CATALOGUE[plan].maxBots,
  },
  {
    id: 'messages',
    plans: PLANS,
    amount: (plan: Plan) => PLAN_CATALOGUE[plan].dailyMessages,
  },
  {
    id: 'models',
    plans: PLANS,
  },
  {
    id: 'traits',
    plans: PLANS,
    amount: (plan: Plan) => FORM_TRAITS.filter(({ name }) => hasTrait(plan, name)).length,
  },
  {
    id: 'knowledge',
    plans: PLANS,
    amount: (plan: Plan) => PLAN_CATALOGUE[plan].maxKnowledgeItems,
  },
  {
    id: 'memory',
    plans: PLANS,
    // In words, because nobody knows tokens: a token is about three quarters of an English word.
    amount: (plan: Plan) => PLAN_CATALOGUE[plan].maxHistoryTokens * 0.75,
  },
  {
    id: 'media',
    plans: plansWith('hasMedia'),
  },
  {
    id: 'images',
    plans: plansWith('hasImages'),
  },
  {
    id: 'commands',
    plans: plansWith('hasCustomCommands'),
  },
] as const satisfies readonly PlanPromise[];
export type PlanPromiseId = (typeof PLAN_PROMISES)[number]['id'];

/** The credit packages. */
export const PACKAGES = [
  { id: 'credits-100', name: 'Starter', credits: 100, priceCents: 199 },
  { id: 'credits-500', name: 'Popular', credits: 500, priceCents: 799 },
  { id: 'credits-1000', name: 'Plus', credits: 1000, priceCents: 1399 },
  { id: 'credits-5000', name: 'Best Value', credits: 5000, priceCents: 4999 },
] as const;
