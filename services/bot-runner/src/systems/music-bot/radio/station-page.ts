import { AppError, type SystemPageForm, type SystemPageSection } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import type { PageAction, PageRequest } from '../../system-handler.js';
import { titleOf } from '../music-texts.js';
import { SessionStore } from '../session-store.js';
import { RadioConnections } from './radio-connections.js';
import { StationProblem } from './station-problem.js';
import { StationSetup } from './station-setup.js';
import { MAX_STATIONS, StationStore } from './station-store.js';

export const STATIONS = 'stations';
export const ADD_STATION = 'add-station';
export const REMOVE_STATION = 'remove-station';
const UUID = /^[0-9a-f-]{36}$/;
const NO_RADIO = 'Who runs this Kith has not allowed any radio stations.';
/** Hosts that are named in the description; longer lists are for operators. */
const MAX_NAMED_HOSTS = 8;

/** What the owner sees and does of radio stations, which are for all servers of the companion. */
@Injectable()
export class StationPage {
  constructor(
    private readonly stations: StationStore,
    private readonly setup: StationSetup,
    private readonly connections: RadioConnections,
    private readonly sessions: SessionStore,
  ) {}

  async section({ botId, offset, limit, section }: PageRequest): Promise<SystemPageSection> {
    const { stations, total } = await this.stations.list(botId, { limit, offset: section === undefined ? 0 : offset });
    return {
      id: STATIONS,
      title: 'Radio stations, in all servers',
      empty: this.connections.allowedHosts.length > 0 ? 'You have not added any radio stations.' : NO_RADIO,
      columns: ['Name', 'Address', 'State'],
      rows: stations.map(({ id, name, address }) => ({
        id,
        cells: [name, address, this.problemOf(address) ?? 'can be played'],
        actions: [{ id: REMOVE_STATION, label: 'Delete', confirm: 'Delete this radio station?' }],
      })),
      total,
    };
  }

  /** None where the operator allows no stations. */
  forms(): SystemPageForm[] {
    const { allowedHosts } = this.connections;
    return allowedHosts.length > 0 ? [stationForm(allowedHosts)] : [];
  }

  async add({ actor, botId, values }: PageAction): Promise<string> {
    const name = titleOf(String(values['name'] ?? ''));
    await this.setup.add({ botId, ownerId: actor.userId, name, address: String(values['address'] ?? '') });
    return `Members can play “${name}” with /play now.`;
  }

  /** `onChange`: it is not in any queue any more. */
  async remove({ botId, rowId = '' }: PageAction, onChange: () => void): Promise<string> {
    if (!UUID.test(rowId)) throw new AppError('NOT_FOUND');
    await this.stations.remove(botId, rowId);
    await this.sessions.takeOut(botId, rowId);
    onChange();
    return 'The station is deleted.';
  }

  /** The operator may have changed which stations are allowed. */
  private problemOf(address: string): string | null {
    try {
      this.connections.check(address);
      return null;
    } catch (error) {
      if (error instanceof StationProblem) return error.message;
      throw error;
    }
  }
}

function stationForm(allowedHosts: readonly string[]): SystemPageForm {
  const named = allowedHosts.slice(0, MAX_NAMED_HOSTS).map((host) => (host === 'public' ? 'every public address' : host));
  const allowed = allowedHosts.length > named.length ? `${named.join(', ')} and others` : named.join(', ');
  return {
    id: ADD_STATION,
    title: 'Add a radio station',
    description: `A stream in MP3 or Ogg Opus; at most ${MAX_STATIONS} stations. Only add what you may play to others. Allowed here: ${allowed}.`,
    submit: 'Add the station',
    confirm: null,
    fields: {
      name: { type: 'text', label: 'Name', description: 'Members find it with /play.', default: '' },
      address: { type: 'text', label: 'Address of the stream', description: 'It begins with https://.', default: '' },
    },
  };
}
