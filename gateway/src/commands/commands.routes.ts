import { AvailableCommand, commands, LearnedCommand, sandbox, CustomCommand, customCommands } from '@kith/proto';
import { z } from 'zod';
import type { Routes } from '../http/route.js';

export const commandRoutes = {
  available: {
    method: 'GET',
    path: '/api/commands',
    summary:
      'List the commands your bots can learn: the catalogue, then your custom commands; X-Total-Count is their total number',
    access: 'user',
    call: commands.available,
    answer: z.array(AvailableCommand),
    errors: [],
  },
  learned: {
    method: 'GET',
    path: '/api/bots/:botId/commands',
    summary: 'List the learned commands of a bot, oldest first',
    access: 'user',
    call: commands.learned,
    answer: z.array(LearnedCommand),
    errors: [],
  },
  learn: {
    method: 'POST',
    path: '/api/bots/:botId/commands',
    summary: 'Teach a bot a command',
    access: 'user',
    call: commands.learn,
    status: 201,
    errors: ['NOT_FOUND', 'ALREADY_LEARNED', 'TRIGGER_TAKEN'],
  },
  updateLearned: {
    method: 'PATCH',
    path: '/api/bots/:botId/commands/:botCommandId',
    summary: "Change trigger (null: the command's own) and on/off state of a learned command; absent fields keep their value",
    access: 'user',
    call: commands.updateLearned,
    errors: ['TRIGGER_TAKEN', 'UPGRADE_REQUIRED'],
  },
  unlearn: {
    method: 'DELETE',
    path: '/api/bots/:botId/commands/:botCommandId',
    summary: 'Remove a learned command from a bot',
    access: 'user',
    call: commands.unlearn,
    errors: ['IMPERSONATING'],
  },
  checkSyntax: {
    method: 'POST',
    path: '/api/commands/check-syntax',
    summary: 'Check the syntax of custom command code without running it',
    access: 'user',
    call: sandbox.checkSyntax,
    errors: [],
  },
} as const satisfies Routes;

export const customCommandRoutes = {
  list: {
    method: 'GET',
    path: '/api/user-commands',
    summary: 'List your custom commands without their code, oldest first; X-Total-Count is their total number',
    access: 'user',
    call: customCommands.list,
    answer: z.array(CustomCommand.omit({ code: true })),
    errors: [],
  },
  create: {
    method: 'POST',
    path: '/api/user-commands',
    summary: 'Create a custom command',
    access: 'user',
    call: customCommands.create,
    status: 201,
    errors: ['INVALID_SYNTAX', 'TRIGGER_TAKEN'],
  },
  test: {
    method: 'POST',
    path: '/api/user-commands/test',
    summary: 'Run custom command code in the sandbox with a test message; nothing is sent to Discord',
    access: 'user',
    call: customCommands.test,
    errors: ['RATE_LIMITED'],
  },
  get: {
    method: 'GET',
    path: '/api/user-commands/:commandId',
    summary: 'Get a custom command with its code',
    access: 'user',
    call: customCommands.get,
    errors: ['NOT_FOUND'],
  },
  update: {
    method: 'PATCH',
    path: '/api/user-commands/:commandId',
    summary: 'Update a custom command, also in the bots that learned it; absent fields keep their value',
    access: 'user',
    call: customCommands.update,
    errors: ['INVALID_SYNTAX', 'TRIGGER_TAKEN'],
  },
  remove: {
    method: 'DELETE',
    path: '/api/user-commands/:commandId',
    summary: 'Delete a custom command, also from the bots that learned it',
    access: 'user',
    call: customCommands.remove,
    errors: ['IMPERSONATING'],
  },
} as const satisfies Routes;
