import { definition as billing } from '@kith/billing';
import { definition as chat } from '@kith/chat';
import { runProcess, startService } from '@kith/kit';
import { allowStoppedStatements, beginPathsInHandlers, installCrashPoints, installRequestPoints } from '@kith/kit/testing';

/** Ten seconds in production; shorter here, because tests wait for the locks of dead processes to expire. */
const JOB_LOCK_MS = 3000;
/** How often everything that runs at intervals does, when it is given. */
const { EVERY_MS } = process.env;
const timings = { jobLockMs: JOB_LOCK_MS, ...(EVERY_MS === undefined ? {} : { everyMs: Number(EVERY_MS) }) };

// Billing and chat; their work for a bot stops at the point that CRASH_AT names.
await runProcess(async (runtime) => {
  installCrashPoints(runtime);
  installRequestPoints(() => 'the model');
  const running = [];
  for (const definition of [billing, chat]) {
    beginPathsInHandlers(definition);
    const service = await startService(definition, runtime, timings);
    allowStoppedStatements(service);
    running.push(service);
  }
  return running;
});
