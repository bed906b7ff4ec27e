import 'ui/styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  unstable_HistoryRouter as HistoryRouter,
} from 'react-router-dom';
import { App } from './app.tsx';
import { guardHistory } from './features/leaving/guard-history.ts';
import { leaving } from './features/leaving/leaving.ts';

export function start(): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  // As BrowserRouter makes it, which takes no history of somebody else's.
  const history = guardHistory(createBrowserHistory({ v5Compat: true }), leaving);
  createRoot(root).render(
    <StrictMode>
      <HistoryRouter history={history}>
        <App />
      </HistoryRouter>
    </StrictMode>,
  );
}
