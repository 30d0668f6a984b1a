import { Handle } from '@kith/kit';
import { embeddings, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { EmbeddingsService } from './embeddings.service.js';

@Controller()
export class EmbeddingsController {
  constructor(private readonly embeddings: EmbeddingsService) {}

  @Handle(embeddings.model)
  model() {
    return { model: this.embeddings.model ?? null };
  }

  @Handle(embeddings.create)
  create(input: ParsedInputOf<typeof embeddings.create>) {
    return this.embeddings.create(input);
  }
}
