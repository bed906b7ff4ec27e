import { closeDataRequestInput, refusalReason } from 'domain/data-request-inputs';
import { DATA_REQUEST_LABELS, MAX_DATA_REQUEST_TEXT } from 'domain/data-requests';
import { failureMessage } from 'federation/error-message';
import { useRemoteHost } from 'federation/remote-host';
import { useForm } from 'react-hook-form';
import { ChoiceField } from 'ui/choice-field';
import { Field } from 'ui/field';
import { FormDialog } from '../../lib/form-dialog.tsx';
import { trpc } from '../../lib/trpc.ts';
import { validBy } from '../../lib/valid-by.ts';
import { DataRequestFacts } from './data-request-facts.tsx';
import styles from './data-requests.module.css';
import type { DataRequest } from './use-data-requests.ts';

export interface DataRequestDialogProps {
  request: DataRequest;
  timeZone: string;
  onErase?: (() => void) | undefined;
  onClose: () => void;
}

interface Values {
  state: 'done' | 'refused';
  answer: string;
}

const OUTCOMES = [
  { value: 'done', label: 'Concluir', detail: 'O pedido foi atendido e a pessoa já tem a resposta.' },
  { value: 'refused', label: 'Recusar', detail: 'Diga o motivo à pessoa e anote aqui.' },
];

/** Answers a request: what was asked, the tools for it, and how it ended. */
export function CloseRequestDialog({ request, timeZone, onErase, onClose }: DataRequestDialogProps) {
  const { notify } = useRemoteHost();
  const { dataRequests } = trpc.useUtils();
  const { mutateAsync } = trpc.dataRequests.close.useMutation();
  const form = useForm<Values>({ defaultValues: { state: 'done', answer: '' } });
  const { errors, isSubmitting } = form.formState;
  const isRefusal = form.watch('state') === 'refused';

  async function send(values: Values) {
    try {
      await mutateAsync(closeDataRequestInput.parse({ id: request.id, ...values }));
    } catch (error) {
      const message = failureMessage(error, 'Erro ao encerrar o pedido. Tente novamente.');
      return form.setError('root', { message });
    }
    notify.success(values.state === 'done' ? 'Pedido concluído!' : 'Pedido recusado.');
    // Before it closes: the focus goes to the list once the row is gone.
    await dataRequests.invalidate();
    onClose();
  }

  return (
    <FormDialog
      title={DATA_REQUEST_LABELS[request.kind].label}
      description="Confirme quem pede antes de enviar, mudar ou apagar dados."
      submit={{
        label: isRefusal ? 'Recusar pedido' : 'Concluir pedido',
        pendingLabel: 'Encerrando...',
        variant: isRefusal ? 'danger' : 'primary',
      }}
      isPending={isSubmitting}
      failure={errors.root?.message}
      onSubmit={form.handleSubmit(send)}
      onClose={onClose}
    >
      <DataRequestFacts request={request} timeZone={timeZone} onErase={onErase} />
      <ChoiceField label="Como termina" options={OUTCOMES} {...form.register('state', { deps: 'answer' })} />
      <Field
        label={isRefusal ? 'Motivo da recusa' : 'Anotação'}
        hint="Fica registrado com o seu nome."
        required={isRefusal}
        error={errors.answer?.message}
      >
        {(control) => (
          <textarea
            {...control}
            rows={3}
            maxLength={MAX_DATA_REQUEST_TEXT}
            className={`${control.className} ${styles.answer}`}
            {...form.register('answer', {
              validate: (value, { state }) => (state === 'refused' ? validBy(refusalReason)(value) : true),
            })}
          />
        )}
      </Field>
    </FormDialog>
  );
}
