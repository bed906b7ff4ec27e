import { failureMessage } from 'federation/error-message';
import { Card } from 'ui/card';
import { ScreenState } from 'ui/screen-state';
import { trpc } from '../../lib/trpc.ts';
import { DomainSection } from './domain-section.tsx';
import { LinkForm } from './link-form.tsx';
import { LinkSection } from './link-section.tsx';
import styles from './signup-link.module.css';
import { SignupLinkSkeleton } from './signup-link-skeleton.tsx';
import { useDomainCheck } from './use-domain-check.ts';

/**
 * The link by which customers sign up: to copy, to print, to rename, to put under the merchant's own domain.
 */
export function SignupLink() {
  const check = useDomainCheck();
  const settings = trpc.domains.linkSettings.useQuery(undefined, {
    // Only while the tab is visible: react-query pauses where the page is hidden.
    refetchInterval: (query) => check.askAgainIn(query.state.data),
  });
  if (settings.data) {
    return (
      <div className={styles.frame}>
        <div className={styles.sections}>
          <LinkSection link={settings.data.signupLink} />
          <LinkForm settings={settings.data} />
          <DomainSection settings={settings.data} check={check} />
        </div>
      </div>
    );
  }
  if (settings.isError) {
    return (
      <Card>
        <ScreenState
          state="failed"
          message={failureMessage(settings.error, 'Erro ao carregar configurações')}
          onRetry={settings.refetch}
          retrying={settings.isFetching}
        />
      </Card>
    );
  }
  return (
    <ScreenState state="loading" label="Carregando configurações">
      <SignupLinkSkeleton />
    </ScreenState>
  );
}
