/** What the runner reports. */
export const RUN_STATES = ['stopped', 'starting', 'online', 'reconnecting', 'failed', 'paused_by_plan'] as const;
export type RunState = (typeof RUN_STATES)[number];
/** What an owner sees: while an administrator has taken the bot down, that, whatever became of its last run. */
export const RUNTIME_STATES = [...RUN_STATES, 'taken_down'] as const;
export type RuntimeState = (typeof RUNTIME_STATES)[number];
/** The runtime state reduced to what members see on Discord. */
export const ONLINE_STATUSES = ['online', 'offline'] as const;
