import { SIGNUP_REDIRECT_MS } from 'domain/lifetimes';
import type { ReadText } from 'domain/terms-inputs';
import { errorMessage, isRefusal } from 'federation/error-message';
import { useDocumentTitle } from 'federation/use-document-title';
import { useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Alert } from 'ui/alert';
import { notify } from 'ui/notify';
import { SentLink } from '../features/merchant-signup/sent-link.tsx';
import { FIELD_OF_REFUSAL, SignupForm } from '../features/merchant-signup/signup-form.tsx';
import { EMPTY_SIGNUP, type SignupInput } from '../features/merchant-signup/signup-values.ts';
import { prepareToasts } from '../features/toasts/toasts.tsx';
import { api } from '../lib/api.ts';
import { FrontEntrance } from '../lib/entrance.tsx';

prepareToasts();

type Step =
  | { kind: 'form' }
  /** The e-mail has to be proved by the link that was sent to it. */
  | { kind: 'sent'; email: string; isSentBefore?: true }
  | { kind: 'created'; email: string };

/**
 * A merchant creates its account: by the link in an e-mail, or, where none are sent, at once; two seconds
 * after that /login waits with the address filled in.
 */
export function SignupRoute() {
  useDocumentTitle('Criar conta grátis');
  const navigate = useNavigate();
  const [step, setStep] = useState<Step>({ kind: 'form' });
  const [typed, setTyped] = useState<SignupInput>(EMPTY_SIGNUP);
  const [texts, setTexts] = useState<ReadText[]>();

  // Read when the form opens. Where that fails the sign-up is refused, and reads them then.
  const readTexts = useCallback(() => api.legal.texts.query().then(setTexts, () => undefined), []);
  useEffect(() => void readTexts(), [readTexts]);

  useEffect(() => {
    if (step.kind !== 'created') return;
    const timer = setTimeout(
      () => navigate('/login', { replace: true, state: { email: step.email } }),
      SIGNUP_REDIRECT_MS,
    );
    return () => clearTimeout(timer);
  }, [step, navigate]);

  async function signUp(input: SignupInput): Promise<unknown> {
    try {
      const { email, delivery, ...sent } = await api.merchants.signup.mutate({ ...input, texts });
      setTyped(input);
      setStep(delivery === 'email' ? { kind: 'sent', email, ...sent } : { kind: 'created', email });
      return undefined;
    } catch (error) {
      if (isRefusal(error, 'terms_changed')) await readTexts();
      // What is about a field stands beside it.
      const isShown = Object.keys(FIELD_OF_REFUSAL).some((refusal) => isRefusal(error, refusal));
      if (!isShown) notify.error(errorMessage(error, 'Erro ao criar conta. Tente novamente.'));
      return error;
    }
  }

  return (
    <FrontEntrance
      title="Criar conta grátis"
      description="Cadastre seu estabelecimento e comece seu programa de cashback."
    >
      {step.kind === 'form' && (
        <SignupForm initialValues={typed} onSubmit={signUp} onBack={() => navigate('/login')} />
      )}
      {step.kind === 'sent' && <SentLink {...step} onCorrect={() => setStep({ kind: 'form' })} />}
      {step.kind === 'created' && (
        <Alert tone="success" title="Conta criada com sucesso!">
          Falta um passo: entre com a senha que acabou de criar.
        </Alert>
      )}
    </FrontEntrance>
  );
}
