import { CONNECTION_EVENT, type ConnectionNews } from 'federation/connection';
import { expect, test, vi } from 'vitest';
import { watchConnection } from './connection.ts';

const tell = (page: EventTarget, detail: Partial<ConnectionNews>) =>
  page.dispatchEvent(new CustomEvent(CONNECTION_EVENT, { detail }));

test('only a call that began after the network went says that it is back', () => {
  const page = new EventTarget();
  const connection = watchConnection(page, true);
  const now = vi.spyOn(window.performance, 'now').mockReturnValue(100);
  page.dispatchEvent(new Event('offline'));
  now.mockRestore();
  tell(page, { isLost: false, since: 99 });
  expect(connection.isLost()).toBe(true);
  tell(page, { isLost: false, since: 100 });
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
