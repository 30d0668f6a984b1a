import { runProcess, startService, type ServiceDefinition } from '@kith/kit';
import { Module } from '@nestjs/common';
import { BotRunnerController } from '../src/bot-runner.controller.js';
import { runnerProviders } from '../src/bot-runner.module.js';

/** In production ten seconds each: what a test waits for when a runner, or a worker, says nothing any more. */
const LEASE_MS = 4000;
const JOB_LOCK_MS = 3000;

@Module({ controllers: [BotRunnerController], providers: runnerProviders(LEASE_MS) })
class QuickRunnerModule {}
const definition: ServiceDefinition = { name: 'bot-runner', module: QuickRunnerModule };

await runProcess(async (runtime) => [await startService(definition, runtime, { jobLockMs: JOB_LOCK_MS })]);
