import 'ui/styles.css';
import { Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { Spinner } from 'ui/spinner';
import { notify, Toaster } from 'ui/toaster';
import App from './app.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// In the shell's place: toasts, and no session.
createRoot(root).render(
  <>
    <Suspense fallback={<Spinner label="Carregando" />}>
      <App host={{ session: null, onSessionEnded: () => undefined, notify }} />
    </Suspense>
    <Toaster />
  </>,
);
