import { Injectable } from '@nestjs/common';

/** The time that plans, checkouts and the sandbox go by. Tests replace `now`. */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }
}
