import type { ApiOutputs } from 'api/contract';
import { formatCents } from 'domain/money';
import { formatPhone } from 'domain/phone';
import { redemptionMessage } from 'domain/whatsapp';
import { useStaffSession } from 'federation/remote-host';
import { clockLeft } from '../../lib/clock-left.ts';
import { QrDialog } from '../../lib/qr-dialog.tsx';
import { useSecondsLeft } from '../../lib/use-seconds-left.ts';
import styles from './redemption-dialog.module.css';
import { useRedemptionConfirmation } from './use-redemption-confirmation.ts';

interface RedemptionDialogProps {
  code: ApiOutputs['redemptions']['showCode'];
  /** By this machine's clock (ms). */
  validUntil: number;
  onClose: () => void;
}

/** The redemption's QR code until the customer has confirmed it or its fifteen minutes are over. */
export function RedemptionDialog({ code, validUntil, onClose }: RedemptionDialogProps) {
  const { merchant } = useStaffSession();
  const isConfirmed = useRedemptionConfirmation(code.redemptionId);
  const secondsLeft = useSecondsLeft(validUntil);
  const amount = formatCents(code.amountCents);
  return (
    <QrDialog
      title="QR Code do Resgate"
      link={code.link}
      state={isConfirmed ? 'confirmed' : secondsLeft > 0 ? 'waiting' : 'expired'}
      waitsFor={code.needsProof ? 'Aguardando a prova do cliente' : undefined}
      confirmation={`Confirmado! ${amount} resgatados`}
      validity={<Validity secondsLeft={secondsLeft} />}
      rows={[
        { label: 'Cliente', value: code.customerName ?? 'Não informado' },
        { label: 'Telefone', value: formatPhone(code.phone) },
        { label: 'Valor do resgate', value: amount, strong: true },
      ]}
      warning={
        code.needsProof
          ? 'O cliente precisa escanear este QR Code no celular que já usa aqui, ou informar nele o PIN ou um código por email.'
          : 'O cliente precisa escanear este QR Code para confirmar o resgate.'
      }
      whatsApp={{ phone: code.phone, text: redemptionMessage(code, merchant.name, secondsLeft) }}
      onClose={onClose}
    />
  );
}

/** 'Válido por 14:32' */
function Validity({ secondsLeft }: { secondsLeft: number }) {
  return (
    <p role="timer" className={styles.validity}>
      Válido por <span className={styles.clock}>{clockLeft(secondsLeft)}</span>
    </p>
  );
}
