import { LEGAL_DOCUMENTS } from 'domain/legal-documents';
import { formatDayAndTime } from 'domain/local-dates';
import { failureMessage } from 'federation/error-message';
import { useStaffSession } from 'federation/remote-host';
import { DefinitionList } from 'ui/definition-list';
import { ScreenState } from 'ui/screen-state';
import { Skeleton } from 'ui/skeleton';
import { SettingsSection } from '../../lib/settings-section.tsx';
import { trpc } from '../../lib/trpc.ts';
import { READ_AT_VISIT } from './settings-panel.tsx';

export const TERMS_LABELS = {
  title: 'Termos da plataforma',
  description: 'O que a loja aceitou, quem aceitou e quando.',
};

/** Lists the merchant's acceptances of the platform's texts. */
export function TermsSection() {
  const { timeZone } = useStaffSession().merchant;
  const acceptances = trpc.legal.acceptances.useQuery(undefined, READ_AT_VISIT);
  return (
    <SettingsSection {...TERMS_LABELS}>
      {acceptances.data ? (
        <DefinitionList
          rows={acceptances.data.map(({ document, version, isAccepted, accepted }) => ({
            label: LEGAL_DOCUMENTS[document].label,
            value: (
              <>
                <a href={LEGAL_DOCUMENTS[document].path} target="_blank" rel="noreferrer">
                  Versão {version}
                </a>
                <br />
                {acceptedText(isAccepted, accepted, timeZone)}
              </>
            ),
          }))}
        />
      ) : acceptances.isError ? (
        <ScreenState
          state="failed"
          message={failureMessage(acceptances.error, 'Erro ao carregar os aceites')}
          onRetry={acceptances.refetch}
          retrying={acceptances.isFetching}
        />
      ) : (
        <Skeleton height="7rem" />
      )}
    </SettingsSection>
  );
}

function acceptedText(
  isAccepted: boolean,
  accepted: { version: number; at: string; by: string } | null,
  timeZone: string,
): string {
  if (!accepted) return 'Ainda não aceita';
  const which = isAccepted ? 'Aceita' : `Versão ${accepted.version} de antes aceita`;
  return `${which} por ${accepted.by} em ${formatDayAndTime(accepted.at, timeZone)}`;
}
