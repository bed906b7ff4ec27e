import { formatRate } from 'domain/money';
import { useDocumentTitle } from 'federation/use-document-title';
import { Link2Off } from 'lucide-react';
import { Card } from 'ui/card';
import { PublicPage } from 'ui/public-page';
import { ScreenState } from 'ui/screen-state';
import { SignupBenefits } from './signup-benefits.tsx';
import { SignupForm } from './signup-form.tsx';
import styles from './signup-page.module.css';
import { SignupSkeleton } from './signup-skeleton.tsx';
import { type SignupLink, type SignupLinkState, useSignupLink } from './use-signup-link.ts';

const TITLE = 'Cadastre-se e ganhe cashback';

/** A customer joins one merchant's programme. */
export function SignupPage({ slug }: { slug: string }) {
  const state = useSignupLink(slug);
  const link = state.status === 'ready' ? state.link : undefined;
  useDocumentTitle('Cadastro', link?.merchantName);
  return (
    <PublicPage
      merchant={
        link && {
          name: link.merchantName,
          logoUrl: link.logoUrl,
          brandColor: link.brandColor,
        }
      }
    >
      <Card className={styles.card}>
        {state.status === 'ready' ? <Invitation link={state.link} /> : <Unready state={state} />}
      </Card>
    </PublicPage>
  );
}

function Invitation({ link }: { link: SignupLink }) {
  return (
    <>
      <div className={styles.words}>
        <h1 className={styles.title}>{TITLE}</h1>
        <p className={styles.subtitle}>
          Ganhe {formatRate(link.rateBasisPoints)} de cashback em todas as suas compras em {link.merchantName}
        </p>
      </div>
      <SignupForm slug={link.slug} />
      <SignupBenefits rateBasisPoints={link.rateBasisPoints} />
    </>
  );
}

function Unready({ state }: { state: Exclude<SignupLinkState, { status: 'ready' }> }) {
  if (state.status === 'loading') {
    return (
      <ScreenState state="loading" label="Carregando cadastro">
        <SignupSkeleton />
      </ScreenState>
    );
  }
  if (state.status === 'failed') {
    return (
      <ScreenState
        state="failed"
        message="Erro ao carregar informações do estabelecimento"
        onRetry={state.onRetry}
      />
    );
  }
  return (
    <div role="alert">
      <ScreenState
        state="empty"
        icon={<Link2Off />}
        title="Link Inválido"
        description="Este link de cadastro não é válido ou está inativo."
      />
    </div>
  );
}
