import { issueCashbackInput } from 'domain/inputs';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { MoneyField } from 'ui/money-field';
import { PhoneField } from 'ui/phone-field';
import { VisuallyHidden } from 'ui/visually-hidden';
import { ReadCodeButton } from '../../lib/read-code-button.tsx';
import { validBy } from '../../lib/valid-by.ts';
import type { Purchase } from './purchase.ts';
import type { useAutoAdvance } from './use-auto-advance.ts';

interface FieldProps {
  form: UseFormReturn<Purchase>;
  advance: ReturnType<typeof useAutoAdvance>;
}

interface PhoneControllerProps extends FieldProps {
  /** The phone as it was left, which may be a landline's ten digits. */
  onLeft: (phone: string) => void;
  /** The customer's phone as it is stored, in another spelling than the typed one. */
  storedPhone: string | undefined;
}

export function PhoneController({ form, advance, onLeft, storedPhone }: PhoneControllerProps) {
  function read(phone: string) {
    form.setValue('phone', phone);
    form.clearErrors('phone');
    // A turn later, when the closing dialog has let go of the focus.
    setTimeout(() => form.setFocus('amountCents'));
  }

  return (
    <Controller
      name="phone"
      control={form.control}
      rules={{ validate: validBy(issueCashbackInput.shape.phone) }}
      render={({ field, fieldState }) => (
        <PhoneField
          {...field}
          label="Telefone do cliente"
          hint={
            <>
              Somente números: DDD + número
              <VisuallyHidden>. Depois do celular completo vem o valor da compra.</VisuallyHidden>
            </>
          }
          required
          error={fieldState.error?.message}
          offer={fieldState.error?.type === 'doubt' ? storedPhone : undefined}
          trailing={<ReadCodeButton onRead={read} />}
          onKeyDown={advance.onPhoneKeyDown}
          onChange={(phone) => {
            field.onChange(phone);
            advance.onPhoneChange(field.value, phone);
            // Taken in one tap: no key follows.
            if (phone === storedPhone) onLeft(phone);
          }}
          onBlur={() => {
            field.onBlur();
            onLeft(form.getValues('phone'));
          }}
        />
      )}
    />
  );
}

interface AmountControllerProps extends FieldProps {
  /** More digits were typed than the value holds. */
  onAboveMax: () => void;
}

export function AmountController({ form, advance, onAboveMax }: AmountControllerProps) {
  return (
    <Controller
      name="amountCents"
      control={form.control}
      rules={{ validate: validBy(issueCashbackInput.shape.amountCents) }}
      render={({ field, fieldState }) => (
        <MoneyField
          {...field}
          label="Valor da compra"
          required
          error={fieldState.error?.message}
          onAboveMax={onAboveMax}
          onKeyDown={advance.onAmountKeyDown}
          onBlur={() => {
            field.onBlur();
            advance.onAmountBlur();
          }}
        />
      )}
    />
  );
}
