interface Engine {
  readonly engine: string;
  readonly isOwnKey: boolean;
}

interface Usage {
  readonly used: number;
  readonly dailyLimit: number;
  readonly credits: number;
}

/** Whether an answer costs a message of the day or a credit: neither those of the built-in companion nor those of an own key do. */
export const isCharged = ({ engine, isOwnKey }: Engine): boolean => engine !== 'builtin' && !isOwnKey;

export const isUsedUp = ({ used, dailyLimit, credits }: Usage): boolean => used >= dailyLimit && credits <= 0;
