import { LOGGER, type Logger } from '@kith/kit';
import { MINUTE_MS } from '@kith/proto';
import { Body, Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import { reportRoutes as routes } from './reports.routes.js';
import { Route } from './route.js';

// Anybody can send reports, so their number in the log is limited.
const MAX_LOGGED_PER_MINUTE = 20;

const shortText = z.string().transform((text) => text.slice(0, 200));
const Report = z.object({
  type: z.literal('csp-violation'),
  body: z.object({ effectiveDirective: shortText, blockedURL: shortText }),
});

@Controller()
export class ReportsRest {
  private minute = 0;
  private loggedThisMinute = 0;

  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  @Route(routes.csp)
  csp(@Body() reports: unknown): void {
    // Validating every entry of a list as long as a body can be takes seconds.
    for (const report of [reports].flat().slice(0, MAX_LOGGED_PER_MINUTE)) this.log(report);
  }

  private log(value: unknown): void {
    const minute = Math.floor(Date.now() / MINUTE_MS);
    if (minute !== this.minute) this.loggedThisMinute = 0;
    this.minute = minute;
    const report = Report.safeParse(value);
    if (!report.success || ++this.loggedThisMinute > MAX_LOGGED_PER_MINUTE) return;
    const { effectiveDirective: directive, blockedURL: blocked } = report.data.body;
    this.logger.warn({ directive, blocked }, 'content security policy violation');
  }
}
