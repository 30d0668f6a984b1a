import {
  AppError,
  levelRolesProblem,
  snowflake,
  unreachable,
  type InstalledSystem,
  type System,
  type SystemSetting,
} from '@kith/proto';

type Settings = InstalledSystem['settings'];
type DescribedSettings = Pick<System, 'settings'>;

/** The settings of a newly installed system. */
export function defaultSettings({ settings = {} }: DescribedSettings): Settings {
  return Object.fromEntries(Object.entries(settings).map(([name, setting]) => [name, setting.default]));
}

/** Throws BAD_INPUT with one problem for each setting that the system does not have or whose value is not allowed. */
export function refuseInvalidSettings({ settings = {} }: DescribedSettings, changes: Settings): void {
  const problems = Object.entries(changes).flatMap(([name, value]) => {
    const problem = problemOf(Object.hasOwn(settings, name) ? settings[name] : undefined, value);
    return problem === undefined ? [] : [[`settings.${name}`, problem] as const];
  });
  const [first] = problems;
  if (first) throw new AppError('BAD_INPUT', first[1], { fields: Object.fromEntries(problems) });
}

function problemOf(setting: SystemSetting | undefined, value: Settings[string]): string | undefined {
  if (!setting) return 'Unknown setting';
  switch (setting.type) {
    case 'text':
      return typeof value === 'string' ? textProblem(setting.format, value) : 'Must be a text';
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'Must be on or off';
    case 'number': {
      const isInRange = Number.isInteger(value) && Number(value) >= setting.min && Number(value) <= setting.max;
      return isInRange ? undefined : `Must be a whole number from ${setting.min} to ${setting.max}`;
    }
    case 'select':
      return typeof value === 'string' && setting.options.includes(value)
        ? undefined
        : `Must be one of: ${setting.options.join(', ')}`;
    default:
      return unreachable(setting);
  }
}

type Format = Extract<SystemSetting, { type: 'text' }>['format'];

function textProblem(format: Format, text: string): string | undefined {
  switch (format) {
    case 'channel':
    case 'voice-channel':
    case 'role': {
      const isIdOrNone = text === '' || snowflake.safeParse(text).success;
      return isIdOrNone ? undefined : `Must be the Discord ID of a ${format.replace('-', ' ')} (17 to 20 digits), or empty`;
    }
    case 'level-roles':
      return levelRolesProblem(text);
    default:
      return undefined;
  }
}
