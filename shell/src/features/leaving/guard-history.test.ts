import { UNSAFE_createMemoryHistory as createMemoryHistory, type HistoryRouterProps } from 'react-router-dom';
import { beforeEach, expect, it } from 'vitest';
import { guardHistory } from './guard-history.ts';
import { createLeaving, type Leaving } from './leaving.ts';

type History = HistoryRouterProps['history'];

let leaving: Leaving;
let history: History;
/** The locations the router was given, in order. */
let shown: string[];

beforeEach(() => {
  leaving = createLeaving();
  // Arrived at the settings from the dashboard.
  const memory = createMemoryHistory({ initialEntries: ['/dashboard', '/settings'], v5Compat: true });
  history = guardHistory(memory as History, leaving);
  shown = [];
  history.listen(({ location }) => shown.push(`${location.pathname}${location.search}`));
});

it('nothing asks while nothing would be lost', () => {
  history.push('/customers');
  history.go(-2);
  expect(shown).toEqual(['/customers', '/dashboard']);
  expect(leaving.getQuestion()).toBeUndefined();
});

it('a link asks, and leads on once the person says so', () => {
  leaving.block();
  history.push('/customers');
  expect(shown).toEqual([]);
  leaving.leave();
  expect(shown).toEqual(['/customers']);
});

it('staying keeps the screen, and the next attempt asks again', () => {
  leaving.block();
  history.replace('/customers');
  leaving.stay();
  expect([shown, history.location.pathname, leaving.getQuestion()]).toEqual([[], '/settings', undefined]);
  history.replace('/customers');
  expect(leaving.getQuestion()).toBeDefined();
});

it('another tab in the address is another place; a place within the page is not', () => {
  leaving.block();
  history.push('/settings#conteudo');
  expect([shown, leaving.getQuestion()]).toEqual([['/settings'], undefined]);
  history.push('/settings?aba=marketing');
  expect(leaving.getQuestion()).toBeDefined();
});

it('the back button is undone before it asks, and done again by who leaves', () => {
  leaving.block();
  history.go(-1);
  expect([shown, history.location.pathname]).toEqual([[], '/settings']);
  leaving.leave();
  expect([shown, history.location.pathname]).toEqual([['/dashboard'], '/dashboard']);
});

it('a second press of the back button asks again and changes nothing', () => {
  leaving.block();
  history.go(-1);
  history.go(-1);
  leaving.stay();
  expect([shown, history.location.pathname]).toEqual([[], '/settings']);
});

it('what is saved meanwhile takes its question along; another unsaved form does not', () => {
  const [first, second] = [leaving.block(), leaving.block()];
  history.push('/customers');
  first();
  expect(leaving.getQuestion()).toBeDefined();
  second();
  expect(leaving.getQuestion()).toBeUndefined();
  history.push('/customers');
  expect(shown).toEqual(['/customers']);
});
