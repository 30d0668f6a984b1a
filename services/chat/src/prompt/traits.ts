import { hasTrait, type Persona } from '@kith/proto';
import { BLENDS, TRAIT_TEXTS, type TraitAxis } from './trait-texts.js';

/** The value of a trait that is switched on instead of set on a scale (docs/decisions.md M1). */
const SWITCHED_ON_VALUE = 75;
/** Two wishes are equally strong when they are this close. */
const TIE = 10;

type Style = Persona['responseStyle'];
type Text = (typeof TRAIT_TEXTS)[string];
interface Wish {
  readonly text: Text;
  readonly value: number;
}

/** What a response style asks for; it is chosen for the whole bot, so that it wins over traits. */
const STYLE_POLES: Readonly<Partial<Record<Style, NonNullable<Text['axis']>>>> = {
  concise: { name: 'length', pole: -1 },
  detailed: { name: 'length', pole: 1 },
  professional: { name: 'register', pole: 1 },
  casual: { name: 'register', pole: -1 },
  friendly: { name: 'warmth', pole: 1 },
  enthusiastic: { name: 'energy', pole: 1 },
};

/** The active traits with their values 0-100: without those that are switched off or that the owner's plan does not unlock. */
export function activeTraits({
  personality,
  ownerPlan,
}: Pick<Persona, 'personality' | 'ownerPlan'>): ReadonlyMap<string, number> {
  const unlocked = Object.entries(personality).filter(([name, value]) => value !== false && hasTrait(ownerPlan, name));
  return new Map(unlocked.map(([name, value]) => [name, value === true ? SWITCHED_ON_VALUE : Number(value)]));
}

/**
 * What the traits ask the bot to do, a sentence for each; none for values in the middle of the scale. Traits with the same meaning become one
 * sentence, and of sentences that contradict each other, or the response style, only one side stays.
 */
export function traitSentences(traits: ReadonlyMap<string, number>, style: Style): string[] {
  const wishes = [...traits].flatMap(([name, value]) => {
    const text = TRAIT_TEXTS[name];
    return text === undefined || isNeutral(value) ? [] : [{ text, value }];
  });
  const axes = [...new Set(wishes.flatMap(({ text }) => text.axis?.name ?? []))];
  const others = wishes.filter(({ text }) => text.axis === undefined).map(sentenceOf);
  const agreeing = axes.flatMap((axis) =>
    agreeingSentences(
      axis,
      wishes.filter(({ text }) => text.axis?.name === axis),
      style,
    ),
  );
  return [...agreeing, ...others];
}

/** The sentences of one axis without those that contradict others. */
function agreeingSentences(axis: TraitAxis, wishes: readonly Wish[], style: Style): string[] {
  const winner = winnerOf(axis, wishes, style);
  if (winner === 'tie') return [BLENDS[axis]];
  const fitting = wishes.filter(({ text, value }) => winner === 0 || (text.axis?.pole === winner) === isWanted(value));
  // Of traits with the same text, the strongest one.
  return fitting
    .filter((wish, at) => fitting.every((other, place) => other.text !== wish.text || isStronger(wish, at, other, place)))
    .map(sentenceOf);
}

/** The pole that counts: that of the style, else that of the strongest wish for something; 0 when nothing is wished for. */
function winnerOf(axis: TraitAxis, wishes: readonly Wish[], style: Style): 1 | -1 | 0 | 'tie' {
  const demanded = STYLE_POLES[style];
  if (demanded?.name === axis) return demanded.pole;
  const [up, down] = ([1, -1] as const).map((pole) =>
    Math.max(0, ...wishes.filter(({ text, value }) => text.axis?.pole === pole && isWanted(value)).map(({ value }) => value)),
  ) as [number, number];
  if (up === 0 && down === 0) return 0;
  if (up > 0 && down > 0 && Math.abs(up - down) <= TIE) return 'tie';
  return up > down ? 1 : -1;
}

const isNeutral = (value: number): boolean => value > 40 && value <= 60;
const isWanted = (value: number): boolean => value > 60;
const strength = ({ value }: Wish): number => Math.abs(value - 50);
const isStronger = (wish: Wish, at: number, other: Wish, place: number): boolean =>
  strength(wish) > strength(other) || (strength(wish) === strength(other) && at <= place);

function sentenceOf({ text, value }: Wish): string {
  if (value <= 20) return text.avoids;
  if (value <= 40) return `Only rarely ${text.does}.`;
  return `${value <= 80 ? 'Often' : 'In nearly every reply'} ${text.does}, for example: “${text.example}”`;
}
