import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger, Interval, Handle, openRuntime, startService, type Runtime, type ServiceDefinition } from '@kith/kit';
import { testEnvironment, waitFor, type TestEnvironment } from '@kith/kit/testing';
import { sandbox } from '@kith/proto';
import { Controller, Injectable, Module, type OnApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';

@Injectable()
class Sweep implements OnModuleDestroy, OnApplicationShutdown {
  readonly arguments: unknown[][] = [];
  readonly happened: string[] = [];
  isFailing = false;
  isLong = false;
  isRunning = false;
  failures = 0;
  private end: () => void = () => undefined;

  @Interval(3_600_000, 'the sweep of tests')
  async sweep(...given: unknown[]): Promise<void> {
    this.arguments.push(given);
    if (this.isFailing) throw new Error('nothing to sweep with');
    if (!this.isLong) return;
    this.isRunning = true;
    await new Promise<void>((resolve) => (this.end = resolve));
    this.happened.push('swept');
  }

  @Interval(3_600_000, 'the failing task')
  fail(): Promise<void> {
    this.failures += 1;
    throw new Error('at once');
  }

  onModuleDestroy(): void {
    this.happened.push('asked to end');
    setTimeout(this.end, 20);
  }

  onApplicationShutdown(): void {
    this.happened.push('closed');
  }
}

@Controller()
class SandboxController {
  @Handle(sandbox.checkSyntax)
  checkSyntax() {
    return { valid: true as const };
  }

  @Handle(sandbox.run)
  run() {
    return { result: null, error: null, log: [], durationMs: 0 };
  }
}

@Module({ providers: [Sweep], controllers: [SandboxController] })
class SweptModule {}
const swept: ServiceDefinition = { name: 'sandbox', module: SweptModule };

describe('a method marked with @Interval', () => {
  let environment: TestEnvironment;
  let runtime: Runtime;
  const lines: string[] = [];

  beforeAll(async () => {
    environment = await testEnvironment();
    runtime = await openRuntime(environment.env, createLogger('info', { write: (line) => lines.push(line) }));
  });
  afterAll(async () => {
    await runtime.close();
    await environment.drop();
  });

  it('is called repeatedly, without arguments, until the service is closed', async () => {
    const service = await startService(swept, runtime, { everyMs: 5 });
    const sweep = service.app.get(Sweep);
    await waitFor('three runs', () => sweep.arguments.length >= 3);
    await service.close();
    const runs = sweep.arguments.length;
    expect(sweep.arguments.every((given) => given.length === 0)).toBe(true);
    const other = await startService(swept, runtime, { everyMs: 5 });
    await waitFor('three further calls of the other task', () => other.app.get(Sweep).arguments.length >= 3);
    await other.close();
    expect(sweep.arguments).toHaveLength(runs);
  });

  it('is not called before its interval has passed', async () => {
    const service = await startService(swept, runtime);
    const other = await startService(swept, runtime, { everyMs: 5 });
    await waitFor('three further calls of the other task', () => other.app.get(Sweep).arguments.length >= 3);
    expect(service.app.get(Sweep).arguments).toEqual([]);
    await Promise.all([service.close(), other.close()]);
  });

  it('is called again after it failed, and the failure is logged under its name', async () => {
    const service = await startService(swept, runtime, { everyMs: 5 });
    const sweep = service.app.get(Sweep);
    sweep.isFailing = true;
    await waitFor('two more runs', () => lines.filter((line) => line.includes('the sweep of tests failed')).length >= 2);
    await service.close();
    expect(lines.join('')).toContain('nothing to sweep with');
  });

  it('is called again after it threw synchronously', async () => {
    const service = await startService(swept, runtime, { everyMs: 5 });
    const sweep = service.app.get(Sweep);
    await waitFor('two runs', () => sweep.failures >= 2);
    await service.close();
    expect(lines.join('')).toContain('the failing task failed');
  });

  it('is never called while a call is running', async () => {
    const service = await startService(swept, runtime, { everyMs: 5 });
    const sweep = service.app.get(Sweep);
    sweep.isLong = true;
    await waitFor('a run that lasts', () => sweep.isRunning);
    const [runs, others] = [sweep.arguments.length, sweep.failures];
    await waitFor('three further calls of the other task', () => sweep.failures >= others + 3);
    expect(sweep.arguments).toHaveLength(runs);
    await service.close();
  });

  it('can finish a running call on shutdown before the service closes its connections', async () => {
    const service = await startService(swept, runtime, { everyMs: 5 });
    const sweep = service.app.get(Sweep);
    sweep.isLong = true;
    await waitFor('a run that lasts', () => sweep.isRunning);
    await service.close();
    expect(sweep.happened).toEqual(['asked to end', 'swept', 'closed']);
  });
});
