import { Injectable } from '@nestjs/common';

/** The time by which plans are in force and the sandbox renews; another one in tests. */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }
}
