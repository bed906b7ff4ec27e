import type { ClientSession } from 'domain/session';
import { type ComponentType, Suspense, use } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { Alert } from 'ui/alert';
import { Spinner } from 'ui/spinner';
import { notify, Toaster } from 'ui/toaster';
import { errorMessage } from './error-message.ts';
import type { RemoteProps } from './remote-module.ts';

/** Cookies don't tell ports apart: who signs in where the whole product runs is signed in here too. */
const LOGIN_URL = `${location.protocol}//${location.hostname}:3000/login`;

type Answer = { session: ClientSession | null } | { failure: string };
type AskForSession = () => Promise<ClientSession | null>;

async function ask(askForSession: AskForSession): Promise<Answer> {
  try {
    return { session: await askForSession() };
  } catch (error) {
    return { failure: errorMessage(error) };
  }
}

/** In the shell's place: the session, the toasts, and the end of the session. */
function StandAlone({ App, answer }: { App: ComponentType<RemoteProps>; answer: Promise<Answer> }) {
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

/** Starts a back-office remote as a page of its own, without the shell. */
export function startAlone(App: ComponentType<RemoteProps>, askForSession: AskForSession): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  const frame = {
    maxWidth: '76rem',
    marginInline: 'auto',
    padding: '2rem 1rem',
    display: 'grid',
    gap: '1.5rem',
  };
  createRoot(root).render(
    <BrowserRouter>
      <main style={frame}>
        <Suspense fallback={<Spinner label="Carregando" />}>
          <StandAlone App={App} answer={ask(askForSession)} />
        </Suspense>
      </main>
      <Toaster />
    </BrowserRouter>,
  );
}
