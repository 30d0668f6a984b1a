import { Handle } from '@kith/kit';
import { chat, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { ModelCatalogueService } from './model-catalogue.service.js';
import { ModelOptionsService } from './model-options.service.js';

/** The calls about models; those about messages are in ChatController. */
@Controller()
export class ModelsController {
  constructor(
    private readonly catalogue: ModelCatalogueService,
    private readonly options: ModelOptionsService,
  ) {}

  @Handle(chat.testApiKey)
  testApiKey(input: ParsedInputOf<typeof chat.testApiKey>) {
    return this.options.testKey(input);
  }

  @Handle(chat.modelOptions)
  modelOptions({ actor }: ParsedInputOf<typeof chat.modelOptions>) {
    return this.options.of(actor);
  }

  @Handle(chat.models)
  models() {
    return this.catalogue.list();
  }

  @Handle(chat.editableModels)
  editableModels({ actor }: ParsedInputOf<typeof chat.editableModels>) {
    return this.catalogue.editable(actor);
  }

  @Handle(chat.changeModel)
  changeModel(input: ParsedInputOf<typeof chat.changeModel>) {
    return this.catalogue.change(input);
  }

  @Handle(chat.resetModel)
  resetModel(input: ParsedInputOf<typeof chat.resetModel>) {
    return this.catalogue.reset(input);
  }
}
