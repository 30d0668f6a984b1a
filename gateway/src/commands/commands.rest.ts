import { RpcClient } from '@kith/kit';
import { sandbox, type InputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { Asked } from '../http/asked.js';
import { Route } from '../http/route.js';
import { commandRoutes as routes } from './commands.routes.js';

@Controller()
export class CommandsRest {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.checkSyntax)
  checkSyntax(@Asked() asked: InputOf<typeof sandbox.checkSyntax>) {
    return this.rpc.ask(sandbox.checkSyntax, asked);
  }
}
