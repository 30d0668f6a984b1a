import { addMessages } from '../lib/i18n.js';
import { appMessages } from '../lib/messages/en-app.js';

// What the frame of the signed-in part does when it loads.
addMessages(appMessages);
