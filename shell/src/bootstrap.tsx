import 'ui/styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { watchFiles } from './lib/watch-files.ts';

export function start(): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  watchFiles();
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
