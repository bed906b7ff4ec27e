import { formatCents, formatRate } from 'domain/money';
import { formatPhone } from 'domain/phone';
import { useStaffSession } from 'federation/remote-host';
import { QrDialog } from '../../lib/qr-dialog.tsx';
import { trpc } from '../../lib/trpc.ts';
import type { IssuedTrial } from './use-issue-trial.ts';

/** How often the trial is asked for; it needs no stream of its own. */
const ASK_MS = 2_000;

interface TrialDialogProps {
  issued: IssuedTrial;
  onClose: (isConfirmed: boolean) => void;
}

/** The trial's QR code until the phone has opened it, as the counter's. */
export function TrialDialog({ issued, onClose }: TrialDialogProps) {
  const { merchant } = useStaffSession();
  const { data } = trpc.trials.show.useQuery(
    { id: issued.id },
    { staleTime: 0, refetchInterval: ({ state }) => (state.data?.isConfirmed ? false : ASK_MS) },
  );
  const isConfirmed = data?.isConfirmed === true;
  return (
    <QrDialog
      title="Compra de teste"
      link={issued.link}
      state={isConfirmed ? 'confirmed' : 'waiting'}
      confirmation="Confirmado! Foi só um teste: nada foi creditado."
      rows={[
        { label: 'Valor da compra', value: formatCents(issued.amountCents) },
        {
          label: 'Cashback',
          value: `${formatCents(issued.cashbackCents)} (${formatRate(issued.rateBasisPoints)})`,
          strong: true,
        },
        { label: 'Seu telefone', value: formatPhone(issued.phone) },
      ]}
      warning="Aponte a câmera do seu celular para o código, como o cliente fará. Se estiver no celular, envie o link para você por WhatsApp."
      whatsApp={{ phone: issued.phone, text: `Compra de teste, ${merchant.name}: ${issued.link}` }}
      onClose={() => onClose(isConfirmed)}
    />
  );
}
