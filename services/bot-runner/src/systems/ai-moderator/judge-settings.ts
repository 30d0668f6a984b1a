import { MAX_JUDGE_CATEGORIES, type InstalledSystem, type JobOf, type queues } from '@kith/proto';
import { SettingValues } from '../setting-values.js';
import { AI_MODERATOR_ID } from './definition.js';

type Violation = Extract<JobOf<typeof queues.moderation>['task'], { kind: 'violation' }>;

const MAX_NAME_CHARS = 60;
const OWN_THRESHOLD = /^(.*\S)\s*:\s*(\d{1,3})\s*%?$/u;

/** What the model looks for. */
export interface Category {
  readonly name: string;
  /** From this certainty on, 0 to 100, a message is reported. */
  readonly reportFrom: number;
}

export interface JudgeSettings {
  readonly categories: readonly Category[];
  readonly warnFrom: number;
  readonly deleteFrom: number;
  readonly timeoutFrom: number;
  readonly timeoutMinutes: number;
  readonly maxPerMinute: number;
  readonly isDryRun: boolean;
  /** '' for none. */
  readonly logChannelId: string;
}

export function judgeSettings(settings: InstalledSystem['settings']): JudgeSettings {
  const values = new SettingValues(AI_MODERATOR_ID, settings);
  const reportFrom = values.number('reportFrom');
  return {
    categories: values
      .lines('categories')
      .map((line) => categoryIn(line, reportFrom))
      .slice(0, MAX_JUDGE_CATEGORIES),
    warnFrom: values.number('warnFrom'),
    deleteFrom: values.number('deleteFrom'),
    timeoutFrom: values.number('timeoutFrom'),
    timeoutMinutes: values.number('timeoutMinutes'),
    maxPerMinute: values.number('maxPerMinute'),
    isDryRun: values.isOn('dryRun'),
    logChannelId: values.id('logChannel') ?? '',
  };
}

function categoryIn(line: string, reportFrom: number): Category {
  const [, name, own] = OWN_THRESHOLD.exec(line) ?? [];
  return {
    name: (name ?? line).slice(0, MAX_NAME_CHARS),
    reportFrom: own === undefined ? reportFrom : Math.min(100, Number(own)),
  };
}

/** What is to be done about a message, in the words of moderation; null when the model is not certain enough. */
export function violationOf(
  settings: JudgeSettings,
  verdict: { readonly category: number | null; readonly certainty: number },
): Pick<Violation, 'rule' | 'settings' | 'system'> | null {
  const category = verdict.category === null ? undefined : settings.categories[verdict.category];
  const { certainty } = verdict;
  if (!category || certainty < category.reportFrom) return null;
  return {
    rule: 'ai_moderator',
    system: {
      systemId: AI_MODERATOR_ID,
      detail: `${category.name}, ${certainty} % certain`,
      timesOutAtOnce: true,
      isBlocked: false,
    },
    settings: {
      autoDelete: certainty >= settings.deleteFrom,
      issueWarnings: certainty >= settings.warnFrom,
      timeoutUsers: certainty >= settings.timeoutFrom,
      timeoutDuration: settings.timeoutMinutes,
      warningThreshold: 1,
      moderationLogChannelId: settings.logChannelId,
      moderationDryRun: settings.isDryRun,
    },
  };
}
