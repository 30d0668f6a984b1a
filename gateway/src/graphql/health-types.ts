import {
  ANSWER_CAUSES,
  CAP_SCOPES,
  CHANNEL_USES,
  CHECKS,
  FINDING_STATES,
  MODEL_FAULTS,
  ROLE_FAULTS,
  TRACE_OUTCOMES,
  TRACE_REASONS,
} from '@kith/proto';

/** The types of check-ups and of what became of messages. */
export const HEALTH_ENUMS = {
  CheckName: CHECKS,
  FindingState: FINDING_STATES,
  ChannelUse: CHANNEL_USES,
  RoleFault: ROLE_FAULTS,
  ModelFault: MODEL_FAULTS,
  CapScope: CAP_SCOPES,
  TraceOutcome: TRACE_OUTCOMES,
  TraceReason: TRACE_REASONS,
  AnswerCause: ANSWER_CAUSES,
};
