import { formatRate } from 'domain/money';
import { useDocumentTitle } from 'federation/use-document-title';
import { Link2Off } from 'lucide-react';
import { PublicPage } from 'ui/public-page';
import { ScreenState } from 'ui/screen-state';
import { FormCard } from '../../lib/form-card.tsx';
import { merchantOfPage, shownOf } from '../../lib/page-context.ts';
import { type SignupLink, type SignupLinkState, useSignupLink } from '../../lib/use-signup-link.ts';
import { SignupBenefits } from './signup-benefits.tsx';
import { SignupForm } from './signup-form.tsx';
import { SignupHeading } from './signup-heading.tsx';
import { SignupSkeleton } from './signup-skeleton.tsx';

/** A customer joins one merchant's program. */
export function SignupPage({ slug }: { slug: string }) {
  const state = useSignupLink(slug);
  const link = state.status === 'ready' ? state.link : undefined;
  const awaited = merchantOfPage(slug);
  useDocumentTitle('Cadastro', link?.merchantName ?? awaited?.name);
  if (state.status === 'loading') {
    return (
      <SignupSkeleton
        merchant={awaited && { ...shownOf(awaited), rate: formatRate(awaited.rateBasisPoints) }}
      />
    );
  }
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
      <FormCard>
        {state.status === 'ready' ? <Invitation link={state.link} /> : <Unready state={state} />}
      </FormCard>
    </PublicPage>
  );
}

function Invitation({ link }: { link: SignupLink }) {
  return (
    <>
      <SignupHeading merchantName={link.merchantName} rate={formatRate(link.rateBasisPoints)} />
      <SignupForm slug={link.slug} />
      <SignupBenefits rule={link} />
    </>
  );
}

function Unready({ state }: { state: Exclude<SignupLinkState, { status: 'ready' | 'loading' }> }) {
  if (state.status === 'failed') {
    return (
      <ScreenState
        state="failed"
        isPage
        message="Erro ao carregar informações do estabelecimento"
        onRetry={state.onRetry}
      />
    );
  }
  return (
    <div role="alert">
      <ScreenState
        state="empty"
        isPage
        icon={<Link2Off />}
        title="Link Inválido"
        description="Este link de cadastro não é válido ou está inativo."
      />
    </div>
  );
}
