import { SYSTEMS, type InstalledSystem, type SystemSetting } from '@kith/proto';

const ID = /\d{16,20}/;

/** The settings of an installed system. What is missing, of another type or out of bounds counts as the default. */
export class SettingValues {
  private readonly settings: Readonly<Record<string, SystemSetting>>;

  constructor(
    systemId: string,
    private readonly values: InstalledSystem['settings'],
  ) {
    this.settings = SYSTEMS.find(({ id }) => id === systemId)?.settings ?? {};
  }

  text(name: string): string {
    return String(this.valueOf(name, 'text', 'select'));
  }

  /** Rounded down: all numbers of systems are counts. */
  number(name: string): number {
    const setting = this.settings[name];
    const value = Math.floor(Number(this.valueOf(name, 'number')));
    return setting?.type === 'number' ? Math.min(setting.max, Math.max(setting.min, value)) : value;
  }

  isOn(name: string): boolean {
    return this.valueOf(name, 'boolean') === true;
  }

  /** The id of a channel or role; null when none is set. */
  id(name: string): string | null {
    return ID.exec(this.text(name))?.[0] ?? null;
  }

  /** Without empty lines. */
  lines(name: string): string[] {
    return this.text(name)
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  }

  private valueOf(name: string, ...types: SystemSetting['type'][]): string | number | boolean {
    const setting = this.settings[name];
    if (!setting || !types.includes(setting.type)) throw new Error(`The system has no such setting: ${name}`);
    const value = this.values[name];
    return value !== undefined && typeof value === typeof setting.default ? value : setting.default;
  }
}
