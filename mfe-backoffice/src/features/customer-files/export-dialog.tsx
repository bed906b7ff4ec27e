import { useMutation } from '@tanstack/react-query';
import { failureMessage } from 'federation/error-message';
import { useRemoteHost } from 'federation/remote-host';
import { saveFile } from 'federation/save-file';
import { receiveFile } from 'federation/send-file';
import { useForm } from 'react-hook-form';
import { ChoiceField } from 'ui/choice-field';
import { FormDialog } from '../../lib/form-dialog.tsx';

const FORMATS = [
  {
    value: 'xlsx',
    label: 'Excel',
    detail: 'Planilha com valores e datas prontos para somar e filtrar (.xlsx)',
  },
  { value: 'csv', label: 'CSV', detail: 'Para outros sistemas; também abre no Excel (.csv)' },
];

/** All customers as a file, in the format of one's choice. */
export function ExportDialog({ onClose }: { onClose: () => void }) {
  const { notify } = useRemoteHost();
  const form = useForm({ defaultValues: { format: 'xlsx' } });
  const { mutate, isPending, error } = useMutation({
    mutationFn: (format: string) => receiveFile(`/files/customers.${format}`),
    onSuccess: ({ content, name }) => {
      saveFile(content, name);
      notify.success('Clientes exportados!');
      onClose();
    },
  });

  return (
    <FormDialog
      title="Exportar clientes"
      description="Todos os clientes, com saldos, total gasto e última compra."
      submit={{ label: 'Baixar arquivo', pendingLabel: 'Preparando...' }}
      isPending={isPending}
      failure={error ? failureMessage(error, 'Erro ao exportar os clientes. Tente novamente.') : undefined}
      onSubmit={form.handleSubmit(({ format }) => mutate(format))}
      onClose={onClose}
    >
      <ChoiceField label="Formato" options={FORMATS} disabled={isPending} {...form.register('format')} />
    </FormDialog>
  );
}
