import { RpcClient } from '@kith/kit';
import { quality, type Actor, type InputOf, type PinnedAnswerInput, type RatingInput } from '@kith/proto';
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import type { z } from 'zod';
import { Id, withoutNulls } from '../graphql/resolver-arguments.js';
import { CurrentActor } from '../http/request-decorators.js';

type InboxPage = Omit<InputOf<typeof quality.inbox>, 'actor' | 'botId'>;
type PinnedPage = Omit<InputOf<typeof quality.pinned>, 'actor' | 'botId'>;
type PinnedContent = z.input<typeof PinnedAnswerInput>;

/** What people thought of replies, and what their owner does about it. */
@Resolver()
export class QualityResolver {
  constructor(private readonly rpc: RpcClient) {}

  @Query()
  inbox(@CurrentActor() actor: Actor, @Id('botId') botId: string, @Args() { state, limit, offset }: InboxPage) {
    return this.rpc.ask(quality.inbox, { ...withoutNulls({ state, limit, offset }), actor, botId });
  }

  @Query()
  answerDraft(@CurrentActor() actor: Actor, @Id('botId') botId: string, @Id('questionId') questionId: string) {
    return this.rpc.ask(quality.draft, { actor, botId, questionId });
  }

  @Query()
  pinnedAnswers(@CurrentActor() actor: Actor, @Id('botId') botId: string, @Args() { search, limit, offset }: PinnedPage) {
    return this.rpc.ask(quality.pinned, { ...withoutNulls({ search, limit, offset }), actor, botId });
  }

  @Mutation()
  rateReply(
    @CurrentActor() actor: Actor,
    @Id('botId') botId: string,
    @Args('requestId') requestId: string,
    @Args('input') input: z.input<typeof RatingInput>,
  ) {
    return this.rpc.ask(quality.rate, { ...input, actor, botId, requestId });
  }

  @Mutation()
  setInboxState(
    @CurrentActor() actor: Actor,
    @Id('botId') botId: string,
    @Id('questionId') questionId: string,
    @Args('state') state: InputOf<typeof quality.setState>['state'],
  ) {
    return this.rpc.ask(quality.setState, { actor, botId, questionId, state });
  }

  @Mutation()
  writeAnswerDraft(@CurrentActor() actor: Actor, @Id('botId') botId: string, @Id('questionId') questionId: string) {
    return this.rpc.ask(quality.writeDraft, { actor, botId, questionId });
  }

  @Mutation()
  teachAnswer(
    @CurrentActor() actor: Actor,
    @Id('botId') botId: string,
    @Id('questionId') questionId: string,
    @Args() { title, content }: Pick<InputOf<typeof quality.teach>, 'title' | 'content'>,
  ) {
    return this.rpc.ask(quality.teach, { actor, botId, questionId, title, content });
  }

  @Mutation()
  pinAnswer(
    @CurrentActor() actor: Actor,
    @Id('botId') botId: string,
    @Args('questionId') questionId: string | null,
    @Args('input') input: PinnedContent,
  ) {
    return this.rpc.ask(quality.pin, { ...input, actor, botId, questionId });
  }

  @Mutation()
  changePinnedAnswer(
    @CurrentActor() actor: Actor,
    @Id('botId') botId: string,
    @Id('answerId') answerId: string,
    @Args('input') input: PinnedContent,
  ) {
    return this.rpc.ask(quality.changePinned, { ...input, actor, botId, answerId });
  }

  @Mutation()
  unpinAnswer(@CurrentActor() actor: Actor, @Id('botId') botId: string, @Id('answerId') answerId: string) {
    return this.rpc.ask(quality.unpin, { actor, botId, answerId });
  }
}
