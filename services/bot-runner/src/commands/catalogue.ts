import type { CatalogueCommand } from './catalogue-command.js';
import { coinflip, eightBall, roll } from './catalogue/fun.js';
import { help, ping } from './catalogue/general.js';
import { avatar, serverinfo, userinfo } from './catalogue/info.js';
import { ask, summarize, translate } from './catalogue/model.js';
import { purge, slowmode } from './catalogue/moderation.js';
import { poll } from './catalogue/poll-command.js';
import { remind } from './catalogue/remind.js';
import { timeout, warn } from './catalogue/warnings.js';

const CATALOGUE: readonly CatalogueCommand[] = [
  help,
  ping,
  ask,
  summarize,
  translate,
  remind,
  poll,
  roll,
  eightBall,
  coinflip,
  serverinfo,
  userinfo,
  avatar,
  warn,
  purge,
  slowmode,
  timeout,
];
const BY_ID = new Map(CATALOGUE.map((command) => [command.id, command]));

/** A command of the catalogue; undefined for a custom one. */
export const findCommand = (id: string): CatalogueCommand | undefined => BY_ID.get(id);
