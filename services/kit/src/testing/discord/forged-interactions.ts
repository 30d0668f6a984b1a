import type { Place } from './member-message.js';
import { DiscordPeople } from './people.js';

/** What Discord itself would not let through. */
export abstract class ForgedInteractions extends DiscordPeople {
  /** The bot is told of a use of a component that Discord would not have accepted; `data` is what was used. Returns the id of the interaction. */
  forgeComponent({ messageId, data, ...place }: Place & { readonly messageId?: string; readonly data: object }): string {
    const message = messageId === undefined ? null : this.posted(messageId);
    const { applicationId } = place.bot;
    const invocation = this.invocation(place);
    return this.dispatchInteraction(applicationId, this.interactions.forge(applicationId, invocation, { data, message }));
  }
}
