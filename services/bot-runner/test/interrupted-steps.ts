/** Work that stops at one of its steps: what it asks Redis for. */
export class InterruptedSteps {
  /** How many steps the work came to. */
  passed = 0;
  /** Resolves when the work has come to its end or stopped. */
  readonly stopped: Promise<void>;
  private stop = (): void => undefined;
  private goOn = (): void => undefined;
  private readonly released: Promise<void>;

  /** `step` counts from one. A step that stops `after` has had its effect. */
  constructor(
    private readonly step: number,
    private readonly when: 'before' | 'after',
    private readonly how: 'is killed' | 'hangs' | 'fails',
  ) {
    this.stopped = new Promise((resolve) => (this.stop = resolve));
    this.released = new Promise((resolve) => (this.goOn = resolve));
  }

  /** Whether the work was so short that it did not come to the step. */
  get wasUndisturbed(): boolean {
    return this.passed < this.step;
  }

  /** Work that hangs goes on. */
  release(): void {
    this.goOn();
  }

  end(): void {
    this.stop();
  }

  /** The object, of which each call of the methods is a step. */
  of<T extends object>(object: T, methods: (name: string) => boolean): T {
    return new Proxy(object, {
      get: (target, name) => {
        const value = Reflect.get(target, name) as unknown;
        if (typeof value !== 'function') return value;
        if (!methods(String(name))) return value.bind(target) as unknown;
        return (...values: unknown[]) => this.take(() => value.apply(target, values) as Promise<unknown>);
      },
    });
  }

  private async take(work: () => Promise<unknown>): Promise<unknown> {
    this.passed += 1;
    const isLast = this.passed === this.step;
    if (isLast && this.when === 'before') await this.interrupt();
    const result = await work();
    if (isLast && this.when === 'after') await this.interrupt();
    return result;
  }

  private async interrupt(): Promise<void> {
    this.stop();
    if (this.how === 'fails') throw new Error('Connection is closed.');
    await (this.how === 'hangs' ? this.released : new Promise(() => undefined));
  }
}
