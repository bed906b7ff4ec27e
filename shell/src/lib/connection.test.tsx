import { CONNECTION_EVENT, type ConnectionNews } from 'federation/connection';
import { expect, test } from 'vitest';
import { watchConnection } from './connection.ts';

const tell = (page: EventTarget, detail: Partial<ConnectionNews>) =>
  page.dispatchEvent(new CustomEvent(CONNECTION_EVENT, { detail }));

test('only a call that began after the network went says that it is back', () => {
  const page = new EventTarget();
  const connection = watchConnection(page, true);
  const before = performance.now();
  page.dispatchEvent(new Event('offline'));
  tell(page, { isLost: false, since: before - 1 });
  expect(connection.isLost()).toBe(true);
  tell(page, { isLost: false, since: performance.now() });
  expect(connection.isLost()).toBe(false);
});

test('a remote that does not say when its call began is believed', () => {
  const page = new EventTarget();
  const connection = watchConnection(page, false);
  tell(page, { isLost: false });
  expect(connection.isLost()).toBe(false);
  tell(page, { isLost: true });
  expect(connection.isLost()).toBe(true);
});
