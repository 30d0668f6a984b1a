import { beforeAll, it } from '@jest/globals';
import type { Visitor } from './browser.js';
import { theProduct } from './product.js';
import { screenOf } from './screen.js';
import { STATES, type Row, type State, type Who } from './states.js';
import { moveIn, type Tenants } from './tenants.js';

/** A test for every state of some kinds, each in the window of who sees it. To be called once in a file. */
export function proveStates(...kinds: readonly (keyof Row)[]): void {
  const product = theProduct();
  const windows = new Map<Who, Visitor>();
  let tenants: Tenants;
  beforeAll(async () => {
    tenants = await moveIn(product.stack);
  });

  /** One per person, who need not load the app anew. */
  async function windowOf(who: Who): Promise<Visitor> {
    const opened = windows.get(who) ?? (await product.visit(who === 'visitor' ? undefined : tenants[who]));
    windows.set(who, opened);
    return opened;
  }

  async function prove({ as, path, open, heading, reads = [], toast, expects, goOn }: State): Promise<void> {
    const visitor = await windowOf(as);
    if (expects) visitor.expects(expects);
    const { page } = visitor;
    const screen = screenOf(page);
    await page.goto(path(tenants));
    await open?.(screen, page, tenants);
    if (toast) await screen.toast(...toast);
    await screen.heading(heading);
    for (const text of reads) await screen.text(text);
    await goOn(screen, page, tenants);
  }

  for (const [route, row] of Object.entries(STATES)) {
    for (const kind of kinds) {
      const states = row[kind];
      if (typeof states !== 'string') it.each(states)(`says so and leads on: ${route}, ${kind}, $when`, prove);
    }
  }
}
