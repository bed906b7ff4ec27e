import { useDocumentTitle } from 'federation/use-document-title';
import { Link2Off } from 'lucide-react';
import { useState } from 'react';
import { PublicPage } from 'ui/public-page';
import { ScreenState } from 'ui/screen-state';
import { FormCard } from '../../lib/form-card.tsx';
import { merchantOfPage, shownOf } from '../../lib/page-context.ts';
import { type SignupLinkState, useSignupLink } from '../../lib/use-signup-link.ts';
import { DataRequestForm } from './data-request-form.tsx';
import { DataRequestReceipt, type SentDataRequest } from './data-request-receipt.tsx';
import { MyDataEntry } from './my-data-entry.tsx';
import { MyDataScreen } from './my-data-screen.tsx';
import { MyDataSkeleton } from './my-data-skeleton.tsx';
import type { ProofParts } from './proof-parts.ts';

/** A person's data at one merchant: with proof at once, without it by a request to the merchant. */
export function MyDataPage({ slug, proof }: { slug: string; proof: ProofParts }) {
  const state = useSignupLink(slug);
  const awaited = merchantOfPage(slug);
  const link = state.status === 'ready' ? { ...state.link, name: state.link.merchantName } : undefined;
  const merchant = link ?? awaited;
  useDocumentTitle('Meus dados', merchant?.name);
  return (
    <PublicPage merchant={merchant && shownOf(merchant)}>
      {link ? <Steps slug={link.slug} merchantName={link.name} proof={proof} /> : <Unready state={state} />}
    </PublicPage>
  );
}

type Step =
  | { kind: 'entry' | 'request' }
  | { kind: 'data'; phone: string }
  | { kind: 'sent'; request: SentDataRequest };

interface StepsProps {
  slug: string;
  merchantName: string;
  proof: ProofParts;
}

function Steps({ slug, merchantName, proof }: StepsProps) {
  const [step, setStep] = useState<Step>({ kind: 'entry' });
  const cannotProve = () => setStep({ kind: 'request' });
  if (step.kind === 'data')
    return (
      <MyDataScreen
        who={{ phone: step.phone, slug }}
        merchantName={merchantName}
        proof={proof}
        onCannotProve={cannotProve}
        onForgotten={() => setStep({ kind: 'entry' })}
      />
    );
  return (
    <FormCard>
      {step.kind === 'entry' && (
        <MyDataEntry
          merchantName={merchantName}
          onPhone={(phone) => setStep({ kind: 'data', phone })}
          onCannotProve={cannotProve}
        />
      )}
      {step.kind === 'request' && (
        <DataRequestForm
          merchantName={merchantName}
          slug={slug}
          onSent={(request) => setStep({ kind: 'sent', request })}
        />
      )}
      {step.kind === 'sent' && (
        <DataRequestReceipt merchantName={merchantName} slug={slug} sent={step.request} />
      )}
    </FormCard>
  );
}

function Unready({ state }: { state: SignupLinkState }) {
  if (state.status === 'loading') return <MyDataSkeleton />;
  return (
    <FormCard>
      {state.status === 'failed' ? (
        <ScreenState state="failed" isPage message="Erro ao carregar a página" onRetry={state.onRetry} />
      ) : (
        <div role="alert">
          <ScreenState
            state="empty"
            isPage
            icon={<Link2Off />}
            title="Loja não encontrada"
            description="Confira o endereço, ou peça o link à loja."
          />
        </div>
      )}
    </FormCard>
  );
}
