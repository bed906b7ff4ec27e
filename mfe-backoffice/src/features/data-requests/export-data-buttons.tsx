import { useMutation } from '@tanstack/react-query';
import { failureMessage } from 'federation/error-message';
import { useRemoteHost } from 'federation/remote-host';
import { saveFile } from 'federation/save-file';
import { receiveFile } from 'federation/send-file';
import { FileJson, FileText } from 'lucide-react';
import { Button } from 'ui/button';

const FORMATS = [
  { format: 'html', label: 'Dados para ler', icon: <FileText /> },
  { format: 'json', label: 'Dados em JSON', icon: <FileJson /> },
] as const;

/** Downloads all that is stored of a customer: a page to read, print or send, and a file for programs. */
export function ExportDataButtons({ customerId }: { customerId: string }) {
  const { notify } = useRemoteHost();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (format: string) => receiveFile(`/files/customer-data.${format}?customerId=${customerId}`),
    onSuccess: ({ content, name }) => {
      saveFile(content, name);
      notify.success('Dados exportados!');
    },
    onError: (error) => notify.error(failureMessage(error, 'Erro ao exportar os dados. Tente novamente.')),
  });
  return FORMATS.map(({ format, label, icon }) => (
    <Button
      key={format}
      variant="secondary"
      icon={icon}
      pending={isPending && variables === format}
      pendingLabel="Preparando..."
      onClick={() => mutate(format)}
    >
      {label}
    </Button>
  ));
}
