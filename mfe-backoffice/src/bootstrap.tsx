import 'ui/styles.css';
import { createTRPCClient } from '@trpc/client';
import type { AppRouter } from 'api/contract';
import type { ClientSession } from 'domain/session';
import { createApiLinks } from 'federation/create-api-links';
import { errorSentence } from 'federation/error-sentence';
import { Suspense, use } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { Alert } from 'ui/alert';
import { Spinner } from 'ui/spinner';
import { notify, Toaster } from 'ui/toaster';
import App from './app.tsx';

/** Cookies don't tell ports apart: who signs in where the whole product runs is signed in here too. */
const LOGIN_URL = `${location.protocol}//${location.hostname}:3000/login`;

type Answer = { session: ClientSession | null } | { failure: string };

async function askForSession(): Promise<Answer> {
  const api = createTRPCClient<AppRouter>({ links: createApiLinks() });
  try {
    return { session: await api.auth.session.query() };
  } catch (error) {
    return { failure: errorSentence(error) };
  }
}

/** In the shell's place: the session, the toasts, and what to do when the session ends. */
function StandAlone({ answer }: { answer: Promise<Answer> }) {
  const result = use(answer);
  if ('failure' in result) return <Alert tone="danger">{result.failure}</Alert>;
  if (!result.session) {
    return (
      <Alert tone="info" title="Você não está conectado">
        <a href={LOGIN_URL}>Faça login</a> e recarregue esta página.
      </Alert>
    );
  }
  return <App host={{ session: result.session, onSessionEnded: () => location.reload(), notify }} />;
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const answer = askForSession();
createRoot(root).render(
  <BrowserRouter>
    <main
      style={{
        maxWidth: '76rem',
        marginInline: 'auto',
        padding: '2rem 1rem',
        display: 'grid',
        gap: '1.5rem',
      }}
    >
      <Suspense fallback={<Spinner label="Carregando" />}>
        <StandAlone answer={answer} />
      </Suspense>
    </main>
    <Toaster />
  </BrowserRouter>,
);
