import { databaseModule, runProcess, startService, type ServiceDefinition } from '@kith/kit';
import { Module } from '@nestjs/common';
import { RUNNER_CONTROLLERS, runnerProviders } from '../src/bot-runner.module.js';
import { database } from '../src/database.js';

/** Ten seconds each in production; shorter here, because tests wait for leases and job locks to expire. */
const LEASE_MS = 4000;
const JOB_LOCK_MS = 3000;

@Module({ imports: databaseModule(database), controllers: RUNNER_CONTROLLERS, providers: runnerProviders(LEASE_MS) })
class ShortLeaseRunnerModule {}
const definition: ServiceDefinition = { name: 'bot-runner', module: ShortLeaseRunnerModule };

await runProcess(async (runtime) => [await startService(definition, runtime, { jobLockMs: JOB_LOCK_MS })]);
