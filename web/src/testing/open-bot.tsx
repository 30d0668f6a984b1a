import type { User } from '@kith/proto';
import { fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { fakeServer, graphqlAnswers, sentOperations } from './fake-server.js';
import { aUser, renderApp } from './render-app.js';

interface World {
  readonly page: ReactNode;
  readonly path: string;
  readonly at?: string;
  readonly user?: Partial<User>;
  readonly operations: Parameters<typeof graphqlAnswers>[0];
}

/** Opens a page of a bot, with a link to another page. Returns a function that lists the variables of an operation's calls. */
export function openBotPage({ page, path, at = path, user, operations }: World) {
  const calls = fakeServer({
    'GET /api/auth/user': () => ({ body: aUser(user) }),
    'POST /graphql': graphqlAnswers({ ToolServers: () => ({ toolServers: [] }), ...operations }),
  });
  const withWayOut = (
    <>
      <Link to="/elsewhere">Elsewhere</Link>
      {page}
    </>
  );
  renderApp({ page: withWayOut, path, at, isProtected: true });
  return sentOperations(calls);
}

// By text: to look for a role or by label in a form of forty fields takes jsdom long, and is done anew at each change of the page.
export const press = async (name: string) => fireEvent.click(await screen.findByText(name, { selector: 'button' }));
export const follow = async (name: string) => fireEvent.click(await screen.findByText(name, { selector: 'a' }));
export const type = async (label: string, value: string) => {
  await screen.findByText(label, { selector: 'label' });
  fireEvent.change(field(label), { target: { value } });
};
/** The input that a label of the page belongs to. */
export function field(label: string): HTMLElement {
  const { control } = screen.getByText<HTMLLabelElement>(label, { selector: 'label' });
  if (control === null) throw new Error(`${label} belongs to no field`);
  return control;
}

/** Whether closing the tab would be asked about. */
export function asksBeforeClosing(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  dispatchEvent(event);
  return event.defaultPrevented;
}
