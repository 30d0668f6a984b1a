/** Counters of one service in this process, since its start. */
export const newServerStats = () => ({
  /** Requests whose handler ended, well or not. */
  handled: 0,
  /** Not started: the deadline had passed. */
  expired: 0,
  /** Not started: the caller had given up. */
  cancelledBeforeStart: 0,
  /** Frames that nobody listened to. */
  callerGone: 0,
  /** Taken over from a dead replica and executed again. */
  redelivered: 0,
  /** Taken over from a dead replica; the caller heard OUTCOME_UNKNOWN. */
  unknownOutcome: 0,
  /** Handed to this replica, lost with a connection, executed after all. */
  recovered: 0,
  /** Refused while draining. */
  refused: 0,
  /** Requests that were given to another replica while this one hung. */
  lost: 0,
  /** Not started: Redis was restarted since and brought them back from its disk. */
  stale: 0,
  noHandler: 0,
});

export type ServerStats = ReturnType<typeof newServerStats>;
