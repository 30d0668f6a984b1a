/** What a client asks for with op 4. */
export interface VoiceRequest {
  readonly guild_id?: string;
  readonly channel_id?: string | null;
  readonly self_mute?: boolean;
  readonly self_deaf?: boolean;
}

/** Where a member is in voice. */
export interface VoiceState {
  readonly guildId: string;
  readonly userId: string;
  readonly channelId: string;
  /** Of a bot: that of its session of the main gateway. */
  readonly sessionId: string;
  readonly isSelfMuted: boolean;
  readonly isSelfDeafened: boolean;
}

/** Who is in which voice channel; a member is in one at most of each guild. */
export class VoiceStates {
  private readonly byMember = new Map<string, VoiceState>();

  set(state: VoiceState): void {
    this.byMember.set(keyOf(state), state);
  }

  remove(member: Pick<VoiceState, 'guildId' | 'userId'>): void {
    this.byMember.delete(keyOf(member));
  }

  find(member: Pick<VoiceState, 'guildId' | 'userId'>): VoiceState | undefined {
    return this.byMember.get(keyOf(member));
  }

  of(guildId: string): VoiceState[] {
    return [...this.byMember.values()].filter((state) => state.guildId === guildId);
  }
}

const keyOf = ({ guildId, userId }: Pick<VoiceState, 'guildId' | 'userId'>): string => `${guildId}:${userId}`;

/** In Discord's JSON. `channelId` is null for a member who left. */
export const voiceStateJson = ({
  userId,
  channelId,
  ...state
}: Omit<VoiceState, 'guildId' | 'channelId'> & { channelId: string | null }) => ({
  user_id: userId,
  channel_id: channelId,
  session_id: state.sessionId,
  deaf: false,
  mute: false,
  self_deaf: state.isSelfDeafened,
  self_mute: state.isSelfMuted,
  self_video: false,
  suppress: false,
  request_to_speak_timestamp: null,
});
