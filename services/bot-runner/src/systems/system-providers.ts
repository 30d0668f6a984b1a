import type { Provider, Type } from '@nestjs/common';
import { MemberNames } from './member-names.js';
import { SupportTickets } from './support-tickets/support-tickets.service.js';
import { TicketClosing } from './support-tickets/ticket-closing.js';
import { TicketDiscord } from './support-tickets/ticket-discord.js';
import { TicketPage } from './support-tickets/ticket-page.js';
import { TicketStore } from './support-tickets/ticket-store.js';
import type { SystemHandler } from './system-handler.js';
import { SYSTEM_HANDLERS } from './systems.js';

/** What the systems consist of, apart from their handlers. */
const PARTS: readonly Provider[] = [MemberNames, TicketStore, TicketDiscord, TicketClosing, TicketPage];

/** One for each entry of SYSTEM_DEFINITIONS. */
const HANDLERS: Type<SystemHandler>[] = [SupportTickets];

export const SYSTEM_PROVIDERS: readonly Provider[] = [
  ...PARTS,
  ...HANDLERS,
  { provide: SYSTEM_HANDLERS, inject: HANDLERS, useFactory: (...handlers: SystemHandler[]) => handlers },
];
