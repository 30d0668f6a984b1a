import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { databaseModule, Handle, openRuntime, startService, HandleJob, type Runtime, type ServiceDefinition } from '@kith/kit';
import { anActor, testEnvironment, waitFor, type TestEnvironment } from '@kith/kit/testing';
import { queues, sandbox, type JobOf } from '@kith/proto';
import { Controller, Injectable, Module, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import type { MigrationInterface, QueryRunner } from 'typeorm';

@Controller()
class GoodController {
  @Handle(sandbox.checkSyntax)
  checkSyntax() {
    return { valid: true as const };
  }

  @Handle(sandbox.run)
  run() {
    return { result: null, error: null, log: [], durationMs: 0 };
  }
}
@Module({ controllers: [GoodController] })
class GoodModule {}

@Controller()
class EmptyController {}
@Module({ controllers: [EmptyController] })
class EmptyModule {}

@Module({ controllers: [GoodController, EmptyController] })
class TwiceModule {}
@Controller()
class SecondController {
  @Handle(sandbox.checkSyntax)
  checkSyntax() {
    return { valid: true as const };
  }
}
@Module({ controllers: [SecondController], imports: [GoodModule] })
class DoubleModule {}

@Injectable()
class Worker {
  @HandleJob(queues.ingest)
  work(_job: JobOf<typeof queues.ingest>) {
    return undefined;
  }
}
@Module({ providers: [Worker], controllers: [EmptyController] })
class WorkerModule {}

@Module({ providers: [Worker], controllers: [GoodController] })
class ForeignWorkerModule {}

class SlowMigration1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner) {
    await runner.query('select pg_sleep(5.5)');
  }
  async down() {}
}
@Module({
  imports: [...databaseModule({ schema: 'slow', entities: [], migrations: [SlowMigration1700000000000] })],
  controllers: [GoodController],
})
class SlowModule {}

class BrokenMigration1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner) {
    await runner.query('select nonsense');
  }
  async down() {}
}
@Module({
  imports: [...databaseModule({ schema: 'broken', entities: [], migrations: [BrokenMigration1700000000000] })],
  controllers: [GoodController],
})
class BrokenModule {}

class CreateThing1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner) {
    await runner.query('create table thing (id int primary key)');
    await runner.query('select pg_sleep(0.2)');
    await runner.query('insert into thing values (1)');
  }
  async down(runner: QueryRunner) {
    await runner.query('drop table thing');
  }
}
@Module({
  imports: [...databaseModule({ schema: 'things', entities: [], migrations: [CreateThing1700000000000] })],
  controllers: [GoodController],
})
class ThingModule {}

const hooks: string[] = [];
@Injectable()
class Hooked implements OnModuleInit, OnApplicationBootstrap {
  onModuleInit() {
    hooks.push('init');
  }
  onApplicationBootstrap() {
    hooks.push('bootstrap');
  }
}
@Module({ controllers: [GoodController], providers: [Hooked] })
class HookedModule {}

describe('startService', () => {
  let environment: TestEnvironment;
  let runtime: Runtime;
  const definition = (module: ServiceDefinition['module'], name: ServiceDefinition['name'] = 'sandbox'): ServiceDefinition => ({
    name,
    module,
  });

  beforeAll(async () => {
    environment = await testEnvironment();
    runtime = await openRuntime(environment.env);
  });
  afterAll(async () => {
    await runtime.close();
    await environment.drop();
  });

  it('starts a service whose calls have one handler each', async () => {
    const service = await startService(definition(GoodModule), runtime);
    expect(await runtime.rpc.ask(sandbox.checkSyntax, { actor: anActor(), code: '1' })).toEqual({ valid: true });
    await service.close();
  });

  it('calls the lifecycle hooks of providers once', async () => {
    const service = await startService(definition(HookedModule), runtime);
    expect(hooks).toEqual(['init', 'bootstrap']);
    await service.close();
  });

  it('fails when a call has no handler', async () => {
    await expect(startService(definition(EmptyModule), runtime)).rejects.toThrow('no handler for sandbox.checkSyntax');
  });

  it('fails when a call has two handlers', async () => {
    await expect(startService(definition(DoubleModule), runtime)).rejects.toThrow(/sandbox\.checkSyntax/);
  });

  it('fails when a controller handles a call of another service', async () => {
    await expect(startService(definition(TwiceModule, 'bot-runner'), runtime)).rejects.toThrow(
      /runner\.inspectToken|unknown calls/,
    );
  });

  it('fails when a queue has no handler', async () => {
    await expect(startService(definition(WorkerModule, 'knowledge'), runtime)).rejects.toThrow(/no handler/);
  });

  it('fails when a provider processes a queue of another service', async () => {
    await expect(startService(definition(ForeignWorkerModule), runtime)).rejects.toThrow('queues of other services: ingest');
  });

  it('does not limit the time of a migration, nor of the replica that waits for it', async () => {
    const replicas = await Promise.all([
      startService(definition(SlowModule), runtime),
      startService(definition(SlowModule), runtime),
    ]);
    await Promise.all(replicas.map((replica) => replica.close()));
  });

  it('fails when a migration fails', async () => {
    await expect(startService(definition(BrokenModule), runtime)).rejects.toThrow('nonsense');
  });

  it('counts answered calls in the metrics', async () => {
    const service = await startService(definition(GoodModule), runtime);
    await runtime.rpc.ask(sandbox.checkSyntax, { actor: anActor(), code: '1' });
    await waitFor('the count', async () =>
      /kith_calls_seconds_count\{call="sandbox.checkSyntax",code="OK"\} \d/.test(await runtime.metrics.registry.metrics()),
    );
    await service.close();
  });

  it('runs each migration once when two replicas start at the same time', async () => {
    const replicas = await Promise.all([
      startService(definition(ThingModule), runtime),
      startService(definition(ThingModule), runtime),
    ]);
    const report = await runtime.health.report();
    expect(report.checks['database:sandbox']).toBe('ok');
    await Promise.all(replicas.map((replica) => replica.close()));
  });
});
