import { reverseRedemptionInput } from 'domain/inputs';
import { formatDayAndTime } from 'domain/local-dates';
import { formatCents } from 'domain/money';
import { failureMessage } from 'federation/error-message';
import { useStaffSession } from 'federation/remote-host';
import { Controller, useForm } from 'react-hook-form';
import { Alert } from 'ui/alert';
import { validBy } from '../../lib/valid-by.ts';
import { customerLabel } from './customer-lines.tsx';
import { ReasonField } from './reason-field.tsx';
import { ReversalDialog } from './reversal-dialog.tsx';
import type { Redemption } from './reversal-messages.ts';
import { type RedemptionReversal, type ReverseRedemption, UNANSWERED } from './use-reversals.ts';

const REASONS = ['Compra cancelada', 'Valor digitado errado', 'Cliente errado'];

interface RedemptionReversalDialogProps {
  redemption: Redemption;
  reverse: ReverseRedemption;
  onClose: () => void;
  onReversed: (reversal: RedemptionReversal) => void;
}

/** The whole of it, and why. */
export function RedemptionReversalDialog(props: RedemptionReversalDialogProps) {
  const { redemption, reverse, onClose, onReversed } = props;
  const { timeZone } = useStaffSession().merchant;
  const form = useForm({ defaultValues: { reason: '' } });
  const { errors, isSubmitting } = form.formState;

  async function submit({ reason }: { reason: string }) {
    const outcome = await reverse({ redemptionId: redemption.id, reason: reason.trim() });
    if ('answer' in outcome) return onReversed(outcome.answer);
    const message = failureMessage(outcome.error, UNANSWERED);
    form.setError('root.server', { message });
  }

  return (
    <ReversalDialog
      title="Estornar resgate"
      description={`${customerLabel(redemption)} · ${formatDayAndTime(redemption.createdAt, timeZone)}`}
      rows={[{ label: 'Valor do resgate', value: formatCents(redemption.amountCents), strong: true }]}
      submitLabel="Estornar resgate"
      isPending={isSubmitting}
      failure={errors.root?.server?.message}
      onSubmit={form.handleSubmit(submit)}
      onClose={onClose}
    >
      <Controller
        name="reason"
        control={form.control}
        rules={{ validate: validBy(reverseRedemptionInput.shape.reason) }}
        render={({ field, fieldState }) => (
          <ReasonField {...field} error={fieldState.error?.message} suggestions={REASONS} />
        )}
      />
      <Alert tone="info" role="note">
        O valor volta aos créditos de origem, com as mesmas datas de validade.
      </Alert>
    </ReversalDialog>
  );
}
