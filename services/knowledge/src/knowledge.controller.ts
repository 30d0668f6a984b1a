import { Handle } from '@kith/kit';
import { knowledge, webRequests, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { AttachmentsService } from './files/attachments.service.js';
import { UploadsService } from './files/uploads.service.js';
import { ItemsService } from './items/items.service.js';
import { ItemListsService } from './items/item-lists.service.js';
import { WebRequests } from './pages/web-requests.service.js';
import { SearchService } from './search/search.service.js';

@Controller()
export class KnowledgeController {
  constructor(
    private readonly knowledge: ItemsService,
    private readonly uploads: UploadsService,
    private readonly attachments: AttachmentsService,
    private readonly lists: ItemListsService,
    private readonly searches: SearchService,
    private readonly web: WebRequests,
  ) {}

  @Handle(knowledge.create)
  create(input: ParsedInputOf<typeof knowledge.create>) {
    return this.knowledge.create(input);
  }

  @Handle(knowledge.addFile)
  addFile(input: ParsedInputOf<typeof knowledge.addFile>) {
    return this.uploads.addFile(input);
  }

  @Handle(knowledge.file)
  file(input: ParsedInputOf<typeof knowledge.file>) {
    return this.uploads.file(input);
  }

  @Handle(knowledge.readAttachment)
  readAttachment(input: ParsedInputOf<typeof knowledge.readAttachment>) {
    return this.attachments.read(input);
  }

  @Handle(knowledge.readPicture)
  readPicture(input: ParsedInputOf<typeof knowledge.readPicture>) {
    return this.attachments.readPicture(input);
  }

  @Handle(knowledge.list)
  list(input: ParsedInputOf<typeof knowledge.list>) {
    return this.lists.list(input);
  }

  @Handle(knowledge.summaries)
  summaries(input: ParsedInputOf<typeof knowledge.summaries>) {
    return this.lists.summaries(input);
  }

  @Handle(knowledge.get)
  get(input: ParsedInputOf<typeof knowledge.get>) {
    return this.lists.get(input);
  }

  @Handle(knowledge.update)
  update(input: ParsedInputOf<typeof knowledge.update>) {
    return this.knowledge.update(input);
  }

  @Handle(knowledge.remove)
  remove(input: ParsedInputOf<typeof knowledge.remove>) {
    return this.knowledge.remove(input);
  }

  @Handle(knowledge.search)
  search(input: ParsedInputOf<typeof knowledge.search>) {
    return this.searches.search(input);
  }

  @Handle(knowledge.find)
  find(input: ParsedInputOf<typeof knowledge.find>) {
    return this.searches.find(input);
  }

  @Handle(knowledge.titles)
  titles(input: ParsedInputOf<typeof knowledge.titles>) {
    return this.searches.titles(input);
  }

  @Handle(knowledge.purge)
  purge({ botId }: ParsedInputOf<typeof knowledge.purge>) {
    return this.knowledge.purge(botId);
  }

  @Handle(webRequests.readPage)
  readPage(input: ParsedInputOf<typeof webRequests.readPage>) {
    return this.web.readPage(input);
  }

  @Handle(webRequests.get)
  fetch(input: ParsedInputOf<typeof webRequests.get>) {
    return this.web.get(input);
  }
}
