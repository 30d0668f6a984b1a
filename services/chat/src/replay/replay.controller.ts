import { Handle, RpcContext } from '@kith/kit';
import { replay, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { ReplayService } from './replay.service.js';

@Controller()
export class ReplayController {
  constructor(private readonly replays: ReplayService) {}

  @Handle(replay.list)
  list(input: ParsedInputOf<typeof replay.list>) {
    return this.replays.list(input);
  }

  @Handle(replay.save)
  save(input: ParsedInputOf<typeof replay.save>) {
    return this.replays.save(input);
  }

  @Handle(replay.remove)
  remove(input: ParsedInputOf<typeof replay.remove>) {
    return this.replays.remove(input);
  }

  @Handle(replay.run)
  run(input: ParsedInputOf<typeof replay.run>, { signal }: RpcContext) {
    return this.replays.run(input, signal ?? new AbortController().signal);
  }
}
