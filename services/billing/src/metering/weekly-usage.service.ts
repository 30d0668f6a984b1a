import type { billing, OutputOf, ParsedInputOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

const WEEKLY_USAGE = `
  select user_id as "userId", sum(used)::int as "planReplies", sum(on_credit)::int as "creditsUsed"
  from billing.usage_day where user_id = any($1) and day >= $2::date and day < $2::date + 7 group by user_id`;

/** What users were charged in a week, for the weekly reports of the auth service. */
@Injectable()
export class WeeklyUsageService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async of({ userIds, weekStart }: ParsedInputOf<typeof billing.weeklyUsage>): Promise<OutputOf<typeof billing.weeklyUsage>> {
    return { usage: await this.database.query(WEEKLY_USAGE, [userIds, weekStart]) };
  }
}
