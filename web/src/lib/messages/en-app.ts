import { adminMessages } from './en-admin.js';
import { billingMessages } from './en-billing.js';
import { botsMessages } from './en-bots.js';
import { channelMessages } from './en-channel.js';
import { dashboardMessages } from './en-dashboard.js';
import { chatMessages } from './en-chat.js';
import { knowledgeMessages } from './en-knowledge.js';
import { modelsMessages } from './en-models.js';
import { notificationMessages } from './en-notifications.js';
import { paletteMessages } from './en-palette.js';
import { paymentMessages } from './en-payments.js';
import { reportsMessages } from './en-reports.js';
import { planPageMessages } from './en-plan-pages.js';
import { settingsMessages } from './en-settings.js';
import { commandToolsMessages } from './en-command-tools.js';
import { commandsMessages } from './en-commands.js';
import { workspaceMessages } from './en-workspace.js';

/** Texts of the signed-in part. */
export const appMessages = {
  ...adminMessages,
  ...commandsMessages,
  ...commandToolsMessages,
  ...billingMessages,
  ...botsMessages,
  ...channelMessages,
  ...chatMessages,
  ...dashboardMessages,
  ...settingsMessages,
  ...knowledgeMessages,
  ...modelsMessages,
  ...notificationMessages,
  ...paletteMessages,
  ...paymentMessages,
  ...reportsMessages,
  ...planPageMessages,
  ...workspaceMessages,
  nav: {
    menu: 'Menu',
    open: 'Open menu',
    close: 'Close menu',
    dashboard: 'Dashboard',
    create: 'Create Bot',
    settings: 'Settings',
    pricing: 'Pricing & Models',
    credits: 'Message Credits',
    logout: 'Logout',
    impersonating: 'You are acting as {{username}}, signed in as {{admin}}.',
  },
  suggest: { list: 'Suggestions' },
  pager: {
    label: 'Pages: {{label}}',
    shown: '{{from}}–{{to}} of {{total}}',
    shownOfMore: '{{from}}–{{to}} of more than {{total}}',
    previous: 'Previous',
    next: 'Next',
  },
  load: {
    failed: 'This could not be loaded',
    failedText: 'Something went wrong on our side. Please try again.',
    downloadFailed: 'Download Failed',
  },
  leave: {
    title: 'Leave without saving?',
    text: 'What you changed here is not saved yet.',
    confirm: 'Discard changes',
    cancel: 'Keep editing',
  },
  conflict: {
    text: 'This bot was changed somewhere else while you were editing.',
    rebase: 'Keep my changes',
    reload: 'Load the latest',
    rebased: 'Your changes are on top of the latest settings now. Check them, and save.',
    unreachable: 'The latest settings could not be loaded',
  },
  brain: {
    loading: 'Loading bot brain...',
    categories: 'Category',
    noMatchText: 'Try another word or category.',
    title: "{{name}}'s brain",
    empty: "Your bot's brain is empty",
    configure: 'Configure {{name}}',
    analytics: 'Learning Analytics',
  },
  status: { online: 'Online', offline: 'Offline', starting: 'Starting', reconnecting: 'Reconnecting' },
  power: {
    start: 'Start Bot',
    stop: 'Stop Bot',
    setupRequired: 'Setup Required',
    startingNow: 'Starting...',
    stoppingNow: 'Stopping...',
    started: 'Bot Started!',
    startedText: '{{name}} is now online',
    starting: '{{name}} is starting',
    startingText: 'Discord has not answered yet. The status here changes by itself.',
    stopped: 'Bot Stopped',
    stoppedText: '{{name}} is now offline',
    startFailed: 'Failed to Start Bot',
    startFailedText: 'Unable to start the bot. Please try again.',
    stopFailed: 'Failed to Stop Bot',
    stopFailedText: 'Unable to stop the bot. Please try again.',
    tokenRequired: 'Discord Token Required! 🔑',
    tokenRequiredText: 'Please edit your bot and add a Discord token to launch it. Go to Edit → Discord Settings.',
    openEdit: 'Open Edit',
  },
  sandbox: {
    heading: 'Test checkout',
    notice: 'This is a sandbox: No payment provider is configured, and no money moves.',
    offer: '{{title}} for {{price}}',
    pay: 'Pay in the sandbox',
    decline: 'Decline',
    paid: 'This was paid already.',
    processing: 'This payment is being confirmed.',
    expired: 'This checkout is over.',
    missing: 'There is no such checkout',
  },
};
