import { LOGGER, type Logger } from '@kith/kit';
import { Body, Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import { reportRoutes as routes } from './reports.routes.js';
import { Route } from './route.js';

const MINUTE_MS = 60_000;
// Anybody can send reports: the log takes this many a minute.
const MOST = 20;

const word = z.string().transform((text) => text.slice(0, 200));
const Report = z.object({ type: z.literal('csp-violation'), body: z.object({ effectiveDirective: word, blockedURL: word }) });

@Controller()
export class ReportsRest {
  private minute = 0;
  private taken = 0;

  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  @Route(routes.csp)
  csp(@Body() reports: unknown): void {
    // To look at a list as long as a body can be takes seconds.
    for (const report of [reports].flat().slice(0, MOST)) this.take(report);
  }

  private take(value: unknown): void {
    const minute = Math.floor(Date.now() / MINUTE_MS);
    if (minute !== this.minute) this.taken = 0;
    this.minute = minute;
    const report = Report.safeParse(value);
    if (!report.success || ++this.taken > MOST) return;
    const { effectiveDirective: directive, blockedURL: blocked } = report.data.body;
    this.logger.warn({ directive, blocked }, 'stopped by the content security policy');
  }
}
