import { afterAll, beforeAll, describe } from '@jest/globals';
import { testContainment } from './hostile-containment.js';
import { REST_OF_EACH } from './hostile-snippets.js';
import { sandboxUnderTest, type SandboxUnderTest } from './sandbox-under-test.js';

describe('hostile commands', () => {
  let kith: SandboxUnderTest;
  beforeAll(async () => {
    kith = await sandboxUnderTest();
  });
  afterAll(() => kith.stack.stop());

  testContainment(() => kith, REST_OF_EACH);
});
