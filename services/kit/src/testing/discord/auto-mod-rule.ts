/** A rule of AutoMod in Discord's JSON. */
export interface AutoModRule {
  readonly id: string;
  readonly guild_id: string;
  readonly creator_id: string;
  readonly name: string;
  readonly trigger_type: number;
  readonly trigger_metadata: {
    readonly keyword_filter?: readonly string[];
    readonly regex_patterns?: readonly string[];
    readonly mention_total_limit?: number;
  };
  readonly exempt_roles: readonly string[];
  readonly exempt_channels: readonly string[];
}
