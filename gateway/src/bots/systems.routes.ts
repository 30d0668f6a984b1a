import { InstalledSystem, systemPages, systems } from '@kith/proto';
import { z } from 'zod';
import { FORM_TYPE, type Routes } from '../http/route.js';

const SystemFileForm = z.object({ file: z.string().meta({ format: 'binary' }), title: z.string().max(100).optional() });

export const systemRoutes = {
  list: {
    method: 'GET',
    path: '/api/bots/:botId/systems',
    summary: 'List the systems installed in a bot, oldest first',
    access: 'user',
    scope: 'bots:read',
    call: systems.list,
    answer: z.array(InstalledSystem),
    errors: [],
  },
  install: {
    method: 'POST',
    path: '/api/bots/:botId/systems',
    summary: 'Install a system in a bot with its default settings',
    access: 'user',
    scope: 'bots:write',
    call: systems.install,
    status: 201,
    errors: ['ALREADY_INSTALLED', 'NOT_FOUND', 'UPGRADE_REQUIRED'],
  },
  configure: {
    method: 'PATCH',
    path: '/api/bots/:botId/systems/:systemId',
    summary: 'Change settings of an installed system; `reset` restores the defaults first',
    access: 'user',
    scope: 'bots:write',
    call: systems.configure,
    errors: ['BAD_INPUT'],
  },
  page: {
    method: 'GET',
    path: '/api/bots/:botId/systems/:systemId/servers/:guildId',
    summary: 'Get what an installed system keeps of a server of the bot: tables, and forms for what can be done there',
    access: 'user',
    scope: 'bots:read',
    call: systemPages.get,
    errors: ['NOT_FOUND', 'UPGRADE_REQUIRED'],
  },
  act: {
    method: 'POST',
    path: '/api/bots/:botId/systems/:systemId/servers/:guildId/actions',
    summary: 'Do what a form, or with `rowId` a button beside a row, of the page of a system offers',
    access: 'user',
    scope: 'bots:write',
    call: systemPages.act,
    errors: ['NOT_FOUND', 'UPGRADE_REQUIRED', 'DISCORD_REFUSED', 'IMPERSONATING'],
  },
  addFile: {
    method: 'POST',
    path: '/api/bots/:botId/systems/:systemId/files',
    summary: 'Give a system a file of up to 20 MB that its page asks for: music, for example',
    access: 'user',
    scope: 'bots:write',
    call: systemPages.addFile,
    accepts: [FORM_TYPE],
    sends: SystemFileForm,
    status: 201,
    errors: ['BAD_INPUT', 'NOT_FOUND', 'UPGRADE_REQUIRED', 'UNSUPPORTED_MEDIA', 'TOO_LARGE', 'RATE_LIMITED', 'IMPERSONATING'],
  },
  remove: {
    method: 'DELETE',
    path: '/api/bots/:botId/systems/:systemId',
    summary: 'Remove a system and its settings from a bot',
    access: 'user',
    scope: 'bots:write',
    call: systems.remove,
    errors: ['NOT_FOUND', 'IMPERSONATING'],
  },
} as const satisfies Routes;
