/** A request as Discord's rate limits distinguish it. */
export interface DiscordRoute {
  /** Method and path with placeholders: `POST /channels/:id/messages`. */
  readonly name: string;
  /** The id that a bucket belongs to: that of a channel, guild or webhook at the beginning of the path; else `none`. */
  readonly majorId: string;
}

const ID = /\d{16,20}/g;
const MAJOR = /^\/(?:channels|guilds|webhooks)\/(\d{16,20})/;

/** The route of a request to Discord's API; `url` contains the version: `https://discord.com/api/v10/channels/…`. */
export function routeOf(method: string, url: string): DiscordRoute {
  const path = new URL(url).pathname.replace(/^.*?\/v\d+(?=\/)/, '');
  const general = path
    .replace(ID, ':id')
    .replace(/\/reactions\/.*$/, '/reactions/:reaction')
    .replace(/^\/(webhooks|interactions)\/:id\/[^/]+/, '/$1/:id/:token');
  return { name: `${method.toUpperCase()} ${general}`, majorId: MAJOR.exec(path)?.[1] ?? 'none' };
}
