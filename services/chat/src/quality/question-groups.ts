import { nearness } from '@kith/kit';

/** From how much of their terms two questions share they mean about the same. */
const MIN_OVERLAP = 0.6;

/** By what a question is compared with others. */
export interface ComparedQuestion {
  /** Fingerprints of its words. */
  readonly terms: ReadonlySet<string>;
  /** Its direction, of length 1, and from which cosine on another one is near; undefined where it is compared by words. */
  readonly meaning?: { readonly direction: Float32Array; readonly minCosine: number } | undefined;
}

/** Questions that mean the same. */
export interface QuestionGroup {
  readonly id: string;
  state: string;
  readonly changedAt: Date;
  readonly terms: ReadonlySet<string>;
  /** Of one of its questions, by the model that is in use; undefined where none is kept. */
  direction?: Float32Array | undefined;
}

/** The groups of a bot, with an index of their terms: comparing with each of thousands would hold the lock of the bot for long. */
export class QuestionGroups {
  openCount = 0;
  private readonly byTerm = new Map<string, QuestionGroup[]>();
  private readonly withDirection = new Set<QuestionGroup>();

  constructor(groups: readonly QuestionGroup[]) {
    for (const group of groups) this.add(group);
  }

  add(group: QuestionGroup): void {
    if (group.state === 'open') this.openCount += 1;
    if (group.direction) this.withDirection.add(group);
    for (const term of group.terms) {
      const groups = this.byTerm.get(term);
      if (groups) groups.push(group);
      else this.byTerm.set(term, [group]);
    }
  }

  /** Gives a group the direction of one of its questions. */
  direct(group: QuestionGroup, direction: Float32Array): void {
    group.direction = direction;
    this.withDirection.add(group);
  }

  open(group: QuestionGroup): void {
    group.state = 'open';
    this.openCount += 1;
  }

  /**
   * The group that a question belongs to: one with the same words, else the nearest by meaning where both have a direction, else by words. A group
   * that is not near by meaning is none, whatever words it shares: "cancel my order" and "track my order".
   */
  closest({ terms, meaning }: ComparedQuestion): QuestionGroup | undefined {
    const byWords = this.closestByWords(terms, meaning !== undefined);
    if (byWords?.likeness === 1 || !meaning) return byWords?.group;
    return this.nearest(meaning) ?? byWords?.group;
  }

  private closestByWords(
    terms: ReadonlySet<string>,
    isMeaningKnown: boolean,
  ): { readonly group: QuestionGroup; readonly likeness: number } | undefined {
    const shared = new Map<QuestionGroup, number>();
    for (const term of terms) for (const group of this.byTerm.get(term) ?? []) shared.set(group, (shared.get(group) ?? 0) + 1);
    let best: { readonly group: QuestionGroup; readonly likeness: number } | undefined;
    for (const [group, count] of shared) {
      const likeness = count / (terms.size + group.terms.size - count);
      if (likeness < MIN_OVERLAP || (isMeaningKnown && group.direction && likeness < 1)) continue;
      if (!best || likeness > best.likeness) best = { group, likeness };
    }
    return best;
  }

  private nearest({ direction, minCosine }: NonNullable<ComparedQuestion['meaning']>): QuestionGroup | undefined {
    let best: QuestionGroup | undefined;
    let most = minCosine;
    for (const group of this.withDirection) {
      if (group.direction?.length !== direction.length) continue;
      const near = nearness(direction, group.direction);
      if (near > most || (near === most && !best)) [best, most] = [group, near];
    }
    return best;
  }
}
