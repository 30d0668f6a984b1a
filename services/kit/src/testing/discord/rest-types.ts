/** A file that a bot sent. */
export interface PostedFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
}

/** A response of the stand-in's REST API. */
export interface RestResponse {
  readonly status: number;
  readonly body?: unknown;
  /** Instead of a body: the content of a file. */
  readonly bytes?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An authenticated request to the stand-in's REST API. */
export interface RestRequest {
  readonly method: string;
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  readonly applicationId: string;
  readonly host: string;
  readonly body: Record<string, unknown>;
  readonly files: readonly PostedFile[];
}

/** Announces a change to the bots of the guild. */
export type Announce = (guildId: string, type: string, payload: unknown) => void;
