import { databaseModule, runProcess, startService, type ServiceDefinition } from '@kith/kit';
import { allowStoppedStatements, beginPathsInHandlers } from '@kith/kit/testing';
import { Module } from '@nestjs/common';
import { RUNNER_CONTROLLERS, runnerProviders } from '../../src/bot-runner.module.js';
import { database } from '../../src/database.js';
import { installCrashPoints } from './crash-points.js';

/** Ten seconds each in production; shorter here, because tests wait for leases and job locks to expire. */
const LEASE_MS = 4000;
const JOB_LOCK_MS = 3000;

@Module({ imports: databaseModule(database), controllers: RUNNER_CONTROLLERS, providers: runnerProviders(LEASE_MS) })
class CrashingRunnerModule {}
const definition: ServiceDefinition = { name: 'bot-runner', module: CrashingRunnerModule };

// A runner whose work for a bot stops at the point that CRASH_AT names.
await runProcess(async (runtime) => {
  installCrashPoints(runtime);
  beginPathsInHandlers(definition);
  const service = await startService(definition, runtime, { jobLockMs: JOB_LOCK_MS });
  allowStoppedStatements(service);
  return [service];
});
