import { Alert } from 'ui/alert';
import { Badge } from 'ui/badge';
import { Button } from 'ui/button';
import { DefinitionList } from 'ui/definition-list';
import { Dialog } from 'ui/dialog';
import styles from './campaign.module.css';
import type { CampaignValues } from './use-create-campaign.ts';

interface CampaignResultProps {
  campaign: CampaignValues;
  /** Its name at Mailchimp. */
  campaignId: string | null;
  onClose: () => void;
}

/** The created campaign, with a note that it was not sent yet. */
export function CampaignResult({ campaign, campaignId, onClose }: CampaignResultProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Campanha criada"
      footer={<Button onClick={onClose}>Fechar</Button>}
    >
      <div className={styles.result}>
        <Alert tone="success">O rascunho está no Mailchimp. Revise e envie por lá.</Alert>
        <DefinitionList
          rows={[
            { label: 'Título interno', value: <Text>{campaign.title}</Text> },
            { label: 'Assunto', value: <Text>{campaign.subject}</Text> },
            { label: 'Situação', value: <Badge tone="info">Rascunho</Badge> },
            ...(campaignId
              ? [{ label: 'ID no Mailchimp', value: <code className={styles.id}>{campaignId}</code> }]
              : []),
          ]}
        />
      </div>
    </Dialog>
  );
}

function Text({ children }: { children: string }) {
  return <span className={styles.text}>{children}</span>;
}
