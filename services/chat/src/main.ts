import { runService } from '@kith/kit';
import { definition } from './index.js';

await runService(definition);
