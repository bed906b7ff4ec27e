import type { HistoryRouterProps } from 'react-router-dom';
import type { Leaving } from './leaving.ts';

type History = HistoryRouterProps['history'];
type To = Parameters<History['push']>[0];

/**
 * A place within the page (the skip link's) is no other screen; another tab of a screen, in its search, is.
 */
const addressOf = ({ pathname, search }: { pathname: string; search: string }) => `${pathname}${search}`;

/**
 * The browser's history as the router sees it: links, `navigate()` and the back button alike ask before they
 * lead away from unsaved changes. A browser has moved already when it reports its back button, so that entry
 * is restored first; `expected` are the moves that were made in here and need no question.
 */
export function guardHistory(history: History, leaving: Leaving): History {
  let shown = addressOf(history.location);
  const expected: { delta: number; isShown: boolean }[] = [];

  function move(delta: number, isShown: boolean) {
    expected.push({ delta, isShown });
    history.go(delta);
  }

  function attempt(to: To, leave: () => void) {
    if (addressOf(history.createURL(to)) === shown) leave();
    else leaving.attempt(leave);
  }

  return {
    get action() {
      return history.action;
    },
    get location() {
      return history.location;
    },
    createHref: history.createHref,
    createURL: history.createURL,
    encodeLocation: history.encodeLocation,
    push: (to, state) => attempt(to, () => history.push(to, state)),
    replace: (to, state) => attempt(to, () => history.replace(to, state)),
    go: history.go,
    listen: (listener) =>
      history.listen((update) => {
        const { delta } = update;
        const own = expected.findIndex((each) => update.action === 'POP' && each.delta === delta);
        const isShown = expected.splice(own, own < 0 ? 0 : 1)[0]?.isShown;
        if (isShown === false) return;
        // An entry that the router did not make has no known distance: there is no way to bring it back.
        const isLeaving = update.action === 'POP' && addressOf(update.location) !== shown && Boolean(delta);
        if (isShown === undefined && isLeaving && delta && leaving.isBlocked()) {
          move(-delta, false);
          leaving.attempt(() => move(delta, true));
          return;
        }
        shown = addressOf(update.location);
        listener(update);
      }),
  };
}
