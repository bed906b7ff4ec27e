import { doubtPhone, PHONE_DOUBTS } from 'domain/doubt-phone';
import { findCustomerInput } from 'domain/inputs';
import { readPhone } from 'domain/read-phone';
import { useRemoteHost } from 'federation/remote-host';
import { Search } from 'lucide-react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { Button } from 'ui/button';
import { Card, CardHeader } from 'ui/card';
import { PhoneField } from 'ui/phone-field';
import { ReadCodeButton } from '../../lib/read-code-button.tsx';
import { validBy } from '../../lib/valid-by.ts';
import styles from './redemption-forms.module.css';
import { StepMark } from './step-mark.tsx';
import type { CustomerLookup } from './use-customer-lookup.ts';

export interface PhoneValues {
  phone: string;
}

interface FindCustomerFormProps {
  form: UseFormReturn<PhoneValues>;
  lookup: CustomerLookup['lookup'];
  onSearch: (phone: string) => Promise<void>;
  /** The text has changed: the customer found before is dropped. */
  onChange: () => void;
  /** The camera has read a phone. */
  onRead: (phone: string) => void;
}

/** 'Cliente não encontrado. Falta um dígito? Celulares têm 11' */
function refusalOf(lookup: CustomerLookup['lookup'], phone: string): string | undefined {
  if (lookup.status === 'failed') return lookup.message;
  if (lookup.status !== 'absent') return undefined;
  const { digits } = readPhone(phone);
  const doubt = digits && doubtPhone(digits);
  return doubt ? `${lookup.message}. ${PHONE_DOUBTS[doubt]}` : lookup.message;
}

/** Step 1. Enter searches. */
export function FindCustomerForm({ form, lookup, onSearch, onChange, onRead }: FindCustomerFormProps) {
  const { notify } = useRemoteHost();
  const refused = refusalOf(lookup, form.getValues('phone'));
  const submit = form.handleSubmit(
    ({ phone }) => onSearch(phone),
    ({ phone }) => notify.error(phone?.message ?? 'Insira o telefone do cliente'),
  );

  return (
    <Card>
      <CardHeader title="Buscar Cliente" icon={<StepMark step={1} isDone={lookup.status === 'found'} />} />
      <form noValidate onSubmit={submit} className={styles.form}>
        <div className={styles.line}>
          <Controller
            name="phone"
            control={form.control}
            rules={{ validate: validBy(findCustomerInput.shape.phone) }}
            render={({ field, fieldState }) => (
              <PhoneField
                {...field}
                label="Telefone do cliente"
                hint="Somente números: DDD + número"
                required
                error={fieldState.error?.message ?? refused}
                trailing={<ReadCodeButton onRead={onRead} />}
                onChange={(digits) => {
                  field.onChange(digits);
                  form.clearErrors('phone');
                  onChange();
                }}
              />
            )}
          />
          <Button
            type="submit"
            variant={lookup.status === 'found' ? 'secondary' : 'primary'}
            icon={<Search />}
            pending={lookup.status === 'searching'}
            pendingLabel="Buscando..."
          >
            Buscar
          </Button>
        </div>
      </form>
    </Card>
  );
}
