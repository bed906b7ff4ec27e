import { Megaphone } from 'lucide-react';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from 'ui/button';
import { SettingsSection } from '../../lib/settings-section.tsx';
import { useDialog } from '../../lib/use-dialog.ts';
import { useLeaveGuard } from '../../lib/use-leave-guard.ts';
import { CampaignDialog } from './campaign-dialog.tsx';
import { CampaignResult } from './campaign-result.tsx';
import styles from './provider-panel.module.css';
import { type CampaignValues, EMPTY_CAMPAIGN, useCreateCampaign } from './use-create-campaign.ts';

/** Creates a draft e-mail to the whole audience; it is checked and sent at Mailchimp. */
export function CampaignSection() {
  const button = useRef<HTMLButtonElement>(null);
  const { dialog, open, close } = useDialog<'form' | 'result'>(button);
  // Here and not in the dialog: closed and opened again, it still holds what was written.
  const form = useForm<CampaignValues>({ defaultValues: EMPTY_CAMPAIGN });
  const [created, setCreated] = useState<{ campaign: CampaignValues; campaignId: string | null }>();
  const create = useCreateCampaign(form);
  useLeaveGuard(form.formState.isDirty);

  const submit = form.handleSubmit(async (campaign) => {
    const answer = await create(campaign);
    if (!answer) return;
    setCreated({ campaign, campaignId: answer.campaignId });
    form.reset(EMPTY_CAMPAIGN);
    open('result');
  });

  return (
    <SettingsSection
      title="Campanhas"
      description="Um email para toda a audiência. Nasce como rascunho: você revisa e envia pelo Mailchimp."
    >
      <div className={styles.start}>
        <Button
          ref={button}
          variant="secondary"
          icon={<Megaphone />}
          onClick={(event) => open('form', event.currentTarget)}
        >
          Nova campanha
        </Button>
      </div>
      {dialog === 'form' && <CampaignDialog form={form} onSubmit={submit} onClose={close} />}
      {dialog === 'result' && created && <CampaignResult {...created} onClose={close} />}
    </SettingsSection>
  );
}
