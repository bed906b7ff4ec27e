import { createCampaignInput } from 'domain/integrations';
import type { FormEvent } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { Field } from 'ui/field';
import { TextField } from 'ui/text-field';
import { FormDialog } from '../../lib/form-dialog.tsx';
import { validBy } from '../../lib/valid-by.ts';
import styles from './campaign.module.css';
import type { CampaignValues } from './use-create-campaign.ts';

interface CampaignDialogProps {
  form: UseFormReturn<CampaignValues>;
  onSubmit: (event: FormEvent) => void;
  onClose: () => void;
}

const { shape } = createCampaignInput;

export function CampaignDialog({ form, onSubmit, onClose }: CampaignDialogProps) {
  const { errors, isSubmitting } = form.formState;
  return (
    <FormDialog
      title="Nova campanha"
      description="Será criada como rascunho no Mailchimp, para a audiência configurada. Nada é enviado agora."
      submit={{ label: 'Criar rascunho', pendingLabel: 'Criando...' }}
      isPending={isSubmitting}
      failure={errors.root?.message}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <TextField
        label="Título interno"
        hint="Só você vê, na lista de campanhas."
        required
        autoComplete="off"
        error={errors.title?.message}
        {...form.register('title', { validate: validBy(shape.title) })}
      />
      <TextField
        label="Assunto"
        required
        autoComplete="off"
        error={errors.subject?.message}
        {...form.register('subject', { validate: validBy(shape.subject) })}
      />
      <div className={styles.sender}>
        <TextField
          label="Nome do remetente"
          required
          autoComplete="organization"
          error={errors.fromName?.message}
          {...form.register('fromName', { validate: validBy(shape.fromName) })}
        />
        <TextField
          label="Email de resposta"
          type="email"
          required
          autoComplete="email"
          inputMode="email"
          error={errors.replyTo?.message}
          {...form.register('replyTo', { validate: validBy(shape.replyTo) })}
        />
      </div>
      <Field
        label="Mensagem"
        hint="Texto simples. Uma linha em branco começa um parágrafo."
        required
        error={errors.message?.message}
      >
        {(control) => (
          <textarea
            {...control}
            rows={8}
            className={`${control.className} ${styles.message}`}
            {...form.register('message', { validate: validBy(shape.message) })}
          />
        )}
      </Field>
    </FormDialog>
  );
}
