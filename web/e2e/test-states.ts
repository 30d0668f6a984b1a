import { beforeAll, it } from '@jest/globals';
import type { Visitor } from './browser.js';
import { theProduct } from './product.js';
import { screenOf } from './screen.js';
import type { Row, State, Who } from './state.js';
import { STATES } from './states.js';
import { createStateUsers, type StateUsers } from './state-users.js';

/** Declares a test for every state of the given kinds. To be called once per file. */
export function testStates(...kinds: readonly (keyof Row)[]): void {
  const product = theProduct();
  const windows = new Map<Who, Visitor>();
  let users: StateUsers;
  beforeAll(async () => {
    users = await createStateUsers(product.stack);
  });

  /** One window per user, so that the app loads once. */
  async function windowOf(who: Who): Promise<Visitor> {
    const opened = windows.get(who) ?? (await product.visit(who === 'visitor' ? undefined : users[who]));
    windows.set(who, opened);
    return opened;
  }

  async function prove({ as, path, open, heading, reads = [], toast, expects, goOn }: State): Promise<void> {
    const visitor = await windowOf(as);
    if (expects) visitor.expects(expects);
    const { page } = visitor;
    const screen = screenOf(page);
    await page.goto(path(users));
    await open?.(screen, page, users);
    if (toast) await screen.toast(...toast);
    await screen.heading(heading);
    for (const text of reads) await screen.text(text);
    await goOn(screen, page, users);
  }

  for (const [route, row] of Object.entries(STATES)) {
    for (const kind of kinds) {
      const states = row[kind];
      if (typeof states !== 'string')
        it.each(states)(`${route} in the state ${kind}, $when: shows its message and the way on works`, prove);
    }
  }
}
