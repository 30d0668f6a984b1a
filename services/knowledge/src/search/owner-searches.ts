import { FairScheduler } from '@kith/kit';
import { Injectable } from '@nestjs/common';

// Each search of an owner may read all texts of a bot and occupies one of the five database connections.
const POOL = { capacity: 2, maxWaiting: 50, maxRunningPerKey: 1 };

/** The searches that owners start on their screens: two run at once, one per user, and users take turns. */
@Injectable()
export class OwnerSearches extends FairScheduler {
  constructor() {
    super(POOL);
  }
}
